import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Provider } from '#domain/connection/events.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import type { Batch, EventStore, Recorded } from '#eventstore/types.ts';
import { isOutage, persistently } from '../retry.ts';
import { wakeChannel } from '../wake-listener.ts';
import { concernsConnector, foldBatch } from './fold-batch.ts';
import { gather } from './gather.ts';
import type { JustQueued } from './just-queued.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly provider: Provider;
  /** Gets what is to be sent, before anybody is told to send it. */
  readonly justQueued: JustQueued;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Told in every process, once the rows are gone: what is remembered of the person goes too. */
  readonly onErased: (event: Erased) => Promise<void>;
  /** Told in every process: a contact was merged, or is on its own again. */
  readonly onMerged: (contact: { readonly companyId: string; readonly contactId: string }) => Promise<void>;
};
type Erased = Extract<Recorded, { type: 'ContactErased' }>;

/**
 * Follows the log for the connections of one provider: which sessions are wanted, what is to be sent, which
 * messages have been read. Rows and checkpoint commit together, and a batch that another process has already
 * written is left out, so any number of processes may follow at once. Rejects when an event cannot be written.
 */
export const followLog = async (dependencies: Dependencies): Promise<void> => {
  const { pool, store, provider, justQueued, log, signal } = dependencies;
  const name = `log:${provider}`;
  const { rows } = await persistently(
    () =>
      pool.query<{ position: number }>(
        'select position::float8 as position from connector.checkpoint where name = $1',
        [name],
      ),
    { signal },
  );
  const after = rows[0]?.position;
  // What is read from the start may have been sent long ago, by rows that are gone.
  const unsentAfter = after ?? (await persistently(() => store.head(), { signal }));
  const categories = ['company', 'connection', 'contact', 'ticket', 'message'] as const;
  await persistently(() => pool.query(startCheckpoint, [name]), { signal });
  let unwritten = 0;
  const batches = store.subscribe({ after, categories, maxBatch, paceMs: 4, signal });
  for await (const batch of gather(batches, { restMs, most: maxBatch, isUrgent })) {
    unwritten += batch.events.length;
    if (!batch.events.some(event => concernsConnector(event) || isMerge(event)) && unwritten < mostUnwritten)
      continue;
    unwritten = 0;
    for (const event of batch.events) if (event.position > unsentAfter) justQueued.add(event);
    await persistently(() => write(pool, name, provider, batch), { signal }).catch(error => {
      if (!isOutage(error)) log.error({ err: error, position: batch.position }, 'cannot follow the log');
      throw error;
    });
    for (const event of batch.events) {
      if (event.type === 'ContactErased') await dependencies.onErased(event);
      if (isMerge(event))
        await dependencies.onMerged({ companyId: event.companyId, contactId: event.entityId });
    }
  }
};

const maxBatch = 500;
/** What was received, and who wrote it, is asked for by what comes after it in the log. */
const restMs = 200;
const isUrgent = ({ events }: Batch): boolean =>
  events.some(event => concernsConnector(event) && !mayRest(event));
const mayRest = (event: Recorded): boolean =>
  event.type === 'ContactCreated' ||
  event.type === 'ContactIdentified' ||
  (event.type === 'MessageReceived' && !event.data.waKey.fromMe);

const merges: ReadonlySet<string> = new Set([
  'ContactsMerged',
  'ContactMergedInto',
  'ContactsUnmerged',
  'ContactUnmergedFrom',
]);
const isMerge = (event: Recorded): boolean => merges.has(event.type);

const startCheckpoint =
  'insert into connector.checkpoint (name, position) values ($1, 0) on conflict do nothing';

/** So many events without meaning here may be read again after a restart, for not writing a checkpoint each time. */
const mostUnwritten = 1_000;

const write = async (pool: Pool, name: string, provider: Provider, batch: Batch): Promise<void> => {
  return inTransaction(pool, async client => {
    const events = await notYetWritten(client, name, batch);
    const woken = await foldBatch(client, provider, events);
    await client.query({ ...finish, values: [name, batch.position, wakeChannel, [...woken]] });
  });
};

const finish = {
  name: 'checkpoint-and-wake',
  text: `with moved as (
      update connector.checkpoint set position = greatest(position, $2::bigint) where name = $1)
    select pg_notify($3, wake) from unnest($4::text[]) wake`,
};

const notYetWritten = async (
  client: PoolClient,
  name: string,
  batch: Batch,
): Promise<readonly Recorded[]> => {
  const { rows } = await client.query<{ position: number }>({
    name: 'checkpoint-held',
    text: 'select position::float8 as position from connector.checkpoint where name = $1 for update',
    values: [name],
  });
  const written = rows[0]?.position ?? 0;
  return batch.events.filter(event => event.position > written);
};
