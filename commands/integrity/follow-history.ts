import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { categories, type StreamName } from '#domain/shared/stream.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { follow } from '#eventstore/follow/follow.ts';
import { besideOthers } from '#eventstore/follow/hold.ts';
import { type FollowerReport, unwatched } from '#eventstore/follow/report.ts';
import type { StoredEvent, StoredEvents } from '#eventstore/integrity/stored-events.ts';
import { openParking, type Parking } from '#eventstore/parking/isolate.ts';
import type { Order } from '#eventstore/parking/order.ts';
import { type Retried, retried } from '#eventstore/parking/take-up.ts';
import type { Batch, Position, Revision } from '#eventstore/types.ts';
import type { CheckpointFiles } from './checkpoint-files.ts';
import { integrityFollowers } from './names.ts';
import { patientReport } from './patient-report.ts';
import { takeEvents } from './take-events.ts';
import { lockForBatch, moveProgress, openProgress } from './tree-rows.ts';

export type HistoryDeps = {
  readonly pool: Pool;
  readonly stored: StoredEvents;
  readonly files: CheckpointFiles;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly signal: AbortSignal;
  readonly reportOf?: ((name: string) => FollowerReport) | undefined;
};

const follower = integrityFollowers.trees;
/** A leaf stands upon all that came before it in its company. */
const order: Order<StoredEvent> = { wholeCompany: categories };

/**
 * Keeps the tree of each company's events until the signal aborts, and writes the checkpoints that it meets to their
 * files. A company whose tree cannot grow waits by itself. Several processes may do it at once: one takes each batch in.
 */
export const followHistory = async (deps: HistoryDeps): Promise<void> => {
  const { pool, stored, files, log, signal } = deps;
  const report = patientReport(deps.reportOf?.(follower) ?? unwatched);
  const taking = { pool, files, parking: historyParking(log) };
  try {
    await follow<undefined, StoredEvent>({
      ...{ name: follower, store: stored, log, signal, report, hold: besideOthers },
      subscription: { maxBatch: 1_000, paceMs: 500 },
      open: async () => ({
        after: await inTransaction(pool, client => openProgress(client, stored)),
        take: (batch, from) => takeBatch(taking, batch, from),
      }),
    });
  } catch (error) {
    log.error({ err: error }, 'the history is not followed any more');
  }
};

export const historyParking = (log: Pick<Logger, 'error'>): Parking<StoredEvent> =>
  openParking({ follower, order, log });

/** How what was parked is taken up again. */
export const historyRetried = ({ stored, files }: Pick<HistoryDeps, 'stored' | 'files'>): Retried =>
  retried<StoredEvent>({
    ...{ follower, order },
    lock: async client => (await lockForBatch(client, follower)).position,
    handle: (client, events) => keep(client, files, events),
    source: {
      ofStream: async (stream, from) => ({ events: await eventsOf(stored, stream as StreamName, from) }),
      ofCompany: (companyId, after, signal) =>
        stored.subscribe({ companyId, after, maxBatch: readAtOnce, signal }),
    },
  });

const readAtOnce = 500;
const never = new AbortController().signal;

const eventsOf = async (
  stored: Pick<StoredEvents, 'ofStream'>,
  stream: StreamName,
  from: Revision,
): Promise<readonly StoredEvent[]> => {
  const pages = await Array.fromAsync(stored.ofStream(stream, never));
  return pages.flat().filter(({ revision }) => revision >= from);
};

type Taking = Pick<HistoryDeps, 'pool' | 'files'> & { readonly parking: Parking<StoredEvent> };

/** Answers false when the checkpoint is not where this process left it. */
export const takeBatch = (
  { pool, files, parking }: Taking,
  batch: Batch<StoredEvent>,
  from: Position,
): Promise<boolean> => {
  if (batch.position <= from) return Promise.resolve(true);
  return parking.transaction(pool, async (client, takeIn) => {
    // A lost commit is only done again.
    await client.query('set local synchronous_commit = off');
    const { position, holds } = await lockForBatch(client, follower);
    if (position !== from) return false;
    await takeIn(batch, { from, holds }, events => keep(client, files, events));
    await moveProgress(client, batch.position);
    return true;
  });
};

const keep = async (
  client: PoolClient,
  files: CheckpointFiles,
  events: readonly StoredEvent[],
): Promise<void> => {
  for (const checkpoint of await takeEvents(client, events)) await files.add(checkpoint);
};
