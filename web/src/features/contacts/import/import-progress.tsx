import { Alert, Button, Group, List, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportDetail } from '#contracts/contact-imports.ts';
import { may } from '#domain/access/may.ts';
import { csvLine, csvMark } from '#domain/shared/csv.ts';
import { changeImport, fetchRejected, importQuery } from '../../../api/contact-imports.ts';
import { noteContact } from '../../../api/contacts.ts';
import { useUser } from '../../../api/session-store.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { download } from '../../../shared/download.ts';
import { showDone, showError, showRefused } from '../../../shared/show-error.ts';
import { Trouble } from '../../../shared/trouble.tsx';
import classes from './import.module.css';

type Props = { readonly importId: string; readonly onClose: () => void };

/** How far an import is, what became of its rows, and what can be done about it. */
export const ImportProgress = ({ importId, onClose }: Props) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(importQuery(importId));
  useNews(data);
  if (error && !data) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={220} aria-hidden />;
  const { counts, rows, status } = data;
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {t(`imports.status.${status}`)}
        {status === 'running' && ` · ${t('imports.progress', { done, count: rows })}`}
      </Text>
      {status === 'running' && (
        <Progress value={rows > 0 ? (done / rows) * 100 : 0} aria-label={t('imports.status.running')} />
      )}
      <Counts detail={data} done={done} />
      {data.shortened > 0 && <Text size="sm">{t('imports.shortened', { count: data.shortened })}</Text>}
      <Undone detail={data} />
      <Actions detail={data} onClose={onClose} />
    </Stack>
  );
};

/** Whoever looks at an import that ends is told, in the specification's words, and lists are asked for anew. */
const useNews = (data: ImportDetail | undefined): void => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const before = useRef<ImportDetail['status']>(undefined);
  useEffect(() => {
    if (!data) return;
    const was = before.current;
    before.current = data.status;
    const hasEnded = was !== undefined && was !== data.status;
    if (!hasEnded) return;
    noteContact(client, 0);
    const isWhole = data.counts.invalid === 0;
    if (data.status !== 'finished') return;
    if (isWhole) showDone(t('imports.done'));
    else showRefused(t('imports.notAll'));
  }, [data, client, t]);
};

const Counts = ({ detail: { counts, rows, source }, done }: { detail: ImportDetail; done: number }) => {
  const { t } = useTranslation();
  const kinds = ['new', 'updated', 'ignored', 'duplicate', 'invalid'] as const;
  return (
    <dl className={classes.counts}>
      {kinds.map(kind => (
        <Count
          key={kind}
          label={
            kind === 'duplicate' && source === 'phone'
              ? t('imports.addressBook.repeated')
              : t(`imports.count.${kind}`)
          }
          count={counts[kind]}
        />
      ))}
      <Count isTotal label={t('imports.count.total')} count={done === rows ? rows : done} />
    </dl>
  );
};

const Count = ({ label, count, isTotal }: { label: string; count: number; isTotal?: boolean }) => {
  const { i18n } = useTranslation();
  const total = isTotal ? { className: classes.total ?? '' } : {};
  return (
    <>
      <dt {...total}>{label}</dt>
      <dd {...total}>{count.toLocaleString(i18n.language)}</dd>
    </>
  );
};

/** What an undo took back, and whom it left. */
const Undone = ({ detail: { status, undo, kept } }: { detail: ImportDetail }) => {
  const { t } = useTranslation();
  if (status !== 'undone') return null;
  return (
    <Alert color="gray" p="sm">
      <Text size="sm">{t('imports.undone', undo)}</Text>
      {kept.length > 0 && (
        <>
          <Text size="sm" mt={8}>
            {t('imports.kept')}
          </Text>
          <List size="sm" mah={160} style={{ overflow: 'auto' }}>
            {kept.map(({ id, name, why }) => (
              <List.Item key={id}>
                {name} ({t(`imports.why.${why}`)})
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  );
};

const Actions = ({ detail, onClose }: { detail: ImportDetail; onClose: () => void }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const user = useUser();
  const [asks, setAsks] = useState(false);
  const { id, status, counts } = detail;
  const change = (verb: 'cancel' | 'undo') => changeImport(client, id, verb).catch(showError);
  const isOver = status === 'finished' || status === 'cancelled';
  const mayUndo = isOver && may(user, 'contactImport.undo') && counts.new + counts.updated > 0;
  const rejected = counts.invalid + counts.duplicate;
  return (
    <Group justify="flex-end" mt="md" gap="xs" className={classes.foot ?? ''}>
      {status === 'running' && (
        <Button variant="default" onClick={() => void change('cancel')}>
          {t('imports.cancel')}
        </Button>
      )}
      {mayUndo && (
        <Button variant="default" color="red" onClick={() => setAsks(true)}>
          {t('imports.undoIt')}
        </Button>
      )}
      {status !== 'running' && rejected > 0 && <RejectedButton id={id} />}
      <Button onClick={onClose}>{t('common.close')}</Button>
      {asks && (
        <ConfirmDialog
          title={t('imports.undoIt')}
          text={t('imports.undoText')}
          action={t('imports.undoIt')}
          onConfirm={() => void change('undo')}
          onClose={() => setAsks(false)}
        />
      )}
    </Group>
  );
};

/** The rows that became no contact, with their lines and why, to mend them and import them again. */
const RejectedButton = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const save = async (): Promise<void> => {
    const { headings, rows } = await fetchRejected(id);
    const lines = rows.map(({ line, reason, first, cells }) =>
      csvLine([String(line), t(`imports.reason.${reason}`, { first }), ...cells]),
    );
    const head = csvLine([t('imports.line'), t('imports.why.title'), ...headings]);
    download(t('imports.rejectedFile'), [csvMark, head, ...lines], 'text/csv;charset=utf-8');
  };
  return (
    <Button variant="default" onClick={() => void save().catch(showError)}>
      {t('imports.rejected')}
    </Button>
  );
};
