import '@mantine/dates/styles.css';
import 'dayjs/locale/pt-br';
import 'dayjs/locale/es';
import { Group, TextInput } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOf } from '#domain/shared/calendar.ts';
import { maskedTime } from '../hours/hours-text.ts';

type Props = {
  /** YYYY-MM-DDTHH:MM, or '' for none; what is half typed is neither. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whose clocks it is meant on. */
  readonly zone: string;
  readonly description: string;
  readonly error?: ReactNode;
  readonly onBlur?: () => void;
  /** By which the form finds it. */
  readonly 'data-path'?: string;
};

/** A day, typed or chosen, and a time of its clock: DD/MM/YYYY and HH:MM whatever the browser's language is. */
export const SendTimeField = ({ value, onChange, zone, description, error, onBlur, ...path }: Props) => {
  const { t, i18n } = useTranslation();
  const [day, setDay] = useState<string | null>(value.slice(0, 10) || null);
  const [time, setTime] = useState(value.slice(11, 16));
  const today = dayOf(new Date(), zone);
  const tell = (nextDay: string | null, nextTime: string): void => {
    setDay(nextDay);
    setTime(nextTime);
    onChange(nextDay === null && nextTime === '' ? '' : `${nextDay ?? ''}T${nextTime}`);
  };
  return (
    <Group gap="sm" align="flex-start" wrap="nowrap">
      <DateInput
        {...path}
        flex={1}
        label={t('schedules.day')}
        description={description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={t('schedules.dayPlaceholder')}
        valueFormat="DD/MM/YYYY"
        locale={i18n.language.toLowerCase()}
        dateParser={typedDay}
        minDate={today}
        weekendDays={[]}
        getDayProps={date =>
          date === today ? { 'data-today': true, highlightToday: true } : { highlightToday: false }
        }
        popoverProps={{ withinPortal: true }}
        value={day}
        onChange={next => tell(next, time)}
        onBlur={onBlur}
        error={error}
      />
      <TextInput
        w={110}
        label={t('schedules.clock')}
        placeholder="00:00"
        inputMode="numeric"
        value={time}
        onChange={event => tell(day, maskedTime(event.currentTarget.value))}
        onBlur={onBlur}
        error={Boolean(error)}
      />
    </Group>
  );
};

/** DD/MM/YYYY → YYYY-MM-DD; null for what is no day yet. */
export const typedDay = (typed: string): string | null => {
  const [, day, month, year] = /^(\d{1,2})\D?(\d{1,2})\D?(\d{4})$/.exec(typed.trim()) ?? [];
  if (!day || !month || !year) return null;
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(written) ? written : null;
};
