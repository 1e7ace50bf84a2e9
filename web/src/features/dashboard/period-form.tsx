import { Button, Select } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { periodDays, thisMonth } from '#domain/dashboard/period.ts';
import type { DashboardFilter } from '../../api/dashboard.ts';
import { DayInput } from '../../kit/day-input/day-input.tsx';
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
    else
      showRefused(t(kind === 'dates' && from && to ? 'errors.ERR_PERIOD_REVERSED' : 'errors.ERR_NO_PERIOD'));
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
          <Day label={t('dashboard.filter.from')} value={from} onChange={setFrom} />
          <Day label={t('dashboard.filter.to')} value={to} onChange={setTo} />
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

const Day = (props: DayProps) => <DayInput {...props} clearable className={classes.field ?? ''} />;
