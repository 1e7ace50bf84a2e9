import type { z } from 'zod';
import type { ImportUpload, importMapping } from '#contracts/contact-imports.ts';

/** What a column is: a field of the contact, extra information under its heading, or nothing. */
export const columnUses = ['ignore', 'name', 'number', 'email', 'extra'] as const;
export type ColumnUse = (typeof columnUses)[number];

/** What the server thinks each column is. */
export const usesOf = ({ headings, mapping }: ImportUpload): readonly ColumnUse[] =>
  headings.map((_, column) => {
    if (mapping.number === column) return 'number';
    if (mapping.name === column) return 'name';
    if (mapping.email === column) return 'email';
    return mapping.extra.some(each => each.column === column) ? 'extra' : 'ignore';
  });

/** A column is given a use; a field has one column, so that another gives it up. */
export const withUse = (uses: readonly ColumnUse[], at: number, use: ColumnUse): readonly ColumnUse[] =>
  uses.map((each, column) => {
    if (column === at) return use;
    return each === use && use !== 'extra' ? 'ignore' : each;
  });

/** What is sent; undefined without a column of numbers. */
export const mappingOf = (
  headings: readonly string[],
  uses: readonly ColumnUse[],
  areaCode: string | null,
): z.input<typeof importMapping> | undefined => {
  const columnOf = (use: ColumnUse): number | null => {
    const column = uses.indexOf(use);
    return column < 0 ? null : column;
  };
  const number = columnOf('number');
  if (number === null) return undefined;
  const extra = uses.flatMap((use, column) =>
    use === 'extra' ? [{ column, name: (headings[column] ?? '').slice(0, 100) }] : [],
  );
  return { number, name: columnOf('name'), email: columnOf('email'), extra, areaCode };
};
