import { Button, Select, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type AuditFilter,
  actionsOfKind,
  auditActors,
  auditKinds,
  shortestAuditSearch,
} from '#contracts/audit.ts';
import { DayInput } from '../../kit/day-input/day-input.tsx';
import classes from './audit.module.css';
import { actionLabel } from './entry-text.ts';

type Props = {
  readonly filter: AuditFilter;
  readonly change: (changed: Readonly<Record<string, string | null | undefined>>) => void;
};

/** Specification, core, section 9. */
const searchDelayMs = 500;

/** What is looked for: each choice stands in the address at once. */
export const AuditFilters = ({ filter, change }: Props) => {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(filter.q ?? '');
  const seek = useDebouncedCallback((words: string) => {
    change({ q: words.trim().length >= shortestAuditSearch ? words.trim() : null });
  }, searchDelayMs);
  const actions = filter.kind ? actionsOfKind(filter.kind) : [];
  return (
    <search className={classes.filters} aria-label={t('audit.filters')}>
      <TextInput
        className={classes.wide ?? ''}
        type="search"
        size="sm"
        label={t('audit.search')}
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
        maxLength={100}
        value={typed}
        onChange={event => {
          setTyped(event.currentTarget.value);
          seek(event.currentTarget.value);
        }}
      />
      <DayInput
        label={t('audit.from')}
        size="sm"
        clearable
        value={filter.from ?? null}
        onChange={from => change({ from })}
      />
      <DayInput
        label={t('audit.to')}
        size="sm"
        clearable
        value={filter.to ?? null}
        onChange={to => change({ to })}
      />
      <Select
        label={t('audit.actorKind')}
        placeholder={t('audit.any')}
        size="sm"
        clearable
        value={filter.actorKind ?? null}
        onChange={actorKind => change({ actorKind })}
        data={auditActors.map(value => ({ value, label: t(`audit.actors.${value}`) }))}
      />
      <Select
        label={t('audit.kind')}
        placeholder={t('audit.any')}
        size="sm"
        clearable
        searchable
        value={filter.kind ?? null}
        onChange={kind => change({ kind, action: null })}
        data={auditKinds.map(value => ({ value, label: t(`audit.kinds.${value}`) }))}
      />
      {actions.length > 0 && (
        <Select
          label={t('audit.action')}
          placeholder={t('audit.any')}
          size="sm"
          clearable
          searchable
          value={filter.action ?? null}
          onChange={action => change({ action })}
          data={actions.map(value => ({ value, label: actionLabel(t, value) }))}
        />
      )}
      <Switch
        className={classes.routine ?? ''}
        label={t('audit.routine')}
        checked={filter.routine !== 'no'}
        onChange={event => change({ routine: event.currentTarget.checked ? 'yes' : null })}
      />
    </search>
  );
};

type ChipProps = { readonly text: string; readonly onClear: () => void };

/** What the address narrows the list to and no field shows. */
export const OnlyOf = ({ text, onClear }: ChipProps) => {
  const { t } = useTranslation();
  return (
    <div className={classes.only}>
      <span>{text}</span>
      <Button size="compact-sm" variant="default" onClick={onClear}>
        {t('audit.clear')}
      </Button>
    </div>
  );
};
