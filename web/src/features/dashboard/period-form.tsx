import '@mantine/dates/styles.css';
import 'dayjs/locale/pt-br';
import 'dayjs/locale/es';
import { Button, Select } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { periodDays, thisMonth } from '#domain/dashboard/period.ts';
import type { DashboardFilter } from '../../api/dashboard.ts';
import { companyZone } from '../../shared/company-zone.ts';
import { showRefused } from '../../shared/show-error.ts';
import classes from './dashboard.module.css';

type Props = {
  readonly filter: DashboardFilter;
  readonly onChange: (filter: DashboardFilter) => void;
};

/** By dates or by a period. Specification, core, sections 2, 5 and 9. */
export const PeriodForm = ({ filter, onChange }: Props) => {
  const { t } = useTranslation();
  const [kind, setKind] = useState<'dates' | 'period'>(filter.days ? 'period' : 'dates');
  const [days, setDays] = useState<string | null>(filter.days ? String(filter.days) : null);
  const month = thisMonth(new Date(), companyZone());
  const [from, setFrom] = useState<string | null>(filter.date_from ?? month.from);
  const [to, setTo] = useState<string | null>(filter.date_to ?? month.to);
  const period = `${filter.days} ${filter.date_from} ${filter.date_to}`;
  const [known, setKnown] = useState(period);
  // The form stays, and with it the focus, when what it says is shown.
  if (known !== period) {
    setKnown(period);
    setKind(filter.days ? 'period' : 'dates');
    setDays(filter.days ? String(filter.days) : null);
    setFrom(filter.date_from ?? month.from);
    setTo(filter.date_to ?? month.to);
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { days: _days, date_from: _from, date_to: _to, ...narrowed } = filter;
    const isPeriod = kind === 'period' && days !== null;
    if (isPeriod) onChange({ ...narrowed, days: Number(days) });
    else if (kind === 'dates' && from && to && from <= to)
      onChange({ ...narrowed, date_from: from, date_to: to });
    else showRefused(t('errors.ERR_NO_PERIOD'));
  };
  return (
    <form
      className={classes.filter ?? ''}
      onSubmit={submit}
      noValidate
      aria-label={t('dashboard.filter.title')}
    >
      <Select
        label={t('dashboard.filter.kind')}
        data={[
          { value: 'dates', label: t('dashboard.filter.dates') },
          { value: 'period', label: t('dashboard.filter.period') },
        ]}
        value={kind}
        onChange={value => setKind(value === 'period' ? 'period' : 'dates')}
        allowDeselect={false}
        className={classes.field ?? ''}
      />
      {kind === 'period' ? (
        <Select
          label={t('dashboard.filter.period')}
          placeholder={t('dashboard.filter.choose')}
          data={periodDays.map(count => ({
            value: String(count),
            label: t('dashboard.filter.lastDays', { count }),
          }))}
          value={days}
          onChange={setDays}
          className={classes.field ?? ''}
        />
      ) : (
        <>
          <DayInput label={t('dashboard.filter.from')} value={from} onChange={setFrom} />
          <DayInput label={t('dashboard.filter.to')} value={to} onChange={setTo} />
        </>
      )}
      <Button type="submit">{t('dashboard.filter.apply')}</Button>
    </form>
  );
};

type DayProps = {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (day: string | null) => void;
};

const DayInput = (props: DayProps) => {
  const { i18n, t } = useTranslation();
  return (
    <DateInput
      {...props}
      placeholder={t('schedules.dayPlaceholder')}
      valueFormat="DD/MM/YYYY"
      locale={i18n.language.toLowerCase()}
      dateParser={typedDay}
      clearable
      weekendDays={[]}
      popoverProps={{ withinPortal: true }}
      clearButtonProps={{ 'aria-label': t('dashboard.filter.clear', { name: props.label }) }}
      className={classes.field ?? ''}
    />
  );
};

/** DD/MM/YYYY → YYYY-MM-DD; null for what is no day yet. */
const typedDay = (typed: string): string | null => {
  const [, day, month, year] = /^(\d{1,2})\D?(\d{1,2})\D?(\d{4})$/.exec(typed.trim()) ?? [];
  if (!day || !month || !year) return null;
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${written}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== written ? null : written;
};
