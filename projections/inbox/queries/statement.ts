import { createHash } from 'node:crypto';

/** Collects the values of a statement: `$n` for each. */
export const parameters = () => {
  const values: unknown[] = [];
  return {
    values,
    add: (value: unknown): string => {
      values.push(value);
      return `$${values.length}`;
    },
  };
};
export type Parameters = ReturnType<typeof parameters>;

const names = new Map<string, string>();

/** A statement's name follows from its text, so that each shape of a filter is prepared once a connection. */
export const nameOf = (prefix: string, text: string): string => {
  const known = names.get(text);
  if (known) return known;
  const name = `${prefix}_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  names.set(text, name);
  return name;
};

const separator = '~';

/** Where a page ended, as a text that only we read. */
export const cursorOf = (...parts: readonly (string | number)[]): string =>
  Buffer.from(parts.join(separator)).toString('base64url');

/** The parts of a cursor; undefined when it is not one of ours. */
export const readCursor = (cursor: string | undefined, kinds: readonly RegExp[]): string[] | undefined => {
  if (!cursor) return undefined;
  const parts = Buffer.from(cursor, 'base64url').toString('utf8').split(separator);
  const ours = parts.length === kinds.length && kinds.every((kind, index) => isOf(kind, parts[index] ?? ''));
  return ours ? parts : undefined;
};

const isOf = (kind: RegExp, part: string): boolean =>
  kind.test(part) && (kind !== instantPattern || isInstant(part));

/** Days that no calendar has are no instants, whatever they look like. */
const isInstant = (text: string): boolean => {
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString() === text;
};

export const instantPattern = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const numberPattern = /^\d{1,16}$/;

/** A text as ILIKE takes it literally, anywhere in a value. */
export const containing = (search: string): string => `%${search.trim().replaceAll(/[\\%_]/g, '\\$&')}%`;
