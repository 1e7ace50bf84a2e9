import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { follow } from '#eventstore/follow/follow.ts';
import { besideOthers } from '#eventstore/follow/hold.ts';
import { type FollowerReport, unwatched } from '#eventstore/follow/report.ts';
import type { StoredEvent, StoredEvents } from '#eventstore/integrity/stored-events.ts';
import type { Batch, Position } from '#eventstore/types.ts';
import type { CheckpointFiles } from './checkpoint-files.ts';
import { integrityFollowers } from './names.ts';
import { patientReport } from './patient-report.ts';
import { takeEvents } from './take-events.ts';
import { lockProgress, moveProgress, openProgress } from './tree-rows.ts';

export type HistoryDeps = {
  readonly pool: Pool;
  readonly stored: StoredEvents;
  readonly files: CheckpointFiles;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly signal: AbortSignal;
  readonly reportOf?: ((name: string) => FollowerReport) | undefined;
};

/**
 * Keeps the tree of each company's events until the signal aborts, and writes the checkpoints that it meets to their
 * files. Several processes may do it at once: one takes each batch in.
 */
export const followHistory = async (deps: HistoryDeps): Promise<void> => {
  const { pool, stored, log, signal } = deps;
  const name = integrityFollowers.trees;
  const report = patientReport(deps.reportOf?.(name) ?? unwatched);
  try {
    await follow<undefined, StoredEvent>({
      ...{ name, store: stored, log, signal, report, hold: besideOthers },
      subscription: { maxBatch: 1_000, paceMs: 500 },
      open: async () => ({
        after: await inTransaction(pool, client => openProgress(client, stored)),
        take: (batch, from) => takeBatch(deps, batch, from),
      }),
    });
  } catch (error) {
    log.error({ err: error }, 'the history is not followed any more');
  }
};

/** Answers false when the checkpoint is not where this process left it. */
export const takeBatch = (
  { pool, files }: Pick<HistoryDeps, 'pool' | 'files'>,
  batch: Batch<StoredEvent>,
  from: Position,
): Promise<boolean> => {
  if (batch.position <= from) return Promise.resolve(true);
  return inTransaction(pool, async client => {
    // A lost commit is only done again.
    await client.query('set local synchronous_commit = off');
    if ((await lockProgress(client)) !== from) return false;
    for (const checkpoint of await takeEvents(client, batch.events)) await files.add(checkpoint);
    await moveProgress(client, batch.position);
    return true;
  });
};
