import type { Column } from './table.ts';

/** The type in which a column's values travel, as elements of one array. Arrays do not nest: they travel as text. */
export const travelType = ({ sql }: Column<unknown>): string => (sql === 'uuid[]' ? 'text' : sql);

/** An array literal of Postgres for the values of one column. */
export const arrayLiteral = (column: Column<unknown>, values: readonly unknown[]): string => {
  const element = elements[column.sql] ?? quoted;
  let literal = '{';
  for (const [index, value] of values.entries()) {
    if (index > 0) literal += ',';
    literal += value === null || value === undefined ? 'NULL' : element(value);
  }
  return `${literal}}`;
};

/** Postgres has no place for the character 0 in a text. */
const clean = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text);

const quoted = (value: unknown): string => {
  const text = String(value);
  if (!special.test(text)) return `"${text}"`;
  return `"${clean(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
};
/** What is as long as ids and instants are has no character that an array gives a meaning; anything else is quoted. */
const bare =
  (length: number) =>
  (value: unknown): string =>
    typeof value === 'string' && value.length === length ? value : quoted(value);
const special = /["\\\0]/;
const cleaned = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? clean(value).toWellFormed() : value;

const elements: Readonly<Partial<Record<Column<unknown>['sql'], (value: unknown) => string>>> = {
  int4: String,
  int8: String,
  bool: String,
  uuid: bare(36),
  timestamptz: bare(24),
  jsonb: value => quoted(JSON.stringify(value, cleaned)),
  'uuid[]': value => quoted(`{${Array.isArray(value) ? value.join(',') : ''}}`),
};
