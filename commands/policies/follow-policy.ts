import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Category } from '#domain/shared/stream.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { type Batch, type EventStore, LogCutShort, type Position, type Recorded } from '#eventstore/types.ts';
import { lockCheckpoint, moveCheckpoint } from './checkpoint.ts';

/** What follows from events: commands, and other lasting deeds. */
export type Policy = {
  /** Also the name of its checkpoint. */
  readonly name: string;
  readonly categories: readonly Category[];
  /**
   * Takes events in, in the log's order. What it remembers it writes through the client: that commits with the
   * checkpoint. What it does besides is done before, and done again after a crash: it must be idempotent.
   */
  readonly react: (client: PoolClient, events: readonly Recorded[]) => Promise<void>;
};

export type FollowDeps = {
  readonly store: Pick<EventStore, 'subscribe'>;
  readonly pool: Pool;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly signal: AbortSignal;
};

const longestPauseMs = 10_000;

/**
 * Runs a policy until the signal aborts, from its checkpoint on. Survives outages of whatever it needs, and stops
 * when the log ends before its checkpoint. Several processes may run it at once.
 */
export const followPolicy = async (deps: FollowDeps, policy: Policy): Promise<void> => {
  const { log, signal } = deps;
  for (let failures = 0; !signal.aborted; ) {
    try {
      await follow(deps, policy, () => {
        failures = 0;
      });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof LogCutShort) {
        log.error({ err: error, policy: policy.name }, 'policy stopped');
        return;
      }
      failures += 1;
      const details = { err: error, policy: policy.name, failures };
      log.error(details, 'policy stopped, goes on from its checkpoint');
      const wait = Math.min(100 * 2 ** failures, longestPauseMs);
      await pause(wait * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
    }
  }
};

/** From the checkpoint on, until the signal aborts or somebody else has moved the checkpoint. */
const follow = async (deps: FollowDeps, policy: Policy, onProgress: () => void): Promise<void> => {
  const { pool, store, signal } = deps;
  let from = await inTransaction(pool, client => lockCheckpoint(client, policy.name));
  const stop = new AbortController();
  const subscription = store.subscribe({
    after: from === 0 ? undefined : from,
    categories: policy.categories,
    maxBatch: 1_000,
    paceMs: 100,
    signal: AbortSignal.any([signal, stop.signal]),
  });
  try {
    for await (const batch of subscription) {
      if (signal.aborted) return;
      if (batch.position <= from) continue;
      if (!(await take(deps, policy, batch, from))) return;
      from = batch.position;
      onProgress();
    }
  } finally {
    stop.abort();
  }
};

/** Answers false when the checkpoint is not where this process left it. */
const take = ({ pool }: FollowDeps, policy: Policy, batch: Batch, from: Position): Promise<boolean> =>
  inTransaction(pool, async client => {
    // A lost commit is only done again.
    await client.query('set local synchronous_commit = off');
    if ((await lockCheckpoint(client, policy.name)) !== from) return false;
    await policy.react(client, batch.events);
    await moveCheckpoint(client, policy.name, batch.position);
    return true;
  });
