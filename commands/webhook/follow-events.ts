import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Category } from '#domain/shared/stream.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { follow } from '#eventstore/follow/follow.ts';
import { besideOthers } from '#eventstore/follow/hold.ts';
import { type FollowerReport, unwatched } from '#eventstore/follow/report.ts';
import { readSure, type SurePosition } from '#eventstore/follow/sure-position.ts';
import { openParking, type Parking } from '#eventstore/parking/isolate.ts';
import type { Order } from '#eventstore/parking/order.ts';
import { holdsParked } from '#eventstore/parking/parked-rows.ts';
import { waitingIn } from '#eventstore/parking/read-waiting.ts';
import { type Retried, retried } from '#eventstore/parking/take-up.ts';
import type { Batch, EventStore, Position, Recorded, Unreadable } from '#eventstore/types.ts';
import { endpointsOf } from './endpoint-rows.ts';
import { webhookFollowers } from './names.ts';
import { noteDeliveries } from './note-deliveries.ts';

export type EventsDeps = {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'subscribe' | 'head' | 'lastBefore'>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly signal: AbortSignal;
  readonly reportOf?: ((name: string) => FollowerReport) | undefined;
  readonly now: () => Date;
};

/** Where events stand that are told outside, and the endpoints' own. */
const categories: readonly Category[] = ['webhook', 'message', 'ticket', 'contact', 'connection'];
/** What an endpoint is told goes by its own events before it. */
const order: Order<Recorded> = { wholeCompany: ['webhook'] };

/**
 * Where the log is followed from, for the first time: its end, since nobody had endpoints before there was this. Gateways
 * call it before they take anything in, so that no endpoint is made behind that place. Throws StoreUnavailable.
 */
export const beginAtLogEnd = async (pool: Pool, store: EventsDeps['store']): Promise<void> => {
  await inTransaction(pool, client => lockProgress(client, store));
};

/**
 * Follows the log until the signal aborts and notes what is to be delivered to whom; the rows and the checkpoint are
 * one transaction. What cannot be read or noted is parked. Several processes may do it at once: one takes each batch in.
 */
export const followEvents = async (deps: EventsDeps): Promise<void> => {
  const { pool, store, log, signal, now } = deps;
  const name = webhookFollowers.events;
  const taking = { pool, now, parking: webhookParking(log) };
  try {
    await follow({
      ...{ name, store, log, signal, report: deps.reportOf?.(name) ?? unwatched, hold: besideOthers },
      subscription: { categories, maxBatch: 1_000, paceMs: 20, longestPaceMs: 40 },
      open: async () => {
        const after = await inTransaction(pool, client => lockProgress(client, store));
        return { after, take: takingBatches(taking, after) };
      },
    });
  } catch (error) {
    log.error({ err: error }, 'webhooks do not follow the log any more');
  }
};

export const webhookParking = (log: EventsDeps['log']): Parking<Recorded> =>
  openParking({ follower: webhookFollowers.events, order, log });

/** How what was parked is taken up again. */
export const webhooksRetried = ({
  store,
  now,
}: {
  readonly store: Pick<EventStore, 'loadGiven' | 'subscribe'>;
  readonly now: () => Date;
}): Retried =>
  retried<Recorded>({
    ...{ follower: webhookFollowers.events, order },
    lock: async client => (await lockForBatch(client))?.position,
    handle: (client, events) => noteDeliveries(client, events, now()),
    source: waitingIn(store, categories),
  });

type Taking = {
  readonly pool: Pool;
  readonly parking: Parking<Recorded>;
  readonly now: () => Date;
};

/** While nothing concerns anybody, the place in the log is written down so seldom. */
const idleWriteMs = 1_000;

/**
 * Takes batches in from the place that is written down. While nobody has an endpoint that they concern, only the place is
 * written, now and then: what is read again then notes nothing either.
 */
export const takingBatches = (taking: Taking, after: Position) => {
  const { pool, now } = taking;
  let [written, writtenAt] = [after, now().getTime()];
  return async (batch: Batch): Promise<boolean> => {
    const at = now();
    const isEarly = at.getTime() - writtenAt < idleWriteMs;
    if (isEarly && !(await concernSomebody(pool, batch))) return true;
    const unreadable = await theirUnreadable(pool, batch);
    if (!(await takeBatch(taking, { ...batch, unreadable }, written))) return false;
    [written, writtenAt] = [Math.max(written, batch.position), at.getTime()];
    return true;
  };
};

type Own = Pick<Recorded, 'category' | 'companyId'>;
const isOfEndpoint = ({ category }: Own): boolean => category === 'webhook';
const companiesOf = (events: readonly Own[]): readonly string[] => [
  ...new Set(events.map(({ companyId }) => companyId)),
];

const concernSomebody = async (pool: Pool, { events, unreadable = [] }: Batch): Promise<boolean> => {
  const all = [...events, ...unreadable];
  if (all.length === 0) return false;
  return all.some(isOfEndpoint) || (await endpointsOf(pool, companiesOf(all))).size > 0;
};

/** Of what cannot be read only what somebody would be told of is missed. */
const theirUnreadable = async (pool: Pool, { unreadable = [] }: Batch): Promise<readonly Unreadable[]> => {
  if (unreadable.length === 0) return unreadable;
  const endpoints = [...(await endpointsOf(pool, companiesOf(unreadable))).values()];
  const theirs = new Set(endpoints.map(({ companyId }) => companyId));
  return unreadable.filter(event => isOfEndpoint(event) || theirs.has(event.companyId));
};

/** Answers false when the checkpoint is not where this process left it. */
export const takeBatch = ({ pool, parking, now }: Taking, batch: Batch, from: Position): Promise<boolean> => {
  if (batch.position <= from) return Promise.resolve(true);
  return parking.transaction(pool, async (client, takeIn) => {
    const found = await lockForBatch(client);
    if (found?.position !== from) return false;
    const at = now();
    await takeIn(batch, { from, holds: found.holds }, events => noteDeliveries(client, events, at));
    await client.query({ name: 'move_webhooks', text: moving, values: [batch.position] });
    return true;
  });
};

type Locked = { readonly position: Position; readonly holds: boolean };

/** Not waited for until it is on disk: a commit that is lost is only done again. */
const lockForBatch = async (client: PoolClient): Promise<Locked | undefined> => {
  const { rows } = await client.query<{ position: string; holds: boolean }>({
    name: 'lock_webhooks',
    text: locking,
    values: [webhookFollowers.events],
  });
  return rows[0] && { position: Number(rows[0].position), holds: rows[0].holds };
};

const locking = `
  select position, ${holdsParked('$1')} as holds, set_config('synchronous_commit', 'off', true)
  from webhook.progress for update`;
const moving = 'update webhook.progress set position = $1, event_position = $1';

const row = { table: 'webhook.progress' };

const lockProgress = async (client: PoolClient, store: EventsDeps['store']): Promise<SurePosition> => {
  const known = await readSure(client, store, row);
  if (known) return known.position;
  const text = `insert into webhook.progress (position, event_position) values ($1, $1) on conflict do nothing`;
  await client.query(text, [await store.head()]);
  const begun = await readSure(client, store, row);
  if (!begun) throw new Error('webhook.progress lacks its row');
  return begun.position;
};
