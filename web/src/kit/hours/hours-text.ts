import { dateLanguage } from '#contracts/local-date.ts';
import { addDays, dayOf } from '#domain/shared/calendar.ts';
import { dayInYear } from '#domain/shared/holidays.ts';
import type { Holiday, Openness } from '#domain/shared/schedule.ts';

const clock = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The mask ##:## (specification, secondary, section 5): digits as they are typed, with the colon where it belongs. */
export const maskedTime = (typed: string): string => masked(typed, [2], ':', 4);

/** DD/MM, or DD/MM/YYYY for one year alone. */
export const maskedDay = (typed: string): string => masked(typed, [2, 4], '/', 8);

const masked = (typed: string, places: readonly number[], sign: string, longest: number): string =>
  [...typed.replaceAll(/\D/g, '').slice(0, longest)]
    .map((digit, at) => (places.includes(at) ? sign + digit : digit))
    .join('');

/** Whether a text is a time of a clock; only an end may be 24:00. */
export const isTime = (text: string, isEnd: boolean): boolean =>
  clock.test(text) || (isEnd && text === '24:00');

/** A typed day as hours keep it: `MM-DD` or `YYYY-MM-DD`. */
export const typedDay = (text: string): string => {
  const [day = '', month = '', year] = text.split('/');
  return [...(year ? [year] : []), month, day].join('-');
};

/** Every year, once, or moving with Easter: then the next time. */
export const shownDay = ({ day }: Pick<Holiday, 'day'>, today: string): string => {
  const year = Number(today.slice(0, 4));
  const next = [year, year + 1].map(each => dayInYear(day, each)).find(each => each && each >= today);
  const shown = day.startsWith('easter') ? (next ?? day) : day;
  return shown.split('-').toReversed().join('/');
};

/** In the order of the year from today on; those that are over at the end. */
export const inOrderOfYear = (holidays: readonly Holiday[], today: string): readonly number[] => {
  const year = Number(today.slice(0, 4));
  const next = ({ day }: Holiday): string =>
    [year, year + 1].map(each => dayInYear(day, each)).find(each => each && each >= today) ?? '9999';
  return holidays
    .map((holiday, index) => ({ index, at: next(holiday) }))
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : one.index - other.index))
    .map(({ index }) => index);
};

/** When what is now ends, as people say it: the time, and the day where it is not today. */
export const changeText = ({ changesAt }: Openness, now: Date, zone: string, language: string): string => {
  if (!changesAt) return '';
  const time = new Intl.DateTimeFormat(dateLanguage(language), {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  });
  const day = new Intl.DateTimeFormat(dateLanguage(language), {
    weekday: 'long',
    day: '2-digit',
    month: '2-digit',
    timeZone: zone,
  });
  const [today, then] = [dayOf(now, zone), dayOf(changesAt, zone)];
  const isMidnight = then === addDays(today, 1) && time.format(changesAt).startsWith('00:00');
  if (then === today) return time.format(changesAt);
  return isMidnight ? '24:00' : `${day.format(changesAt)}, ${time.format(changesAt)}`;
};
