import type { z } from 'zod';
import type { ImportUpload, importMapping } from '#contracts/contact-imports.ts';

/** What a column is: a field of the contact, extra information under its heading, or nothing. */
export const columnUses = [
  'ignore',
  'name',
  'surname',
  'company',
  'number',
  'otherNumber',
  'email',
  'extra',
] as const;
export type ColumnUse = (typeof columnUses)[number];
/** Several columns may be these. */
const ofSeveral: ReadonlySet<ColumnUse> = new Set(['ignore', 'surname', 'otherNumber', 'extra']);

/** What the server thinks each column is. */
export const usesOf = ({ headings, mapping }: ImportUpload): readonly ColumnUse[] =>
  headings.map((_, column) => {
    if (mapping.number === column) return 'number';
    if (mapping.name === column) return 'name';
    if (mapping.email === column) return 'email';
    if (mapping.company === column) return 'company';
    if (mapping.surnames?.includes(column)) return 'surname';
    if (mapping.otherNumbers?.includes(column)) return 'otherNumber';
    return mapping.extra.some(each => each.column === column) ? 'extra' : 'ignore';
  });

/** A column is given a use; a field has one column, so that another gives it up. */
export const withUse = (uses: readonly ColumnUse[], at: number, use: ColumnUse): readonly ColumnUse[] =>
  uses.map((each, column) => {
    if (column === at) return use;
    return each === use && !ofSeveral.has(use) ? 'ignore' : each;
  });

/** What is sent; undefined without a column of numbers. */
export const mappingOf = (
  headings: readonly string[],
  uses: readonly ColumnUse[],
  areaCode: string | null,
): z.input<typeof importMapping> | undefined => {
  const columnsOf = (use: ColumnUse): number[] =>
    uses.flatMap((each, column) => (each === use ? [column] : []));
  const columnOf = (use: ColumnUse): number | null => columnsOf(use)[0] ?? null;
  const number = columnOf('number');
  if (number === null) return undefined;
  const extra = columnsOf('extra').map(column => ({ column, name: (headings[column] ?? '').slice(0, 100) }));
  const [surnames, otherNumbers] = [columnsOf('surname'), columnsOf('otherNumber')];
  return {
    ...{ number, name: columnOf('name'), email: columnOf('email'), extra, areaCode },
    ...(surnames.length > 0 ? { surnames } : {}),
    ...(columnOf('company') === null ? {} : { company: columnOf('company') }),
    ...(otherNumbers.length > 0 ? { otherNumbers } : {}),
  };
};
