import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Category } from '#domain/shared/stream.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { follow } from '#eventstore/follow/follow.ts';
import { besideOthers } from '#eventstore/follow/hold.ts';
import { type FollowerReport, unwatched } from '#eventstore/follow/report.ts';
import { readSure, type SurePosition } from '#eventstore/follow/sure-position.ts';
import type { Batch, EventStore, Position } from '#eventstore/types.ts';
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

/**
 * Where the log is followed from, for the first time: its end, since nobody had endpoints before there was this. Gateways
 * call it before they take anything in, so that no endpoint is made behind that place. Throws StoreUnavailable.
 */
export const beginAtLogEnd = async (pool: Pool, store: EventsDeps['store']): Promise<void> => {
  await inTransaction(pool, client => lockProgress(client, store));
};

/**
 * Follows the log until the signal aborts and notes what is to be delivered to whom; the rows and the checkpoint are
 * one transaction. Several processes may do it at once: one takes each batch in.
 */
export const followEvents = async (deps: EventsDeps): Promise<void> => {
  const { pool, store, log, signal, now } = deps;
  const name = webhookFollowers.events;
  try {
    await follow({
      ...{ name, store, log, signal, report: deps.reportOf?.(name) ?? unwatched, hold: besideOthers },
      subscription: { categories, maxBatch: 1_000, paceMs: 20, longestPaceMs: 40 },
      open: async () => {
        const after = await inTransaction(pool, client => lockProgress(client, store));
        const take = takingBatches(pool, after, now);
        return { after, take };
      },
    });
  } catch (error) {
    log.error({ err: error }, 'webhooks do not follow the log any more');
  }
};

/** While nothing concerns anybody, the place in the log is written down so seldom. */
const idleWriteMs = 1_000;

/**
 * Takes batches in from the place that is written down. While nobody has an endpoint that they concern, only the place is
 * written, now and then: what is read again then notes nothing either.
 */
export const takingBatches = (pool: Pool, after: Position, now: () => Date) => {
  let [written, writtenAt] = [after, now().getTime()];
  return async (batch: Batch): Promise<boolean> => {
    const at = now();
    const isEarly = at.getTime() - writtenAt < idleWriteMs;
    if (isEarly && !(await concernSomebody(pool, batch.events))) return true;
    if (!(await takeBatch(pool, batch, written, at))) return false;
    [written, writtenAt] = [Math.max(written, batch.position), at.getTime()];
    return true;
  };
};

const concernSomebody = async (pool: Pool, events: Batch['events']): Promise<boolean> => {
  if (events.length === 0) return false;
  if (events.some(({ category }) => category === 'webhook')) return true;
  return (await endpointsOf(pool, [...new Set(events.map(({ companyId }) => companyId))])).size > 0;
};

/** Answers false when the checkpoint is not where this process left it. */
export const takeBatch = (pool: Pool, batch: Batch, from: Position, now: Date): Promise<boolean> => {
  if (batch.position <= from) return Promise.resolve(true);
  return inTransaction(pool, async client => {
    if ((await lockForBatch(client)) !== from) return false;
    await noteDeliveries(client, batch.events, now);
    await client.query({ name: 'move_webhooks', text: moving, values: [batch.position] });
    return true;
  });
};

/** Not waited for until it is on disk: a commit that is lost is only done again. */
const lockForBatch = async (client: PoolClient): Promise<Position | undefined> => {
  const { rows } = await client.query<{ position: string }>({ name: 'lock_webhooks', text: locking });
  return rows[0] && Number(rows[0].position);
};

const locking = `select position, set_config('synchronous_commit', 'off', true) from webhook.progress for update`;
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
