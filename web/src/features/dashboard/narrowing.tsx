import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Dimension } from '#domain/dashboard/metrics.ts';
import { choicesQuery, type DashboardFilter } from '../../api/dashboard.ts';
import { NarrowingSelect } from '../../kit/narrowing-select.tsx';
import classes from './dashboard.module.css';

const names = { queue: 'queueId', connection: 'whatsappId', tag: 'tagId', user: 'userId' } as const;
const kinds = Object.keys(names) as readonly Dimension[];

/** By which of them the figures are narrowed. */
export const narrowedIn = (filter: DashboardFilter): readonly Dimension[] =>
  kinds.filter(kind => filter[names[kind]] !== undefined);

/** The filter with one of its names changed; null: of all. */
export const narrowedTo = (filter: DashboardFilter, kind: Dimension, id: string | null): DashboardFilter => {
  const { [names[kind]]: _former, ...others } = filter;
  return id === null ? others : { ...others, [names[kind]]: id };
};

type Props = {
  readonly filter: DashboardFilter;
  readonly onChange: (filter: DashboardFilter) => void;
};

/** To a queue, a connection, a tag and an attendant: each choice counts at once. What is gone can be chosen still. */
export const Narrowing = ({ filter, onChange }: Props) => {
  const { t } = useTranslation();
  const { data } = useQuery(choicesQuery);
  const chosen = narrowedIn(filter);
  return (
    <fieldset className={classes.filter} aria-label={t('dashboard.filter.narrow')}>
      {kinds.map(kind => {
        const value = filter[names[kind]] ?? null;
        const known = data?.[kind] ?? [];
        const options = known.map(({ id, name, removed }) => ({
          value: id,
          label: removed ? t(`dashboard.gone.${kind}`, { name }) : name,
        }));
        const isUnknown = value !== null && !known.some(({ id }) => id === value);
        return (
          <NarrowingSelect
            key={kind}
            label={t(`dashboard.report.by.${kind}`)}
            placeholder={t(`dashboard.filter.any.${kind}`)}
            options={isUnknown ? [...options, { value, label: t('dashboard.report.unknown') }] : options}
            value={value}
            onChange={id => onChange(narrowedTo(filter, kind, id))}
            className={classes.field ?? ''}
          />
        );
      })}
      {chosen.length > 0 && (
        <Button
          variant="subtle"
          onClick={() => onChange(chosen.reduce((left, kind) => narrowedTo(left, kind, null), filter))}
        >
          {t('dashboard.filter.clearAll')}
        </Button>
      )}
    </fieldset>
  );
};
