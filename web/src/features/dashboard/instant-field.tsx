import '@mantine/dates/styles.css';
import 'dayjs/locale/pt-br';
import 'dayjs/locale/es';
import { DateTimePicker } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import { clockAt, momentOf } from '#domain/shared/calendar.ts';
import { dayFormat } from '../../kit/day-input/day-input.tsx';
import { companyZone } from '../../shared/company-zone.ts';
import classes from './dashboard.module.css';

type Props = { readonly value: string | null; readonly onChange: (instant: string | null) => void };

/** An instant by the company's clocks; empty: the end of the period, or now. */
export const InstantField = ({ value, onChange }: Props) => {
  const { t, i18n } = useTranslation();
  const zone = companyZone();
  return (
    <DateTimePicker
      label={t('dashboard.backlog.instant')}
      placeholder={t('dashboard.backlog.end')}
      valueFormat={`${dayFormat} HH:mm`}
      locale={i18n.language.toLowerCase()}
      value={value === null ? null : localOf(value, zone)}
      onChange={local => onChange(local === null ? null : instantOf(local, zone))}
      maxDate={localOf(new Date().toISOString(), zone)}
      clearable
      clearButtonProps={{
        'aria-label': t('dashboard.filter.clear', { name: t('dashboard.backlog.instant') }),
      }}
      className={classes.field ?? ''}
    />
  );
};

const localOf = (instant: string, zone: string): string => {
  const { day, minutes } = clockAt(new Date(instant), zone);
  const two = (figure: number) => String(figure).padStart(2, '0');
  return `${day} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:00`;
};

const instantOf = (local: string, zone: string): string => {
  const [day = '', clock = ''] = local.split(' ');
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return momentOf(day, hours * 60 + minutes, zone).toISOString();
};
