import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Category } from '#domain/shared/stream.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { follow } from '#eventstore/follow/follow.ts';
import { besideOthers } from '#eventstore/follow/hold.ts';
import { type FollowerReport, unwatched } from '#eventstore/follow/report.ts';
import { openParking, type Parking } from '#eventstore/parking/isolate.ts';
import type { Order, Parkable } from '#eventstore/parking/order.ts';
import { type TakingUp, waitingIn } from '#eventstore/parking/read-waiting.ts';
import type { Batch, EventStore, Position, Recorded } from '#eventstore/types.ts';
import { lockCheckpoint, lockForBatch, moveCheckpoint } from './checkpoint.ts';
import { followerName } from './names.ts';

/** What follows from events: commands, and other lasting actions. */
export type Policy = {
  /** Also the name of its checkpoint. */
  readonly name: string;
  readonly categories: readonly Category[];
  /**
   * What it does about the present must not be done about the past: it begins at the end that the log has when it runs
   * for the first time.
   */
  readonly beginsAtEnd?: boolean;
  /** At least so many milliseconds between two batches: longer where nobody waits for what it does; 100 by default. */
  readonly paceMs?: number;
  /** What waits with an event that it cannot read or handle; by default that event's stream. */
  readonly order?: Order<Recorded>;
  /**
   * Takes events in, in the log's order. What it remembers it writes through the client: that commits with the
   * checkpoint. What it does besides is done before, and done again after a crash: it must be idempotent. `late` events
   * were parked, and those of other streams that came after them are taken in already.
   */
  readonly react: (client: PoolClient, events: readonly Recorded[], when?: 'late') => Promise<void>;
  /** An event is parked: what it says is not known, or could not be done. */
  readonly parked?: (client: PoolClient, event: Parkable) => Promise<void>;
};

export type FollowDeps = {
  readonly store: Pick<EventStore, 'subscribe' | 'head' | 'lastBefore'>;
  readonly pool: Pool;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly signal: AbortSignal;
  /** Where a follower of this name says how it stands. */
  readonly reportOf?: ((name: string) => FollowerReport) | undefined;
};

const usualPaceMs = 100;

/**
 * Runs a policy until the signal aborts, from its checkpoint on. Survives outages of whatever it needs, tries again
 * what fails, parks what it cannot read or handle, and stops when the log ends before its checkpoint. Several processes
 * may run it at once: its checkpoint is locked while a batch is taken in, and who finds it moved goes on from there.
 */
export const followPolicy = async (deps: FollowDeps, policy: Policy): Promise<void> => {
  const { store, log, signal, pool } = deps;
  const name = followerName(policy.name);
  const { categories, order = {}, parked, paceMs = usualPaceMs } = policy;
  const parking = openParking<Recorded>({ follower: name, order, log, ...(parked && { onParked: parked }) });
  try {
    await follow({
      ...{ name, store, log, signal, report: deps.reportOf?.(name) ?? unwatched, hold: besideOthers },
      subscription: { categories, maxBatch: 1_000, paceMs },
      open: async () => ({
        after: await inTransaction(pool, async client => {
          const beginsAt = policy.beginsAtEnd ? await store.head() : 0;
          return lockCheckpoint(client, store, { name: policy.name, beginsAt });
        }),
        take: (batch, from) => take({ pool, parking, policy }, batch, from),
      }),
    });
  } catch (error) {
    log.error({ err: error, policy: policy.name }, 'policy stopped');
  }
};

type Taking = { readonly pool: Pool; readonly parking: Parking<Recorded>; readonly policy: Policy };

/** Answers false when the checkpoint is not where this process left it. */
const take = ({ pool, parking, policy }: Taking, batch: Batch, from: Position): Promise<boolean> => {
  if (batch.position <= from) return Promise.resolve(true);
  return parking.transaction(pool, async (client, takeIn) => {
    const found = await lockForBatch(client, policy.name);
    if (found?.position !== from) return false;
    await takeIn(batch, { from, holds: found.holds }, events => policy.react(client, events));
    await moveCheckpoint(client, policy.name, batch.position);
    return true;
  });
};

/** How what a policy has parked is taken up again. */
export const takingUpPolicy = (
  store: Pick<EventStore, 'loadGiven' | 'subscribe'>,
  policy: Policy,
): TakingUp => ({
  follower: followerName(policy.name),
  order: policy.order ?? {},
  lock: async client => (await lockForBatch(client, policy.name))?.position,
  handle: (client, events) => policy.react(client, events, 'late'),
  source: waitingIn(store, policy.categories),
});
