import { z } from 'zod';
import type { Weekday } from '#domain/shared/calendar.ts';
import { holiday, scheduleEntry, weekdaysInOrder } from '#domain/shared/schedule.ts';
import type { Words } from './words.ts';

/** Monday of some week. */
const monday = Date.UTC(2026, 0, 5);
const dayMs = 86_400_000;

const weekdayText = (language: string, weekday: Weekday): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
    monday + weekdaysInOrder.indexOf(weekday) * dayMs,
  );

/** As a form has it: DD/MM with the year where it is of one, or so many days from Easter. */
const dayText = ({ t }: Words, day: string): string => {
  if (day.startsWith('easter')) return t('audit.fromEaster', { days: day.slice('easter'.length) });
  return day.split('-').reverse().join('/');
};

type Hours = { readonly startTime: string; readonly endTime: string };
const timesText = ({ t }: Words, { startTime, endTime }: Hours): string =>
  startTime === endTime ? t('audit.closedAllDay') : `${startTime}–${endTime}`;

const entries = z.array(z.union([scheduleEntry, holiday]));

/** Opening hours by their days, or holidays by their names. */
export const hoursText = (words: Words, value: readonly unknown[]): string =>
  (entries.safeParse(value).data ?? [])
    .map(entry =>
      'weekdayEn' in entry
        ? `${weekdayText(words.language, entry.weekdayEn)} ${timesText(words, entry)}`
        : `${dayText(words, entry.day)} ${entry.name}: ${timesText(words, entry)}`,
    )
    .join('; ');
