import type { Client } from 'pg';
import { ForeignLog, type Knowledge, ownLog } from '#commands/installation/own-log.ts';
import { openEventStore } from '#eventstore/client.ts';
import { openClient } from '#eventstore/database/pool.ts';
import { memoryPersonKeys, type PersonKeys } from '#eventstore/person-keys.ts';
import { type EventStore, StoreRefused } from '#eventstore/types.ts';
import { type Config, ConfigError } from './config.ts';

type Stores = Pick<Config, 'databaseUrl' | 'eventstoreUrl'>;

const withClient = async <Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> => {
  const client = openClient(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};

const holds = async (
  client: Client,
  table: string,
  where = 'true',
  values: unknown[] = [],
): Promise<boolean> => {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    table,
  ]);
  if (!rows[0]?.there) return false;
  return (await client.query(`select from ${table} where ${where} limit 1`, values)).rowCount === 1;
};

const knowledgeOf = (client: Client): Knowledge => ({
  knowsAny: async companyIds => {
    for (const table of ['secrets.person_key', 'secrets.credential'])
      if (await holds(client, table, 'company_id = any($1::uuid[])', [companyIds])) return true;
    return false;
  },
  hasRead: () => holds(client, 'projection.checkpoint', 'position > 0'),
});

const withStore = async (
  url: string,
  keys: PersonKeys,
  work: (store: EventStore) => Promise<void>,
): Promise<void> => {
  const store = openEventStore({ connectionString: url, keys });
  try {
    await work(store);
  } catch (error) {
    if (error instanceof StoreRefused) throw new ConfigError(`${error.message}.`);
    throw error instanceof ForeignLog ? new ConfigError(error.message) : error;
  } finally {
    await store.close();
  }
};

/**
 * Looks before the first write to a new database whether the event store is as new.
 * @throws {ConfigError} when there is a log, which can only be another installation's.
 */
export const mustBeNewTogether = async ({ databaseUrl, eventstoreUrl }: Stores): Promise<void> => {
  if (!databaseUrl || !eventstoreUrl) return;
  const isKnown = await withClient(databaseUrl, client => holds(client, 'secrets.installation_key'));
  if (isKnown) return;
  await withStore(eventstoreUrl, memoryPersonKeys(), async store => {
    if ((await store.head()) > 0)
      throw new ForeignLog(
        'The event store holds the log of another installation, and the database is new: set DATABASE_URL to the database that belongs to the log, or EVENTSTORE_URL to an empty one. Nothing was written.',
      );
  });
};

/**
 * Looks whether the log belongs to the database, and says so in a log that is new or of before.
 * @throws {ConfigError} when it belongs to another installation.
 */
export const mustOwnLog = async ({ databaseUrl, eventstoreUrl }: Stores, keys: PersonKeys): Promise<void> => {
  if (!databaseUrl || !eventstoreUrl) return;
  await withClient(databaseUrl, client =>
    withStore(eventstoreUrl, keys, store => ownLog(store, knowledgeOf(client))),
  );
};
