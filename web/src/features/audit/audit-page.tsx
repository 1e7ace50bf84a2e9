import { Button, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntryView } from '#contracts/audit.ts';
import { auditNewsQuery, exportAudit } from '../../api/audit.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { showError } from '../../shared/show-error.ts';
import classes from './audit.module.css';
import { AuditFilters, OnlyOf } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { nameOf, settingLabel, type Words } from './entry-text.ts';
import { IntegrityPanel } from './integrity-panel.tsx';
import { useAuditFilter } from './use-audit-filter.ts';
import { useEntries } from './use-entries.ts';

/** What happened in the company: who, when, what, on what and because of what. */
const AuditPage = () => {
  const { t, i18n } = useTranslation();
  const asked = useAuditFilter();
  const { filter, unknown, change, clear: clearFilter, isFiltered, opened, open } = asked;
  const [cleared, setCleared] = useState(0);
  const clear = (): void => {
    setCleared(cleared + 1);
    clearFilter();
  };
  const found = useEntries(filter, unknown.length === 0);
  const words = { t, language: i18n.language, names: found.names };
  const take = (format: 'csv' | 'jsonl'): void => {
    exportAudit(filter, format, i18n.language).catch(showError);
  };
  const only = onlyText(words, filter, found.entries);
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={1} fz={18} className={classes.title ?? ''}>
          {t('audit.title')}
        </Title>
        {(['csv', 'jsonl'] as const).map(format => (
          <Button
            key={format}
            size="compact-sm"
            variant="default"
            disabled={unknown.length > 0}
            onClick={() => take(format)}
          >
            {format === 'csv' ? t('audit.exportCsv') : t('audit.exportLines')}
          </Button>
        ))}
        <Button size="compact-sm" variant="default" onClick={() => asked.verify(true)}>
          {t('integrity.title')}
        </Button>
        {isFiltered && !only && (
          <Button size="compact-sm" variant="default" onClick={clear}>
            {t('audit.clear')}
          </Button>
        )}
      </div>
      <AuditFilters key={cleared} filter={filter} change={change} />
      {only && <OnlyOf text={only} onClear={clear} />}
      {unknown.length > 0 ? (
        <Text role="alert" size="sm" py="md">
          {t('audit.unknownFilters', { names: unknown.join(', ') })}
        </Text>
      ) : (
        <>
          <News filter={filter} newest={found.newest} />
          <AuditList {...{ found, words, isFiltered }} onOpen={open} />
        </>
      )}
      {asked.isVerifying && (
        <Dialog onClose={() => asked.verify(false)} size="lg" title={t('integrity.title')}>
          <IntegrityPanel />
        </Dialog>
      )}
      {opened && <EntryDialog key={opened} id={opened} onClose={() => open(null)} />}
    </div>
  );
};
export default AuditPage;

type Filter = ReturnType<typeof useAuditFilter>['filter'];

/** What the address narrows the list to and no field shows. */
const onlyText = (words: Words, filter: Filter, entries: readonly AuditEntryView[]): string | undefined => {
  const { t, names } = words;
  if (filter.key) return t('audit.onlySetting', { key: settingLabel(t, filter.key) });
  if (filter.cause) return t('audit.onlyCause');
  const id = filter.ticket ?? filter.contact ?? filter.object ?? filter.actor;
  if (!id || entries.length === 0) return id && t('audit.only', { name: '…' });
  return t('audit.only', { name: nameOf(words, names.get(id)) ?? t('audit.unnamed') });
};

/** That more has happened since: the list is not moved from under who reads it. */
const News = ({ filter, newest }: { readonly filter: Filter; readonly newest: string | undefined }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data: count } = useQuery(auditNewsQuery(filter, newest));
  return (
    <div role="status">
      {count > 0 && (
        <Button
          size="compact-md"
          fullWidth
          variant="light"
          onClick={() => void client.resetQueries({ queryKey: ['audit', filter] })}
        >
          {t('audit.news', { count })}
        </Button>
      )}
    </div>
  );
};
