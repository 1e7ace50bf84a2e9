import type { ScheduleView } from '#contracts/schedules.ts';
import { addDays, weekdayOf } from '#domain/shared/calendar.ts';
import { daysBetween } from '#domain/shared/recurrence.ts';

/** The weeks of the month that a day is in, from Sunday to Saturday; days of other months fill them up. */
export const weeksOf = (day: string): readonly (readonly string[])[] => {
  let start = `${day.slice(0, 7)}-01`;
  while (weekdayOf(start) !== 'sunday') start = addDays(start, -1);
  const weeks: string[][] = [];
  const month = day.slice(0, 7);
  for (let first = start; first.slice(0, 7) <= month; first = addDays(first, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(first, index)));
  return weeks;
};

type Timed = Pick<ScheduleView, 'sendAt' | 'startsAt' | 'recurrence' | 'status'>;

/** What falls on each day, in the order of the clock; what recurs from the time that it waits for on. */
export const byDay = <Schedule extends Timed>(
  schedules: readonly Schedule[],
  from: string,
  until: string,
): ReadonlyMap<string, readonly Schedule[]> => {
  const days = new Map<string, Schedule[]>();
  const timeOf = ({ sendAt }: Timed) => sendAt.slice(11);
  for (const schedule of schedules.toSorted((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1)))
    for (const day of daysOf(schedule, from, until)) days.set(day, [...(days.get(day) ?? []), schedule]);
  return days;
};

const daysOf = ({ sendAt, startsAt, recurrence, status }: Timed, from: string, until: string) => {
  const day = sendAt.slice(0, 10);
  if (recurrence === 'none' || status === 'cancelled') return day >= from && day <= until ? [day] : [];
  return daysBetween({ localAt: startsAt, recurrence }, day > from ? day : from, until);
};
