import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { EventStore } from '#eventstore/types.ts';
import type { Log } from './runner.ts';

export type HeadWatchOptions = {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'head'>;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly everyMs?: number;
};

/** Writes the log's head beside the checkpoints every few seconds, for lag in readiness and metrics. */
export const openHeadWatch = async (options: HeadWatchOptions): Promise<void> => {
  const { pool, store, log, signal, everyMs = 5_000 } = options;
  while (!signal.aborted) {
    try {
      await pool.query('update projection.checkpoint set head = greatest(head, $1) where head < $1', [
        await store.head(),
      ]);
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'could not see how far the log has come');
    }
    await wait(everyMs, undefined, { signal }).catch(() => undefined);
  }
};
