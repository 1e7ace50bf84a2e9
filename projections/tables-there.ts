import type { ClientBase, Pool } from 'pg';
import type { Fold, Projection } from './kit/projection.ts';

const tablesThere = async (db: Pool | ClientBase, schema: string): Promise<ReadonlySet<string>> => {
  const text = 'select tablename from pg_tables where schemaname = $1';
  const { rows } = await db.query<{ tablename: string }>(text, [schema]);
  return new Set(rows.map(({ tablename }) => tablename));
};

/** The folds whose tables the database does not have yet. */
export const missingFolds = async (
  db: Pool | ClientBase,
  { name, folds }: Projection,
): Promise<readonly Fold[]> => {
  const there = await tablesThere(db, name);
  return folds.filter(({ table }) => !there.has(table.name));
};

/** Tables that a later version of the service has added: who writes without them leaves them behind. */
export const unknownTables = async (
  db: Pool | ClientBase,
  { name, folds }: Projection,
): Promise<readonly string[]> => {
  const known = new Set(folds.map(({ table }) => table.name));
  return [...(await tablesThere(db, name))].filter(table => !known.has(table));
};
