import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { openPool } from '#eventstore/database/pool.ts';
import { migratePersonKeys } from '#eventstore/person-keys/migrate.ts';
import { projections } from '#projections/projections.ts';
import { ConfigError } from '../config.ts';
import { migrateAll } from '../migrate-all.ts';
import type { Manifest, TableOf } from './manifest.ts';
import { checkpointSchema, keptSchemas, listTables } from './schemas.ts';
import { countRows, emptyTables, insertRows, setSequences } from './table-rows.ts';

/**
 * Makes every schema of the product in a new database, empty, as its services would on their first start. The keys
 * that lie in it then are under a master key that nobody knows: a restore puts its own in their place.
 */
export const makeSchemas = async (databaseUrl: string): Promise<void> => {
  await migrateAll(databaseUrl);
  const pool = openPool({ connectionString: databaseUrl, max: 1 });
  await migratePersonKeys(pool, randomBytes(32).toString('base64')).finally(() => pool.end());
};

/** Which read models of a backup can be used: those of the version that this product would make. */
export const usableReadModels = ({ readModels }: Manifest): string[] =>
  readModels
    .filter(({ name, version }) => projections.some(each => each.name === name && each.version === version))
    .map(({ name }) => name);

/**
 * The tables of a backup that are to be filled. Read models are left out unless named.
 * @throws {ConfigError} when the database has no such table or column: the backup is of a newer version.
 */
export const tablesToFill = async (
  client: pg.Client,
  manifest: Manifest,
  readModels: readonly string[],
): Promise<TableOf[]> => {
  const derived = [checkpointSchema, ...manifest.readModels.map(({ name }) => name)];
  const wanted = manifest.tables.filter(
    ({ schema }) => !derived.includes(schema) || readModels.includes(schema),
  );
  const there = await listTables(client, [...new Set(wanted.map(({ schema }) => schema))]);
  for (const { schema, name, columns } of wanted) {
    const table = there.find(each => each.schema === schema && each.name === name);
    const lacking = columns.filter(column => !table?.columns.includes(column));
    if (table && lacking.length === 0) continue;
    const what = table ? `${schema}.${name}.${lacking[0]}` : `${schema}.${name}`;
    throw new ConfigError(
      `This version does not know ${what}: the backup was made by ${manifest.product}; restore it with that version.`,
    );
  }
  return wanted;
};

/**
 * Fills tables inside the open transaction: `rowsOf` gives the lines of all tables in the backup's order. At the
 * end every table has as many rows as were backed up, and no connector holds a session.
 */
export const openFilling = async (client: pg.Client, manifest: Manifest, tables: readonly TableOf[]) => {
  await emptyTables(client, [...(await listTables(client, keptSchemas)), ...tables]);
  return {
    /** Answers whether the table was one to be filled. */
    add: async (name: string, lines: readonly string[]): Promise<boolean> => {
      const table = tables.find(each => `${each.schema}.${each.name}` === name);
      if (table) await insertRows(client, table, lines);
      return table !== undefined;
    },
    finish: async (): Promise<void> => {
      const schemas = tables.map(({ schema }) => schema);
      await setSequences(
        client,
        manifest.sequences.filter(({ schema }) => schemas.includes(schema)),
      );
      for (const table of tables) {
        const count = await countRows(client, table);
        if (count !== table.rows)
          throw new Error(`${table.schema}.${table.name} has ${count} rows instead of ${table.rows}.`);
      }
      await client.query('update connector.session set lease_owner = null, lease_until = null');
    },
  };
};

/** Read models that came along stand where they stood. */
export const setCheckpoints = async (
  client: pg.Client,
  lines: readonly string[],
  readModels: readonly string[],
): Promise<void> => {
  await client.query(
    `insert into projection.checkpoint
     select r.* from json_populate_recordset(null::projection.checkpoint, $1::json) r where r.name = any($2)
     on conflict (name) do update set version = excluded.version, position = excluded.position,
       event_position = excluded.event_position, head = excluded.head, live = false, error = null, taken_up = excluded.taken_up`,
    [`[${lines.join(',')}]`, readModels],
  );
};

/** What waited in read models that came along waits there again. */
export const setParked = async (
  client: pg.Client,
  lines: readonly string[],
  readModels: readonly string[],
): Promise<void> => {
  await client.query(
    `insert into projection.parked
     select r.* from json_populate_recordset(null::projection.parked, $1::json) r where r.name = any($2)`,
    [`[${lines.join(',')}]`, readModels],
  );
};
