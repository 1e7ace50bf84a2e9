import { Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportUpload } from '#contracts/contact-imports.ts';
import { importsQuery, uploadContacts } from '../../../api/contact-imports.ts';
import { Failure } from '../../../kit/dialog-parts.tsx';
import { ApiError } from '../../../shared/api-error.ts';
import { newCommandId } from '../../../shared/command-id.ts';
import { dateAndTime } from '../../../shared/formats.ts';
import { errorText } from '../../../shared/show-error.ts';
import classes from './import.module.css';

type Props = {
  readonly onRead: (upload: ImportUpload) => void;
  readonly onShow: (importId: string) => void;
  readonly onClose: () => void;
};

/** The file to import, or an import of before. */
export const ChooseFile = ({ onRead, onShow, onClose }: Props) => {
  const { t } = useTranslation();
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const { current } = leaving;
    return () => current.abort();
  }, []);
  const read = async (file: File | null): Promise<void> => {
    if (!file) return;
    setShare(0);
    setFailure(undefined);
    const { signal } = leaving.current;
    try {
      onRead(await uploadContacts({ file, commandId: newCommandId(), onProgress: setShare, signal }));
    } catch (error) {
      if (!signal.aborted) setFailure(failureOf(error, t));
    }
    setShare(undefined);
  };
  return (
    <Stack gap="sm">
      <Failure text={failure} />
      <Text size="sm">{t('imports.explanation')}</Text>
      <FileButton
        onChange={file => void read(file)}
        accept=".csv,.txt,.tsv,.vcf,.xls,.xlsx,.ods"
        inputProps={{ 'aria-label': t('imports.file') }}
      >
        {props => (
          <Button
            {...props}
            data-autofocus
            variant="default"
            leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
            disabled={share !== undefined}
          >
            {share === undefined ? t('imports.choose') : t('imports.reading')}
          </Button>
        )}
      </FileButton>
      {share !== undefined && <Progress value={Math.max(4, share * 100)} aria-label={t('files.sending')} />}
      <Former onShow={onShow} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </Group>
    </Stack>
  );
};

/** What is wrong with the file, where the server says more than that it is no table. */
const failureOf = (error: unknown, t: TFunction): string => {
  const { fault, kind } = error instanceof ApiError ? error.details : {};
  if (fault === 'other-kind' && typeof kind === 'string') return t('imports.otherKind', { kind });
  return fault === 'too-many-columns' ? t('imports.tooManyColumns') : errorText(error);
};

/** What was imported before, to look at or to undo. */
const Former = ({ onShow }: Pick<Props, 'onShow'>) => {
  const { t, i18n } = useTranslation();
  const { data = [] } = useQuery(importsQuery);
  if (data.length === 0) return null;
  return (
    <section aria-label={t('imports.former')}>
      <h3 className={classes.heading}>{t('imports.former')}</h3>
      <ul className={classes.list}>
        {data.map(({ id, fileName, source, status, rows, createdAt }) => (
          <li key={id} className={classes.former}>
            <span className={classes.cut} title={fileName}>
              {fileName || t(`imports.source.${source}`)}
            </span>
            <span className={classes.meta}>
              {dateAndTime(createdAt, i18n.language)} · {t('imports.rows', { count: rows })} ·{' '}
              {t(`imports.status.${status}`)}
            </span>
            <Button size="compact-xs" variant="subtle" onClick={() => onShow(id)}>
              {t('imports.show')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
};
