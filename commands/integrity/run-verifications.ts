import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Checkpoint } from '#domain/integrity/events.ts';
import type { HistoryReport } from '#domain/integrity/report.ts';
import { streamName } from '#domain/shared/stream.ts';
import { aloneOn } from '#eventstore/follow/hold.ts';
import { type FollowerReport, unwatched } from '#eventstore/follow/report.ts';
import type { StoredEvents } from '#eventstore/integrity/stored-events.ts';
import { keepLooking } from '#eventstore/parking/keep-looking.ts';
import { openAside } from '#eventstore/parking/set-aside.ts';
import { pause } from '#eventstore/pause.ts';
import { StoreRefused } from '#eventstore/types.ts';
import { readCheckpoint } from './checkpoint.ts';
import type { CheckpointFiles } from './checkpoint-files.ts';
import { leavesOf } from './leaf-rows.ts';
import { integrityFollowers } from './names.ts';
import { endRun, nextRun, noteChecked } from './runs.ts';
import { type Leaf, treesOf } from './tree-rows.ts';
import { verifyHistory } from './verify-history.ts';

export type VerifyingDeps = {
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly stored: Pick<StoredEvents, 'ofCompany' | 'ofStream'>;
  readonly files: Pick<CheckpointFiles, 'read'>;
  readonly publicKey: string;
  readonly log: Pick<Logger, 'warn'>;
  readonly signal: AbortSignal;
  readonly reportOf?: ((name: string) => FollowerReport) | undefined;
};

const lookEveryMs = 500;
const againAfterMs = 5_000;
const worker = integrityFollowers.runs;

/** Does the runs that were asked for, one after the other, until the signal aborts. Of several processes one does. */
export const runVerifications = async (deps: VerifyingDeps): Promise<void> => {
  const { databaseUrl, log, pool } = deps;
  const report = deps.reportOf?.(worker) ?? unwatched;
  const aside = openAside({ pool, worker, log });
  const hold = aloneOn({ connectionString: databaseUrl, application_name: 'integrity' }, 'balcao.integrity');
  while (!deps.signal.aborted) {
    try {
      await hold(deps.signal, (_, signal) =>
        keepLooking(
          { log, report, signal, everyMs: lookEveryMs, atOnceAfter: 1, begin: aside.begin },
          async () => ((await doNextRun({ ...deps, signal }, aside)) ? 1 : 0),
        ),
      );
    } catch (error) {
      if (deps.signal.aborted) return;
      report.failed(error);
      log.warn({ err: error }, 'a run over the history was interrupted, it begins again');
      await pause(againAfterMs, deps.signal);
    }
  }
};

/** Does the run that has waited longest; false when none waits. One that fails is set aside, and the next has its turn. */
export const doNextRun = async (
  deps: Omit<VerifyingDeps, 'databaseUrl' | 'reportOf'>,
  aside = openAside({ pool: deps.pool, worker, log: deps.log }),
): Promise<boolean> => {
  await aside.look();
  const companyId = await nextRun(deps.pool, worker);
  if (companyId === undefined) return false;
  await aside.attempt({ key: companyId, companyId }, async () => {
    const onProgress = (checked: number) => noteChecked(deps.pool, companyId, checked);
    await endRun(deps.pool, companyId, await verifyCompany(deps, companyId, onProgress));
  });
  return true;
};

export type VerifyingParts = Pick<VerifyingDeps, 'stored' | 'files' | 'signal'> & {
  /** Where there is no database at hand, nothing tells which event it is. */
  readonly pool: Pool | undefined;
  readonly publicKey: string | undefined;
};

/**
 * Verifies a company's history as the log has it now. What the database has kept is read up to where it was before the
 * log is read: what is kept stands in the log.
 */
export const verifyCompany = async (
  { pool, stored, files, publicKey, signal }: VerifyingParts,
  companyId: string,
  onProgress?: (checked: number) => void | Promise<void>,
): Promise<HistoryReport> => {
  const [tree] = pool ? await treesOf(pool, [companyId]) : [];
  const { checkpoints: outside, damaged } = await files.read(companyId);
  try {
    const inLog = await checkpointsInLog(stored, companyId, signal);
    return await verifyHistory({
      events: stored.ofCompany(companyId, signal),
      leaves: pool ? leavesOf(pool, companyId, tree?.frontier.size ?? 0) : noLeaves(),
      checkpoints: { companyId, inLog, outside, damagedLines: damaged, publicKey },
      ...(onProgress && { onProgress }),
    });
  } catch (error) {
    if (!(error instanceof StoreRefused)) throw error;
    return unreadable({ outside, damaged });
  }
};

async function* noLeaves(): AsyncGenerator<readonly Leaf[]> {}

const checkpointsInLog = async (
  stored: Pick<StoredEvents, 'ofStream'>,
  companyId: string,
  signal: AbortSignal,
): Promise<readonly Checkpoint[]> => {
  const found: Checkpoint[] = [];
  for await (const page of stored.ofStream(streamName('integrity', companyId, companyId), signal))
    for (const { data } of page) {
      const checkpoint = readCheckpoint(data, { companyId });
      if (checkpoint) found.push(checkpoint);
    }
  return found;
};

/** The store itself has found damage, and gives the log out no further. */
const unreadable = ({
  outside,
  damaged,
}: {
  readonly outside: readonly Checkpoint[];
  readonly damaged: number;
}): HistoryReport => ({
  ...{ size: 0, lastAt: null, outside: null, signed: null, kept: 0, keptDiffers: false },
  ...{ checkpointsInLog: 0, checkpointsOutside: outside.length, damagedLines: damaged },
  fault: {
    ...{ kind: 'unreadable', sequence: 0, until: null, eventId: null, type: null, position: null },
    evidence: 'store',
  },
});
