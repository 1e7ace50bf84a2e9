import { z } from 'zod';
import { addDays, clockAt, dayOf, momentOf } from './calendar.ts';
import { isPossibleTime } from './time.ts';

export const recurrences = ['none', 'daily', 'weekly', 'monthly'] as const;
export type Recurrence = (typeof recurrences)[number];

/** A date and time as the clocks of some zone show them: YYYY-MM-DDTHH:MM. */
export const localTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/)
  .refine(written => isPossibleTime(written) && isDay(dayIn(written)));

/** Something that happens at a local time, once or again and again. */
export type Rhythm = { readonly localAt: string; readonly recurrence: Recurrence };
/** One time of it, and the moment that this is. */
export type Occurrence = { readonly localAt: string; readonly sendAt: string };

/** When the clocks of a zone show a local time: see `momentOf` for what they show twice or skip. */
export const occurrenceAt = (localAt: string, zone: string): Occurrence => {
  const [hours, minutes] = localAt.slice(11).split(':').map(Number);
  const moment = momentOf(dayIn(localAt), (hours ?? 0) * 60 + (minutes ?? 0), zone);
  return { localAt, sendAt: moment.toISOString() };
};

/** What the clocks of a zone show. */
export const localTimeOf = (moment: Date, zone: string): string => {
  const { day, minutes } = clockAt(moment, zone);
  return `${day}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
};

/**
 * The first time of a rhythm that follows the one at `localAt` and lies behind a moment; null when there is none. It is
 * made of local dates, so that nine o'clock stays nine o'clock; where a month has no 31st, it is its last day.
 */
export const occurrenceAfter = (
  rhythm: Rhythm & { readonly zone: string },
  localAt: string,
  moment: string,
): Occurrence | null => {
  if (rhythm.recurrence === 'none') return null;
  const earliest = dayOf(new Date(moment), rhythm.zone);
  let next = following(rhythm, dayIn(localAt));
  while (next < earliest) next = following(rhythm, next);
  for (;;) {
    const occurrence = occurrenceAt(`${next}${rhythm.localAt.slice(10)}`, rhythm.zone);
    if (occurrence.sendAt > moment) return occurrence;
    next = following(rhythm, next);
  }
};

/** The days of a rhythm from one day to another, both included. */
export const daysBetween = (rhythm: Rhythm, from: string, until: string): readonly string[] => {
  const days: string[] = [];
  let day = dayIn(rhythm.localAt);
  while (day <= until) {
    if (day >= from) days.push(day);
    if (rhythm.recurrence === 'none') break;
    day = following(rhythm, day);
  }
  return days;
};

/** The day after one of a rhythm on which it comes next. */
const following = ({ localAt, recurrence }: Rhythm, day: string): string => {
  if (recurrence === 'weekly') return addDays(day, 7);
  return recurrence === 'monthly' ? monthsLater(day, 1, dayIn(localAt)) : addDays(day, 1);
};

/** A day of another month: with the number of `anchor`, or the last one where that month has no such day. */
export const monthsLater = (day: string, count: number, anchor = day): string => {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + count);
  const month = first.toISOString().slice(0, 7);
  first.setUTCMonth(first.getUTCMonth() + 1, 0);
  return `${month}-${two(Math.min(Number(anchor.slice(8)), first.getUTCDate()))}`;
};

const isDay = (day: string): boolean => {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
};
const dayIn = (localAt: string): string => localAt.slice(0, 10);
const two = (value: number): string => String(value).padStart(2, '0');
