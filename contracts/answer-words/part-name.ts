import { dateLanguage } from '#contracts/local-date.ts';
import type { Grouping } from '#domain/questions/definition.ts';

type Naming = {
  readonly by: Exclude<Grouping, 'none'>;
  readonly language: string;
  /** What a part without a key is called, and one whose name nobody knows any more. */
  readonly noKey: string;
  readonly unknown: string;
};

/** What a part of an answer is called: its name, or that of its month (YYYY-MM), weekday (1 is Monday) or hour (0 to 23). */
export const partName = (
  key: string | null,
  name: string | null | undefined,
  { by, language, noKey, unknown }: Naming,
): string => {
  if (key === null) return noKey;
  const date = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dateLanguage(language), { timeZone: 'UTC', ...options }).format(new Date(day));
  if (by === 'month') return date(`${key}-01`, { month: 'long', year: 'numeric' });
  // 5 January 2026 was a Monday.
  if (by === 'weekday') return date(`2026-01-0${4 + Number(key)}`, { weekday: 'long' });
  if (by === 'hour') return `${key.padStart(2, '0')}:00`;
  return name || unknown;
};
