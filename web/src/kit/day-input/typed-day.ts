/** DD/MM/YYYY → YYYY-MM-DD; null for what is no day yet. */
export const typedDay = (typed: string): string | null => {
  const [, day, month, year] = /^(\d{1,2})\D?(\d{1,2})\D?(\d{4})$/.exec(typed.trim()) ?? [];
  if (!day || !month || !year) return null;
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(written) ? written : null;
};
