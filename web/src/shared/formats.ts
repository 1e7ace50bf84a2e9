import { localDate } from '#contracts/local-date.ts';
import { dayOf } from '#domain/shared/calendar.ts';
import { charactersOf } from '#domain/shared/text.ts';
import { companyZone } from './company-zone.ts';

const dayMs = 86_400_000;

/** How many midnights lie between two moments, where the company is. */
export const daysBetween = (earlier: Date, later: Date): number =>
  Math.round((midnight(later) - midnight(earlier)) / dayMs);

export const clockTime = (iso: string, language: string): string =>
  formatter(language, 'time', { hour: '2-digit', minute: '2-digit' }).format(new Date(iso));

/** With seconds: for what happens while one looks. */
export const exactTime = (iso: string, language: string): string =>
  formatter(language, 'exact', { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(
    new Date(iso),
  );

/** Time of today, "ontem", the weekday within a week, then the date. For rows of lists. */
export const listTime = (iso: string, now: Date, language: string): string => {
  const at = new Date(iso);
  const days = daysBetween(at, now);
  if (days <= 0) return clockTime(iso, language);
  if (days === 1) return relativeDay(-1, language);
  if (days < 7) return formatter(language, 'weekday', { weekday: 'long' }).format(at);
  return formatter(language, 'date', { day: '2-digit', month: '2-digit', year: '2-digit' }).format(at);
};

/** "hoje", "ontem", the weekday, or the long date. For day separators of a conversation. */
export const dayLabel = (iso: string, now: Date, language: string): string => {
  const at = new Date(iso);
  const days = daysBetween(at, now);
  if (days <= 1) return relativeDay(-Math.max(0, days), language);
  if (days < 7) return formatter(language, 'weekday', { weekday: 'long' }).format(at);
  return formatter(language, 'long', { day: 'numeric', month: 'long', year: 'numeric' }).format(at);
};

export const dateAndTime = (iso: string, language: string): string =>
  formatter(language, 'full', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(iso));

/** With seconds: where it counts what came first. */
export const dateAndSeconds = (iso: string, language: string): string =>
  formatter(language, 'full with seconds', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(new Date(iso));

/** A calendar day (YYYY-MM-DD) as day and month, the same in every time zone. */
export const dayAndMonth = (day: string, language: string): string =>
  formatter(language, 'day', { day: '2-digit', month: '2-digit', timeZone: 'UTC' }).format(new Date(day));

/** The day of a moment where the company is, as `dateAndTime` writes it. */
export const dayOfMoment = (iso: string, language: string): string =>
  formatter(language, 'day of moment', { day: '2-digit', month: '2-digit', year: 'numeric' }).format(
    new Date(iso),
  );

/** A local time (YYYY-MM-DDTHH:MM) as it stands on the clocks it is meant for: the day, and HH:MM. */
export const localDateAndTime = (localAt: string, language: string): string =>
  `${localDate(localAt, language)} ${localAt.slice(11, 16)}`;

/** The month that a calendar day is in, with its year. */
export const monthAndYear = (day: string, language: string): string =>
  formatter(language, 'month', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(day));

/** A calendar day in full, with its weekday. */
export const longDay = (day: string, language: string): string =>
  formatter(language, 'longDay', {
    ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
  }).format(new Date(day));

/** The weekday that a calendar day is. */
export const weekdayName = (day: string, language: string, width: 'short' | 'long'): string =>
  formatter(language, `weekday ${width}`, { weekday: width, timeZone: 'UTC' }).format(new Date(day));

/** A count for a badge: three figures do not fit. */
export const badgeCount = (count: number): string => (count > 99 ? '99+' : String(count));

/** +55 11 98888-7777 for Brazilian numbers, the plain number with a plus otherwise. */
export const phoneNumber = (digits: string): string => {
  const match = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits);
  if (match) return `+55 ${match[1]} ${match[2]}-${match[3]}`;
  return /^\d+$/.test(digits) ? `+${digits}` : digits;
};

const letterOrDigit = /[\p{L}\p{N}]/u;

/** First letters of the first and the last name, whatever stands before them. */
export const initials = (name: string): string => {
  const words = name.split(/\s+/).filter(word => letterOrDigit.test(word));
  const first = words[0] ?? '';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  const letters = [first, last].flatMap(
    word => charactersOf(word).find(character => letterOrDigit.test(character)) ?? [],
  );
  return letters.join('').toUpperCase() || '#';
};

const midnight = (date: Date): number => Date.parse(dayOf(date, companyZone()));

const relativeFormatters = new Map<string, Intl.RelativeTimeFormat>();
const relativeDay = (days: number, language: string): string => {
  const known =
    relativeFormatters.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  relativeFormatters.set(language, known);
  return known.format(days, 'day');
};

const formatters = new Map<string, Intl.DateTimeFormat>();
const formatter = (language: string, name: string, options: Intl.DateTimeFormatOptions) => {
  const timeZone = options.timeZone ?? companyZone();
  const key = `${language} ${name} ${timeZone}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone });
  formatters.set(key, known);
  return known;
};
