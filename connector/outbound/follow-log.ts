import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Provider } from '#domain/connection/events.ts';
import { isOfTheItem } from '#domain/shared/outage.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { follow, type Stretch } from '#eventstore/follow/follow.ts';
import { besideOthers } from '#eventstore/follow/hold.ts';
import type { FollowerReport } from '#eventstore/follow/report.ts';
import { doneUpTo, readSure, type SurePosition, sureOf } from '#eventstore/follow/sure-position.ts';
import { openParking, type Parking } from '#eventstore/parking/isolate.ts';
import type { Order } from '#eventstore/parking/order.ts';
import { holdsParked } from '#eventstore/parking/parked-rows.ts';
import { waitingIn } from '#eventstore/parking/read-waiting.ts';
import { type Retried, retried } from '#eventstore/parking/take-up.ts';
import type { Batch, EventStore, Given, Position, Recorded } from '#eventstore/types.ts';
import { wakeChannel } from '../interface/channels.ts';
import { concernsConnector, type Following, foldBatch, type Wake } from './fold-batch.ts';
import { gather } from './gather.ts';
import type { JustQueued } from './just-queued.ts';
import { type afterMerge, isMerge } from './merged.ts';

export type FollowLogDeps = Omit<Following, 'keys'> & {
  readonly pool: Pool;
  readonly store: EventStore;
  /** Hears of each batch as soon as it has come, whatever rests after it. */
  readonly hear: (batch: Batch) => void;
  /** Gets what is to be sent, before anybody is told to send it. */
  readonly justQueued: JustQueued;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
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
const checkpointOf = (provider: Provider): string => `log:${provider}`;

/** What is to be sent goes by its connection's events. */
const order: Order<Recorded> = { wholeCompany: ['connection'] };

/**
 * Follows the log for the connections of one provider: which sessions are wanted, what is to be sent, which
 * messages have been read. Rows and checkpoint commit together, and a batch that another process has already
 * written is left out, so any number of processes may follow at once; each sees every event. What cannot be read or
 * written is parked. Rejects when the log ends too early.
 */
export const followLog = async (dependencies: FollowLogDeps): Promise<void> => {
  const { pool, store, provider, log, report, signal, hear } = dependencies;
  const name = checkpointOf(provider);
  const parking = openParking<Recorded>({ follower: followerName(provider), order, log });
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
      const taking = createTaking(dependencies, { name, unsentAfter, parking });
      const take: Stretch['take'] = async (batch, from) => {
        await taking(batch, from);
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

type Taking = {
  readonly name: string;
  readonly unsentAfter: Position;
  readonly parking: Parking<Recorded>;
};

/** Takes batches in: what means nothing here is only written down now and then. */
const createTaking = (dependencies: FollowLogDeps, { name, unsentAfter, parking }: Taking) => {
  const { pool, justQueued } = dependencies;
  let unwritten = 0;
  return async (batch: Batch, from: Position): Promise<void> => {
    const isIdle =
      !batch.unreadable && !batch.events.some(event => concernsConnector(event) || isMerge(event));
    unwritten += batch.events.length;
    if (isIdle && unwritten < mostUnwritten) return;
    for (const event of batch.events) if (event.position > unsentAfter) justQueued.add(event);
    await parking.transaction(pool, async (client, takeIn) => {
      const { written, holds } = await lockCheckpoint(client, name, followerName(dependencies.provider));
      const woken = new Set<Wake>();
      await takeIn(behind(batch, written), { from, holds }, async events => {
        for (const wake of await foldBatch(client, withKeys(dependencies), events)) woken.add(wake);
      });
      await client.query({ ...finish, values: [name, batch.position, wakeChannel, [...woken]] });
    });
    unwritten = 0;
    await heed(dependencies, batch.events);
  };
};

/** How what was parked is taken up again: by one process, which tells the others nothing. */
export const logRetried = (dependencies: Omit<FollowLogDeps, 'hear' | 'justQueued' | 'report'>): Retried => {
  const { store, provider } = dependencies;
  const follower = followerName(provider);
  return retried<Recorded>({
    ...{ follower, order, source: waitingIn(store, categories) },
    lock: async client => (await lockCheckpoint(client, checkpointOf(provider), follower)).written,
    handle: async (client, events) => {
      const woken = await foldBatch(client, withKeys(dependencies), events);
      await client.query({ ...wake, values: [wakeChannel, [...woken]] });
    },
    handled: events => heed(dependencies, events),
  });
};

const withKeys = (dependencies: Omit<FollowLogDeps, 'hear' | 'justQueued' | 'report'>): Following => ({
  ...dependencies,
  keys: dependencies.store.keys,
});

/** What a process must know itself. Of what cannot be known the others are told all the same. */
const heed = async (
  { onErased, onMerged, log }: Pick<FollowLogDeps, 'onErased' | 'onMerged' | 'log'>,
  events: readonly Recorded[],
): Promise<void> => {
  for (const event of events) {
    try {
      if (event.type === 'ContactErased') await onErased(event);
      if (isMerge(event)) await onMerged(event);
    } catch (error) {
      if (!isOfTheItem(error)) throw error;
      log.error({ err: error, event: event.id }, 'a contact could not be read again');
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

const startCheckpoint =
  'insert into connector.checkpoint (name, position) values ($1, 0) on conflict do nothing';

/** So many events without meaning here may be read again after a restart, for not writing a checkpoint each time. */
const mostUnwritten = 1_000;

const finish = {
  name: 'checkpoint-and-wake',
  text: `with moved as (
      update connector.checkpoint set position = greatest(position, $2::bigint),
        event_position = case when position > $2::bigint then event_position else $2::bigint end
      where name = $1)
    select pg_notify($3, wake) from unnest($4::text[]) wake`,
};
const wake = { name: 'wake', text: 'select pg_notify($1, wake) from unnest($2::text[]) wake' };

/** How far any process has written the log, and whether anything is parked. */
const lockCheckpoint = async (
  client: PoolClient,
  name: string,
  follower: string,
): Promise<{ readonly written: Position; readonly holds: boolean }> => {
  const { rows } = await client.query<{ written: number; holds: boolean }>({
    name: 'checkpoint-held',
    text: `select ${doneUpTo}::float8 as written, ${holdsParked('$2')} as holds
      from connector.checkpoint where name = $1 for update`,
    values: [name, follower],
  });
  return rows[0] ?? { written: 0, holds: false };
};

const behind = ({ events, unreadable }: Batch, written: Position): Given => {
  const isNew = ({ position }: { readonly position: Position }) => position > written;
  return { events: events.filter(isNew), ...(unreadable && { unreadable: unreadable.filter(isNew) }) };
};
