import { ActionIcon, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './hours.module.css';
import { isTime, maskedTime } from './hours-text.ts';

type Times = { readonly startTime: string; readonly endTime: string };
type Props = {
  /** Whose times these are, for those who hear them. */
  readonly of: string;
  readonly times: Times;
  readonly onChange: (times: Times) => void;
  readonly onRemove?: (() => void) | undefined;
  readonly onAdd?: (() => void) | undefined;
};

/** From when to when, with what that means where it is not plain. */
export const ShiftRow = ({ of, times, onChange, onRemove, onAdd }: Props) => {
  const { t } = useTranslation();
  const { startTime, endTime } = times;
  return (
    <div className={classes.shift}>
      <TimeField
        label={t('hours.from', { of })}
        value={startTime}
        onChange={value => onChange({ startTime: value, endTime })}
      />
      <span aria-hidden>–</span>
      <TimeField
        isEnd
        label={t('hours.until', { of })}
        value={endTime}
        onChange={value => onChange({ startTime, endTime: value })}
      />
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('hours.removeShift', { of })}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
      {onAdd && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('hours.addShift', { of })} onClick={onAdd}>
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      )}
      <Meaning {...times} />
    </div>
  );
};

const Meaning = ({ startTime: start, endTime: end }: Times) => {
  const { t } = useTranslation();
  if (!isTime(start, false) || !isTime(end, true)) return null;
  const meant =
    start === end
      ? 'closed'
      : end < start
        ? 'nextDay'
        : start === '00:00' && end === '24:00'
          ? 'wholeDay'
          : null;
  return (
    meant && (
      <Text span size="xs" c="dimmed" className={classes.meaning ?? ''}>
        {t(`hours.${meant}`)}
      </Text>
    )
  );
};

type FieldProps = {
  readonly label: string;
  readonly value: string;
  readonly isEnd?: boolean;
  readonly onChange: (value: string) => void;
};

const TimeField = ({ label, value, isEnd = false, onChange }: FieldProps) => {
  const [isLeft, setLeft] = useState(false);
  return (
    <TextInput
      className={classes.time ?? ''}
      size="xs"
      aria-label={label}
      inputMode="numeric"
      placeholder="00:00"
      maxLength={5}
      value={value}
      error={isLeft && !isTime(value, isEnd)}
      onChange={event => onChange(maskedTime(event.currentTarget.value))}
      onFocus={event => event.currentTarget.select()}
      onBlur={() => setLeft(true)}
    />
  );
};
