import type { ClientBase } from 'pg';
import { projections } from '#projections/projections.ts';
import type { TableOf } from './manifest.ts';

/** The schema that says how far each read model is. */
export const checkpointSchema = 'projection';

/**
 * Read last: here a row is written before the first event that needs it, so a snapshot that is later than the
 * log's cut has them all. `secrets` holds credentials, sessions of logins and the keys of people; `media` whose
 * each stored file is.
 */
export const lateSchemas: readonly string[] = ['media', 'secrets'];

/** Read before the log's cut: here rows are written after the event that they tell of. */
export const earlySchemas: readonly string[] = [
  'connector',
  'policy',
  'contact_import',
  'integrity',
  'webhook',
  'parking',
];

/** Cannot be made from the log again: what the services keep for themselves. */
export const keptSchemas: readonly string[] = [...earlySchemas, ...lateSchemas];

/** Made again by migrations and services: which steps were taken, and who follows the log. */
export const remadeSchemas: readonly string[] = ['migration', 'following'];

/**
 * The schemas of read models, with copies that are being built or are about to be dropped, and answers to questions,
 * which are computed from the log anew.
 */
export const derivedSchemas: readonly string[] = [
  checkpointSchema,
  'questions',
  ...projections.flatMap(({ name }) => [name, `${name}_build`, `${name}_old`]),
];

/** The read models that are there, with the versions of their projections. */
export const readModelsOf = async (client: ClientBase): Promise<{ name: string; version: number }[]> => {
  const { rows } = await client.query<{ name: string; version: number }>(
    `select name, version from projection.checkpoint join pg_namespace on nspname = name
     where name = any($1) order by name`,
    [projections.map(({ name }) => name)],
  );
  return rows;
};

/** The tables of some schemas with the columns that can be written, those that others refer to first. */
export const listTables = async (
  client: ClientBase,
  schemas: readonly string[],
): Promise<Omit<TableOf, 'rows'>[]> => {
  const { rows } = await client.query<Omit<TableOf, 'rows'> & { refersTo: string[] }>(
    `select n.nspname as schema, c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       (select coalesce(array_agg(distinct f.confrelid::regclass::text), '{}') from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as "refersTo"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'r' order by 1, 2`,
    [schemas],
  );
  const listed: typeof rows = [];
  const isListed = (name: string) => listed.some(table => `${table.schema}.${table.name}` === name);
  for (let left = rows; left.length > 0; ) {
    const ready = left.filter(table => table.refersTo.every(isListed));
    const next = ready.length > 0 ? ready : left;
    listed.push(...next);
    left = left.filter(table => !next.includes(table));
  }
  return listed.map(({ schema, name, columns }) => ({ schema, name, columns }));
};
