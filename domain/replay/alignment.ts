import { addDays, clockAt, momentOf } from '../shared/calendar.ts';

const hourMs = 3_600_000;

/** The day of the same weekday that a period is compared with: so many whole weeks before. */
export const weeksBefore = (day: string, weeks: number): string => addDays(day, -7 * weeks);

/** Of a day that was chosen, the nearest of the same weekday as another one; of two, the earlier. */
export const sameWeekday = (day: string, as: string): string => {
  const apart = Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${as}T00:00:00Z`)) / (24 * hourMs));
  const over = ((apart % 7) + 7) % 7;
  return addDays(day, over <= 3 ? -over : 7 - over);
};

type Period = { readonly from: string; readonly until: string };

/**
 * Which moment of another period has the same weekday and clock as one of this: both as milliseconds since they begin.
 * Where clocks change in one of them, an hour is left out or stands still. Looked up each time by the hour, since
 * zones change at whole quarters of one.
 */
export const alignmentOf = (one: Period, other: Period, zone: string): ((time: number) => number) => {
  const quarter = hourMs / 4;
  const [begin, end, otherBegin] = [Date.parse(one.from), Date.parse(one.until), Date.parse(other.from)];
  const days = Math.round((dayNumber(otherBegin, zone) - dayNumber(begin, zone)) / (24 * hourMs));
  const shifts = new Map<number, number>();
  const shiftAt = (step: number): number => {
    const known = shifts.get(step);
    if (known !== undefined) return known;
    const at = Math.min(begin + step * quarter, end);
    const { day, minutes } = clockAt(new Date(at), zone);
    const shift =
      momentOf(addDays(day, days), minutes, zone).getTime() - (at - (at % 60_000)) - otherBegin + begin;
    shifts.set(step, shift);
    return shift;
  };
  const length = Math.max(0, Date.parse(other.until) - otherBegin);
  return time => Math.min(Math.max(0, time + shiftAt(Math.floor(time / quarter))), length);
};

const dayNumber = (at: number, zone: string): number =>
  Date.parse(`${clockAt(new Date(at), zone).day}T00:00:00Z`);
