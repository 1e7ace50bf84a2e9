import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduleView } from '#contracts/schedules.ts';
import { addDays } from '#domain/shared/calendar.ts';
import { monthsLater } from '#domain/shared/recurrence.ts';
import { badgeCount, longDay, weekdayName } from '../../shared/formats.ts';
import classes from './schedules.module.css';

type Props = {
  /** The chosen one; the month is the one that it is in. */
  readonly day: string;
  readonly today: string;
  readonly weeks: readonly (readonly string[])[];
  readonly days: ReadonlyMap<string, readonly ScheduleView[]>;
  readonly onDay: (day: string) => void;
};

const steps: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: day => addDays(day, -1),
  ArrowRight: day => addDays(day, 1),
  ArrowUp: day => addDays(day, -7),
  ArrowDown: day => addDays(day, 7),
  PageUp: day => monthsLater(day, -1),
  PageDown: day => monthsLater(day, 1),
};

/** The days of a month, one of which is chosen: arrows go by days and weeks, Page Up and Page Down by months. */
export const MonthGrid = ({ day, today, weeks, days, onDay }: Props) => {
  const { t, i18n } = useTranslation();
  const chosen = useRef<HTMLButtonElement>(null);
  const follows = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the chosen day, which may be drawn anew
  useEffect(() => {
    if (follows.current) chosen.current?.focus();
    follows.current = false;
  }, [day]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    follows.current = true;
    onDay(step(day));
  };
  const nameOf = (each: string): string => {
    const count = days.get(each)?.length ?? 0;
    const date = longDay(each, i18n.language);
    return count > 0 ? `${date}, ${t('schedules.onDay', { count })}` : date;
  };
  return (
    <table className={classes.grid} aria-label={t('schedules.calendar')} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {weeks[0]?.map(each => (
            <th key={each} scope="col" abbr={weekdayName(each, i18n.language, 'long')}>
              {weekdayName(each, i18n.language, 'short')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(week => (
          <tr key={week[0]}>
            {week.map(each => (
              <td key={each}>
                <button
                  type="button"
                  ref={each === day ? chosen : undefined}
                  className={classes.cell}
                  aria-label={nameOf(each)}
                  aria-pressed={each === day}
                  aria-current={each === today ? 'date' : undefined}
                  data-other={each.slice(0, 7) !== day.slice(0, 7) || undefined}
                  tabIndex={each === day ? 0 : -1}
                  onClick={() => onDay(each)}
                >
                  <span className="figures">{Number(each.slice(8))}</span>
                  <Marks schedules={days.get(each) ?? []} />
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Marks = ({ schedules }: { readonly schedules: readonly ScheduleView[] }) =>
  schedules.length > 0 && (
    <span
      className={classes.mark}
      data-waits={schedules.some(({ status }) => status === 'overdue' || status === 'failed') || undefined}
    >
      {badgeCount(schedules.length)}
    </span>
  );
