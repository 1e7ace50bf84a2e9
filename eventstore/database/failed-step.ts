import { isOutage } from '#domain/shared/outage.ts';

/** A step of a migration cannot be taken. Its message says which, at what table, and what Postgres says. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed';
}

type Place = { readonly area: string };
type Failed = { readonly number: number; readonly name: string; readonly sql: string };

/** Throws what a step of an area has failed with: MigrationFailed, or the error itself where Postgres went away. */
export const failedStep = ({ area }: Place, { number, name, sql }: Failed, error: unknown): never => {
  if (!(error instanceof Error) || isOutage(error)) throw error;
  const tables = concernedBy(error, sql);
  const where = tables.length === 0 ? '' : ` at ${tables.join(', ')}`;
  throw new MigrationFailed(`step ${number} of ${area} ("${name}")${where}: ${error.message}`, {
    cause: error,
  });
};

const mostNamed = 3;
const made =
  /\b(?:table|view|update|into|from|on|exists)\s+(?:only\s+)?([a-z_]+\.[a-z_]+)|to_regclass\('([a-z_.]+)'\)/g;

/** What Postgres names, or else the tables of the step that its words are about, or else all of a small step. */
const concernedBy = (error: Error, sql: string): readonly string[] => {
  const { schema, table, internalQuery, position } = error as PostgresError;
  if (schema && table) return [`${schema}.${table}`];
  const ofStep = tablesIn(sql);
  const statement = internalQuery ?? (position ? statementAt(sql, Number(position)) : '');
  const near = tablesIn(statement).filter(name => ofStep.includes(name));
  if (near.length > 0) return near;
  const named = ofStep.filter(name => new RegExp(`"(${name}|${name.split('.')[1]})"`).test(error.message));
  return named.length > 0 ? named : ofStep.length <= mostNamed ? ofStep : [];
};

type PostgresError = {
  readonly schema?: string;
  readonly table?: string;
  /** The statement within a function or a block that failed. */
  readonly internalQuery?: string;
  /** Where in the text it failed, counted from 1. */
  readonly position?: string;
};

const tablesIn = (sql: string): readonly string[] => [
  ...new Set([...sql.matchAll(made)].map(([, one, other]) => one ?? other ?? '')),
];

const statementAt = (sql: string, position: number): string => {
  const from = sql.lastIndexOf(';', position - 1) + 1;
  const to = sql.indexOf(';', position);
  return sql.slice(from, to < 0 ? undefined : to);
};
