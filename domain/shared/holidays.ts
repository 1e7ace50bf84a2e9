import { addDays } from './calendar.ts';

/** Which day of a year a holiday is: `MM-DD` every year, `YYYY-MM-DD` once, or so many days from Easter Sunday. */
export const holidayDay = /^(\d{2}-\d{2}|\d{4}-\d{2}-\d{2}|easter[+-]\d{1,2})$/;

/** Whether there is such a day: 29 February is one of leap years, 31 April of none. */
export const isHolidayDay = (day: string): boolean => {
  if (!holidayDay.test(day)) return false;
  if (day.startsWith('easter')) return true;
  const full = day.length === 5 ? `2028-${day}` : day;
  const at = new Date(`${full}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === full;
};

/** The day (YYYY-MM-DD) that it is in a year; undefined when it is none of that year. */
export const dayInYear = (day: string, year: number): string | undefined => {
  if (day.startsWith('easter')) return addDays(easterOf(year), Number(day.slice('easter'.length)));
  if (day.length === 10) return day.startsWith(`${year}-`) ? day : undefined;
  if (day === '02-29' && !isLeap(year)) return undefined;
  return `${year}-${day}`;
};

/** The Gregorian Easter Sunday, by Meeus. */
export const easterOf = (year: number): string => {
  const [century, rest, cycle] = [Math.floor(year / 100), year % 100, year % 19];
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * cycle + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const late = Math.floor((cycle + 11 * epact + 22 * weekday) / 451);
  const sum = epact + weekday - 7 * late + 114;
  const [month, day] = [Math.floor(sum / 31), (sum % 31) + 1];
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
};

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

type National = { readonly day: string; readonly name: string; readonly optional?: true };

/** The national holidays of Brazil; on the optional ones (pontos facultativos) many companies work. */
export const nationalHolidays: readonly National[] = [
  { day: '01-01', name: 'Confraternização Universal' },
  { day: 'easter-48', name: 'Segunda-feira de Carnaval', optional: true },
  { day: 'easter-47', name: 'Terça-feira de Carnaval', optional: true },
  { day: 'easter-2', name: 'Sexta-feira Santa' },
  { day: '04-21', name: 'Tiradentes' },
  { day: '05-01', name: 'Dia do Trabalho' },
  { day: 'easter+60', name: 'Corpus Christi', optional: true },
  { day: '09-07', name: 'Independência do Brasil' },
  { day: '10-12', name: 'Nossa Senhora Aparecida' },
  { day: '11-02', name: 'Finados' },
  { day: '11-15', name: 'Proclamação da República' },
  { day: '11-20', name: 'Dia da Consciência Negra' },
  { day: '12-25', name: 'Natal' },
];
