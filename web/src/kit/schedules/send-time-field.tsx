import { Group, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOf } from '#domain/shared/calendar.ts';
import { DayInput } from '../day-input/day-input.tsx';
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

/** A day, as DayInput has it, and a time of its clock, HH:MM whatever the browser's language is. */
export const SendTimeField = ({ value, onChange, zone, description, error, onBlur, ...path }: Props) => {
  const { t } = useTranslation();
  const [day, setDay] = useState<string | null>(value.slice(0, 10) || null);
  const [time, setTime] = useState(value.slice(11, 16));
  const tell = (nextDay: string | null, nextTime: string): void => {
    setDay(nextDay);
    setTime(nextTime);
    onChange(nextDay === null && nextTime === '' ? '' : `${nextDay ?? ''}T${nextTime}`);
  };
  return (
    <Group gap="sm" align="flex-start" wrap="nowrap">
      <DayInput
        {...path}
        flex={1}
        label={t('schedules.day')}
        description={description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        zone={zone}
        minDate={dayOf(new Date(), zone)}
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
