import type pg from 'pg';
import { openClient } from '#eventstore/database/pool.ts';
import { ConfigError } from '../config.ts';
import { checkpointSchema, derivedSchemas, keptSchemas, listTables, remadeSchemas } from './schemas.ts';
import { mustStandStill } from './standstill.ts';
import { stamp } from './targets.ts';

export type Cleared = {
  /** The schemas that were moved aside, by the names they have now. */
  readonly aside: readonly string[];
  /** Drops what has been made since and gives them their names back. */
  readonly putBack: () => Promise<void>;
};

const nothing: Cleared = { aside: [], putBack: async () => undefined };

/**
 * Makes sure that a database of the environment holds nothing of ours; with `force`, what it holds is renamed.
 * @throws {ConfigError} when it is in use, or holds something and may not be touched.
 */
export const clearDatabase = (databaseUrl: string, force: boolean): Promise<Cleared> =>
  inTransaction(databaseUrl, async client => {
    await mustStandStill(client, 'DATABASE_URL');
    const there = await schemasOfOurs(client);
    if (!(await holdsRows(client, there))) {
      await drop(client, there);
      return nothing;
    }
    if (!force)
      throw new ConfigError(
        `The database of DATABASE_URL is not empty (${there.join(', ')}): name an empty one, or let --force rename these schemas.`,
      );
    const ending = `_before_${stamp()}`;
    for (const name of there) await rename(client, name, `${name}${ending}`);
    const putBack = () =>
      inTransaction(databaseUrl, async again => {
        await drop(again, await schemasOfOurs(again));
        for (const name of there) await rename(again, `${name}${ending}`, name);
      });
    return { aside: there.map(name => `${name}${ending}`), putBack };
  });

const inTransaction = async <Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = openClient(databaseUrl);
  await client.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
};

const schemasOfOurs = async (client: pg.Client): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string }>(
    'select nspname as name from pg_namespace where nspname = any($1)',
    [[...keptSchemas, ...derivedSchemas, ...remadeSchemas]],
  );
  return rows.map(row => row.name);
};

const drop = async (client: pg.Client, schemas: readonly string[]): Promise<void> => {
  for (const name of schemas) await client.query(`drop schema ${client.escapeIdentifier(name)} cascade`);
};

const rename = async (client: pg.Client, from: string, to: string): Promise<void> => {
  await client.query(
    `alter schema ${client.escapeIdentifier(from)} rename to ${client.escapeIdentifier(to)}`,
  );
};

const holdsRows = async (client: pg.Client, schemas: readonly string[]): Promise<boolean> => {
  for (const { schema, name } of await listTables(client, schemas)) {
    // Migrations alone write these, a checkpoint and a key.
    if (remadeSchemas.includes(schema)) continue;
    if (schema === checkpointSchema || name === 'installation_key') continue;
    const table = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
    const { rows } = await client.query<{ any: boolean }>(`select exists (select from ${table}) as any`);
    if (rows[0]?.any) return true;
  }
  return false;
};
