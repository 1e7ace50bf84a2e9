import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { sameWeekday, weeksBefore } from '#domain/replay/alignment.ts';
import { addDays, dayOf } from '#domain/shared/calendar.ts';
import { DayInput } from '../../../kit/day-input/day-input.tsx';
import { companyZone } from '../../../shared/company-zone.ts';
import classes from './player.module.css';
import type { PlayerAddress } from './use-player-address.ts';

type Chosen = Pick<PlayerAddress, 'from' | 'to' | 'beside'>;
type Props = {
  readonly address: Chosen;
  /** Nothing is played: no preset is what is shown. */
  readonly isNone: boolean;
  readonly onChange: (next: Chosen) => void;
};

/** Which days are played, and from which day those beside them. */
export const PeriodForm = ({ address, isNone, onChange }: Props) => {
  const { t } = useTranslation();
  const { from, to, beside } = address;
  const today = dayOf(new Date(), companyZone());
  const weeks = beside ? Math.round((Date.parse(from) - Date.parse(beside)) / (7 * 86_400_000)) : null;
  const isShown = (first: string, last: string): boolean => !isNone && from === first && to === last;
  /** What is beside stays as many weeks before. */
  const choose = (first: string, last: string): void =>
    onChange({ from: first, to: last, beside: weeks === null ? null : weeksBefore(first, weeks) });
  return (
    <form
      className={classes.form}
      aria-label={t('replayPlayer.period')}
      onSubmit={event => event.preventDefault()}
      noValidate
    >
      <Day label={t('dashboard.filter.from')} value={from} onChange={day => choose(day, later(day, to))} />
      <Day label={t('dashboard.filter.to')} value={to} onChange={day => choose(earlier(day, from), day)} />
      <div className={classes.presets}>
        {(
          [
            ['today', today, today],
            ['yesterday', addDays(today, -1), addDays(today, -1)],
            ['week', addDays(today, -6), today],
          ] as const
        ).map(([name, first, last]) => (
          <Button
            key={name}
            variant={isShown(first, last) ? 'light' : 'default'}
            aria-pressed={isShown(first, last)}
            onClick={() => choose(first, last)}
          >
            {t(`replayPlayer.presets.${name}`)}
          </Button>
        ))}
      </div>
      {beside === null ? (
        <Button
          variant="default"
          onClick={() => onChange({ from, to, beside: weeksBefore(from, 1) })}
          className={classes.compare ?? ''}
        >
          {t('replayPlayer.compare')}
        </Button>
      ) : (
        <div className={classes.compared}>
          <Day
            label={t('replayPlayer.besideFrom')}
            value={beside}
            onChange={day => onChange({ from, to, beside: sameWeekday(day, from) })}
          />
          <Button
            variant="default"
            px="xs"
            aria-label={t('replayPlayer.alone')}
            onClick={() => onChange({ from, to, beside: null })}
          >
            <IconX size={18} aria-hidden />
          </Button>
        </div>
      )}
    </form>
  );
};

const earlier = (...days: readonly [string, string]): string => days.toSorted()[0] ?? days[0];
const later = (...days: readonly [string, string]): string => days.toSorted()[1] ?? days[1];

type DayProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
};

const Day = ({ onChange, ...props }: DayProps) => (
  <DayInput
    {...props}
    onChange={day => day && onChange(day)}
    maxDate={dayOf(new Date(), companyZone())}
    className={classes.date ?? ''}
  />
);
