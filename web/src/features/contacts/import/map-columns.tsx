import { Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportUpload } from '#contracts/contact-imports.ts';
import { connectionsQuery } from '../../../api/connections.ts';
import { startImport } from '../../../api/contact-imports.ts';
import { DialogFoot, Failure } from '../../../kit/dialog-parts.tsx';
import { newCommandId } from '../../../shared/command-id.ts';
import { errorText } from '../../../shared/show-error.ts';
import { type ColumnUse, columnUses, mappingOf, usesOf, withUse } from './column-uses.ts';
import classes from './import.module.css';

type Props = {
  readonly upload: ImportUpload;
  readonly onStarted: (importId: string) => void;
  readonly onBack: () => void;
};

/** Which column of the file is what, and what else the import is to do. Nothing is imported before it is confirmed. */
export const MapColumns = ({ upload, onStarted, onBack }: Props) => {
  const { t } = useTranslation();
  const { id, headings, sample, rows, fileName } = upload;
  const [uses, setUses] = useState(() => usesOf(upload));
  const [updates, setUpdates] = useState(true);
  const [adds, setAdds] = useState(upload.mapping.areaCode !== null);
  const [areaCode, setAreaCode] = useState(upload.mapping.areaCode ?? upload.areaCode ?? '');
  const [connectionId, setConnectionId] = useState<string | null>(null);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [commandId] = useState(newCommandId);
  const areaField = useRef<HTMLInputElement>(null);
  const isArea = /^[1-9]\d$/.test(areaCode);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const mapping = mappingOf(headings, uses, adds ? areaCode : null);
    if (!mapping) return setFailure(t('imports.noNumbers'));
    if (adds && !isArea) return areaField.current?.focus();
    setBusy(true);
    setFailure(undefined);
    try {
      await startImport(id, { mapping, updates, whatsappId: connectionId }, commandId);
      onStarted(id);
    } catch (error) {
      setFailure(`${t('imports.failed')} ${errorText(error)}`);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={event => void submit(event)} noValidate>
      <Stack gap="sm">
        <Failure text={failure} />
        <Text size="sm">
          {fileName} · {t('imports.total', { count: rows })}
        </Text>
        <Sample
          {...{ headings, sample, uses }}
          onChange={(column, use) => setUses(known => withUse(known, column, use))}
        />
        <Connection value={connectionId} onChange={setConnectionId} />
        <Checkbox
          label={t('imports.updates')}
          checked={updates}
          onChange={event => setUpdates(event.currentTarget.checked)}
        />
        <Group gap="sm" wrap="nowrap">
          <Checkbox
            label={t('imports.addsAreaCode')}
            checked={adds}
            onChange={event => setAdds(event.currentTarget.checked)}
          />
          {adds && (
            <TextInput
              ref={areaField}
              w={64}
              flex="none"
              inputMode="numeric"
              maxLength={2}
              aria-label={t('imports.areaCode')}
              value={areaCode}
              error={!isArea}
              onChange={event => setAreaCode(event.currentTarget.value)}
            />
          )}
        </Group>
      </Stack>
      <div className={classes.foot}>
        <DialogFoot action={t('imports.start', { count: rows })} isBusy={isBusy} onClose={onBack} />
      </div>
    </form>
  );
};

type ConnectionProps = { readonly value: string | null; readonly onChange: (id: string | null) => void };

/** Which connection the contacts are meant for: kept with the import. */
const Connection = ({ value, onChange }: ConnectionProps) => {
  const { t } = useTranslation();
  const { data: connections = [] } = useQuery(connectionsQuery);
  return (
    <Select
      label={t('work.connection')}
      placeholder={t('imports.noConnection')}
      clearable
      data={connections.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  );
};

type SampleProps = Pick<ImportUpload, 'headings' | 'sample'> & {
  readonly uses: readonly ColumnUse[];
  readonly onChange: (column: number, use: ColumnUse) => void;
};

/** The first rows as they were read, each column with what it is to become. */
const Sample = ({ headings, sample, uses, onChange }: SampleProps) => {
  const { t } = useTranslation();
  const data = columnUses.map(value => ({ value, label: t(`imports.use.${value}`) }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide file is scrolled by keys
    <section className={classes.sample} aria-label={t('imports.sample')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {headings.map((heading, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name that is theirs alone
              <th key={column} scope="col">
                <div className={classes.cut} title={heading}>
                  {heading}
                </div>
                <Select
                  size="xs"
                  mt={4}
                  aria-label={t('imports.useOf', { heading })}
                  data={data}
                  value={uses[column] ?? 'ignore'}
                  allowDeselect={false}
                  onChange={value => {
                    const use = columnUses.find(each => each === value);
                    if (use) onChange(column, use);
                  }}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file are in its order
            <tr key={row}>
              {headings.map((_, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <td key={column} title={cells[column]}>
                  {cells[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
