import { addDays, boundsOfDay, dayOf } from '../shared/calendar.ts';

/** The specification's choices (core, section 9). */
export const periodDays = [3, 7, 15, 30, 60, 90] as const;
export const longestPeriodDays = 400;

/** Days of a company's calendar, both included. */
export type Days = { readonly from: string; readonly to: string };
/** Moments: `from` belongs to it, `until` does not. */
export type Span = { readonly from: string; readonly until: string };

/** The last so many days, today included. */
export const lastDays = (count: number, now: Date, zone: string): Days => {
  const today = dayOf(now, zone);
  return { from: addDays(today, 1 - count), to: today };
};

/** The first of the month to today: what is shown when nobody has chosen. */
export const thisMonth = (now: Date, zone: string): Days => {
  const today = dayOf(now, zone);
  return { from: `${today.slice(0, 8)}01`, to: today };
};

export const countOfDays = ({ from, to }: Days): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

/** As many days, right before these. */
export const daysBefore = ({ from, to }: Days): Days => {
  const count = countOfDays({ from, to });
  return { from: addDays(from, -count), to: addDays(from, -1) };
};

/** Days as moments in a zone; days on which the clocks change are shorter or longer. */
export const spanOf = ({ from, to }: Days, zone: string): Span => ({
  from: boundsOfDay(from, zone).from.toISOString(),
  until: boundsOfDay(to, zone).until.toISOString(),
});
