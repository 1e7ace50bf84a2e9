import { isMonthFirst } from '#contracts/local-date.ts';

/** DD/MM/YYYY, in English MM/DD/YYYY → YYYY-MM-DD; null for what is no day yet. */
export const typedDay = (typed: string, language: string): string | null => {
  const [, first, second, year] = /^(\d{1,2})\D?(\d{1,2})\D?(\d{4})$/.exec(typed.trim()) ?? [];
  if (!first || !second || !year) return null;
  const [day, month] = isMonthFirst(language) ? [second, first] : [first, second];
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(written) ? written : null;
};
