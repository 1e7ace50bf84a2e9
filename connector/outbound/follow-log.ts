import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Provider } from '#domain/connection/events.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { follow, type Stretch } from '#eventstore/follow/follow.ts';
import { besideOthers } from '#eventstore/follow/hold.ts';
import type { FollowerReport } from '#eventstore/follow/report.ts';
import { doneUpTo, readSure, type SurePosition, sureOf } from '#eventstore/follow/sure-position.ts';
import type { Batch, EventStore, Position, Recorded } from '#eventstore/types.ts';
import { wakeChannel } from '../interface/channels.ts';
import { concernsConnector, type Following, foldBatch } from './fold-batch.ts';
import { gather } from './gather.ts';
import type { JustQueued } from './just-queued.ts';
import { type afterMerge, isMerge } from './merged.ts';

type Dependencies = Omit<Following, 'keys'> & {
  readonly pool: Pool;
  readonly store: EventStore;
  /** Hears of each batch as soon as it has come, whatever rests after it. */
  readonly hear: (batch: Batch) => void;
  /** Gets what is to be sent, before anybody is told to send it. */
  readonly justQueued: JustQueued;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly report: FollowerReport;
  readonly signal: AbortSignal;
  /** Notification in every process, once the rows are gone: what is remembered of the person goes too. */
  readonly onErased: (event: Erased) => Promise<void>;
  /** Notification in every process: a contact was merged, or is on its own again. */
  readonly onMerged: ReturnType<typeof afterMerge>;
};
type Erased = Extract<Recorded, { type: 'ContactErased' }>;

/** As readiness and metrics name it. */
export const followerName = (provider: Provider): string => `connector ${provider}`;

/**
 * Follows the log for the connections of one provider: which sessions are wanted, what is to be sent, which
 * messages have been read. Rows and checkpoint commit together, and a batch that another process has already
 * written is left out, so any number of processes may follow at once; each sees every event. What fails is tried
 * again. Rejects when the log ends too early or cannot be read.
 */
export const followLog = async (dependencies: Dependencies): Promise<void> => {
  const { pool, store, provider, log, report, signal, hear } = dependencies;
  const name = `log:${provider}`;
  let here: SurePosition | undefined;
  let unsentAfter: Position | undefined;
  await follow({
    ...{ name: followerName(provider), store, log, report, signal, hold: besideOthers },
    subscription: { categories, maxBatch, paceMs: 4, longestPaceMs: 25 },
    portions: batches => gather(telling(batches, hear), { restMs, most: maxBatch, isUrgent }),
    open: async () => {
      here ??= await heldPosition(pool, store, name);
      // What is read from the start may have been sent long ago, by rows that are gone.
      unsentAfter ??= here ?? (await store.head());
      await pool.query(startCheckpoint, [name]);
      const taking = createTaking(dependencies, { name, unsentAfter });
      const take: Stretch['take'] = async batch => {
        await taking(batch);
        here = sureOf(batch);
        return true;
      };
      return { after: here, take };
    },
  });
};

async function* telling(batches: AsyncIterable<Batch>, hear: (batch: Batch) => void): AsyncGenerator<Batch> {
  for await (const batch of batches) {
    hear(batch);
    yield batch;
  }
}

const categories = ['company', 'connection', 'contact', 'ticket', 'message'] as const;

const heldPosition = (
  pool: Pool,
  store: Pick<EventStore, 'lastBefore'>,
  name: string,
): Promise<SurePosition | undefined> =>
  inTransaction(pool, async client => {
    const row = { table: 'connector.checkpoint', where: 'name = $1', values: [name] };
    return (await readSure(client, store, row))?.position;
  });

/** Takes batches in: what means nothing here is only written down now and then. */
const createTaking = (
  dependencies: Dependencies,
  { name, unsentAfter }: { readonly name: string; readonly unsentAfter: Position },
) => {
  const { pool, justQueued, onErased, onMerged } = dependencies;
  let unwritten = 0;
  return async (batch: Batch): Promise<void> => {
    const isIdle = !batch.events.some(event => concernsConnector(event) || isMerge(event));
    unwritten += batch.events.length;
    if (isIdle && unwritten < mostUnwritten) return;
    for (const event of batch.events) if (event.position > unsentAfter) justQueued.add(event);
    await write(pool, name, { ...dependencies, keys: dependencies.store.keys }, batch);
    unwritten = 0;
    for (const event of batch.events) {
      if (event.type === 'ContactErased') await onErased(event);
      if (isMerge(event)) await onMerged(event);
    }
  };
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

const startCheckpoint =
  'insert into connector.checkpoint (name, position) values ($1, 0) on conflict do nothing';

/** So many events without meaning here may be read again after a restart, for not writing a checkpoint each time. */
const mostUnwritten = 1_000;

const write = async (pool: Pool, name: string, following: Following, batch: Batch): Promise<void> => {
  return inTransaction(pool, async client => {
    const events = await notYetWritten(client, name, batch);
    const woken = await foldBatch(client, following, events);
    await client.query({ ...finish, values: [name, batch.position, wakeChannel, [...woken]] });
  });
};

const finish = {
  name: 'checkpoint-and-wake',
  text: `with moved as (
      update connector.checkpoint set position = greatest(position, $2::bigint),
        event_position = case when position > $2::bigint then event_position else $2::bigint end
      where name = $1)
    select pg_notify($3, wake) from unnest($4::text[]) wake`,
};

const notYetWritten = async (
  client: PoolClient,
  name: string,
  batch: Batch,
): Promise<readonly Recorded[]> => {
  const { rows } = await client.query<{ position: number }>({
    name: 'checkpoint-held',
    text: `select ${doneUpTo}::float8 as position from connector.checkpoint where name = $1 for update`,
    values: [name],
  });
  const written = rows[0]?.position ?? 0;
  return batch.events.filter(event => event.position > written);
};
