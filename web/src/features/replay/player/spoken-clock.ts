import { dateLanguage } from '#contracts/local-date.ts';
import { companyZone } from '../../../shared/company-zone.ts';

const formats = new Map<string, Intl.DateTimeFormat>();
const formatOf = (
  name: string,
  language: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat => {
  const key = `${name} ${language} ${companyZone()}`;
  const known =
    formats.get(key) ??
    new Intl.DateTimeFormat(dateLanguage(language), { timeZone: companyZone(), ...options });
  formats.set(key, known);
  return known;
};
const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

/** The clock of the company at an instant, with its seconds. */
export const clockOf = (instant: string, language: string): string =>
  formatOf('clock', language, time).format(new Date(instant));

/** The day of the company at an instant, with its weekday. */
export const dayOf = (instant: string, language: string): string =>
  formatOf('day', language, { weekday: 'short', day: '2-digit', month: '2-digit', year: 'numeric' }).format(
    new Date(instant),
  );

/** Hour and minute, of a period of several days with the day before them. */
export const hourOf = (instant: string, language: string, withDay: boolean): string =>
  formatOf(withDay ? 'day and hour' : 'hour', language, {
    ...(withDay ? { weekday: 'short', day: '2-digit', month: '2-digit' } : {}),
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  }).format(new Date(instant));
