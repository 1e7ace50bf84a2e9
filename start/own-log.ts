import type { Client } from 'pg';
import {
  ForeignLog,
  foundingStream,
  judgeLog,
  type Knowledge,
  type LogSeen,
  lookedAt,
  ownLog,
  seenIn,
} from '#commands/installation/own-log.ts';
import { parseStreamName } from '#domain/shared/stream.ts';
import { openEventStore } from '#eventstore/client.ts';
import { openClient } from '#eventstore/database/pool.ts';
import type { HeldFile } from '#eventstore/embedded/held-file.ts';
import { readDigest } from '#eventstore/person-keys/digest.ts';
import { WrongMasterKey } from '#eventstore/person-keys/wrapping.ts';
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

const asSentence = (error: unknown): never => {
  if (error instanceof StoreRefused) throw new ConfigError(`${error.message}.`);
  if (error instanceof ForeignLog || error instanceof WrongMasterKey) throw new ConfigError(error.message);
  throw error;
};

const withStore = async <Result>(
  url: string,
  keys: PersonKeys,
  work: (store: EventStore) => Promise<Result>,
): Promise<Result> => {
  const store = openEventStore({ connectionString: url, keys });
  return work(store).catch(asSentence).finally(store.close);
};

/** Whom events tell of is left out, as of people who were erased: no key of theirs is needed. */
const keysOfNobody = (): PersonKeys => ({
  ...memoryPersonKeys(),
  forReading: async persons => new Map(persons.map(person => [person, undefined])),
});

const seenInFile = (file: HeldFile): LogSeen => {
  const streams = file.firstStreams(lookedAt);
  const companies = streams.flatMap(name => parseStreamName(name)?.companyId ?? []);
  return {
    isEmpty: streams.length === 0,
    founding: file.firstOf(foundingStream),
    companies: async () => [...new Set(companies)],
  };
};

const noLog: LogSeen = { isEmpty: true, founding: undefined, companies: async () => [] };

/**
 * Looks whether log and database belong together, and changes neither: the log of EVENTSTORE_URL, or of an embedded node
 * that does not run, or none at all. Answers whether the log says so itself.
 * @throws {ConfigError} when it belongs to another installation, or PERSONAL_KEY to another database.
 */
export const mustBelongTogether = async (
  { databaseUrl, eventstoreUrl }: Stores,
  file: HeldFile | undefined,
  masterKey: string,
): Promise<'founded' | 'to be founded'> => {
  if (!databaseUrl) return 'to be founded';
  const judge = (seen: LogSeen) => withClient(databaseUrl, client => judgeBy(client, seen, masterKey));
  if (eventstoreUrl)
    return withStore(eventstoreUrl, keysOfNobody(), async store => judge(await seenIn(store)));
  return judge(file ? seenInFile(file) : noLog).catch(asSentence);
};

const judgeBy = async (client: Client, seen: LogSeen, masterKey: string) => {
  const digest = await readDigest(client, masterKey);
  if (digest) return judgeLog(seen, knowledgeOf(client), digest);
  if (!seen.isEmpty)
    throw new ForeignLog(
      'The event store holds the log of another installation, and the database is new: set DATABASE_URL to the database that belongs to the log, or EVENTSTORE_URL to an empty one. Nothing was written.',
    );
  return 'to be founded';
};

/**
 * Says in a log that is new or of before that it belongs to the database, after looking once more whether it does.
 * @throws {ConfigError} when it belongs to another installation.
 */
export const foundLog = async ({ databaseUrl, eventstoreUrl }: Stores, keys: PersonKeys): Promise<void> => {
  if (!databaseUrl || !eventstoreUrl) return;
  await withClient(databaseUrl, client =>
    withStore(eventstoreUrl, keys, store => ownLog(store, knowledgeOf(client))),
  );
};
