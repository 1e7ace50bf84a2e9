import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Checkpoint } from '#domain/integrity/events.ts';
import type { HistoryReport } from '#domain/integrity/report.ts';
import { addDays, dayOf, defaultTimeZone, momentOf } from '#domain/shared/calendar.ts';
import { dueEvery } from '#domain/shared/due-every.ts';
import { isOutage } from '#domain/shared/outage.ts';
import { streamName } from '#domain/shared/stream.ts';
import { aloneOn } from '#eventstore/follow/hold.ts';
import { type FollowerReport, unwatched } from '#eventstore/follow/report.ts';
import type { StoredEvents } from '#eventstore/integrity/stored-events.ts';
import { keepLooking } from '#eventstore/parking/keep-looking.ts';
import { openAside } from '#eventstore/parking/set-aside.ts';
import { pause } from '#eventstore/pause.ts';
import { LogCutShort, StoreRefused } from '#eventstore/types.ts';
import { readCheckpoint } from './checkpoint.ts';
import type { CheckpointFiles } from './checkpoint-files.ts';
import { leavesOf } from './leaf-rows.ts';
import { integrityFollowers } from './names.ts';
import {
  endRun,
  nextRun,
  noteChecked,
  requestNightlyRuns,
  requestRunsOfNews,
  type WaitingRun,
} from './runs.ts';
import { type Leaf, treesOf } from './tree-rows.ts';
import { type Point, type Verified, verifyHistory } from './verify-history.ts';

export type VerifyingDeps = {
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly stored: Pick<StoredEvents, 'ofCompany' | 'ofStream'>;
  readonly files: Pick<CheckpointFiles, 'read'>;
  readonly publicKey: string;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly signal: AbortSignal;
  readonly reportOf?: ((name: string) => FollowerReport) | undefined;
};

const lookEveryMs = 500;
const againAfterMs = 5_000;
const askEveryMs = 60_000;
const nightMinutes = 3 * 60;
const worker = integrityFollowers.runs;

/**
 * Does the runs that were asked for, one after the other, until the signal aborts; asks by itself for one over what is
 * new when it begins, and each night for one over everything. Of several processes one does.
 */
export const runVerifications = async (deps: VerifyingDeps): Promise<void> => {
  const { databaseUrl, log, pool } = deps;
  const report = deps.reportOf?.(worker) ?? unwatched;
  const aside = openAside({ pool, worker, log });
  const isNightDue = dueEvery(askEveryMs, () => performance.now());
  const look = async (signal: AbortSignal): Promise<number> => {
    if (isNightDue()) await requestNightlyRuns(pool, lastNight(new Date()));
    return (await doNextRun({ ...deps, signal }, aside)) ? 1 : 0;
  };
  const hold = aloneOn({ connectionString: databaseUrl, application_name: 'integrity' }, 'balcao.integrity');
  while (!deps.signal.aborted) {
    try {
      await hold(deps.signal, async (_, signal) => {
        await requestRunsOfNews(pool);
        const looking = { log, report, signal, everyMs: lookEveryMs, atOnceAfter: 1, begin: aside.begin };
        await keepLooking(looking, () => look(signal));
      });
    } catch (error) {
      if (deps.signal.aborted) return;
      report.failed(error);
      log.warn({ err: error }, 'a run over the history was interrupted, it begins again');
      await pause(againAfterMs, deps.signal);
    }
  }
};

/** When it was last the hour for it: few people are there then. */
export const lastNight = (now: Date): Date => {
  const today = dayOf(now, defaultTimeZone);
  const night = momentOf(today, nightMinutes, defaultTimeZone);
  return night <= now ? night : momentOf(addDays(today, -1), nightMinutes, defaultTimeZone);
};

/**
 * Does the run that has waited longest; false when none waits. One over what is new begins where the last ended well. One
 * that fails is set aside, and the next has its turn.
 */
export const doNextRun = async (
  deps: Omit<VerifyingDeps, 'databaseUrl' | 'reportOf'>,
  aside = openAside({ pool: deps.pool, worker, log: deps.log }),
): Promise<boolean> => {
  await aside.look();
  const run = await nextRun(deps.pool, worker);
  if (run === undefined) return false;
  const { companyId } = run;
  await aside.attempt({ key: companyId, companyId }, () => doRun(deps, run));
  return true;
};

const doRun = async (
  deps: Omit<VerifyingDeps, 'databaseUrl' | 'reportOf'>,
  run: WaitingRun,
): Promise<void> => {
  const { pool, log } = deps;
  const { companyId } = run;
  const onProgress = (checked: number) => noteChecked(pool, companyId, checked);
  const verified = await verifyCompany(deps, run, onProgress).catch((error: unknown) => {
    if (deps.signal.aborted || isOutage(error)) throw error;
    log.error({ err: error, companyId }, 'the history of a company cannot be verified');
    return { report: unreadable({ outside: [], damaged: 0 }), point: null };
  });
  const { fault } = verified.report;
  if (fault) log.error({ companyId, fault }, 'the history of a company is not as it was written');
  await endRun(pool, run, verified);
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
  parts: VerifyingParts,
  { companyId, since }: { readonly companyId: string; readonly since?: Point | undefined },
  onProgress?: (checked: number) => void | Promise<void>,
): Promise<Verified> => {
  const { pool, stored, files, publicKey, signal } = parts;
  const [tree] = pool ? await treesOf(pool, [companyId]) : [];
  const { checkpoints: outside, damaged } = await files.read(companyId);
  try {
    const inLog = await checkpointsInLog(stored, companyId, signal);
    const kept = { from: since?.frontier.size ?? 0, size: tree?.frontier.size ?? 0 };
    return await verifyHistory({
      since,
      events: stored.ofCompany(companyId, signal, since?.position),
      leaves: pool ? leavesOf(pool, companyId, kept) : noLeaves(),
      checkpoints: {
        ...{ companyId, inLog, outside, damagedLines: damaged, publicKey },
        mustBeOutside: tree?.checkpoints,
      },
      ...(onProgress && { onProgress }),
    });
  } catch (error) {
    // What was proven is gone, too: what is missing is seen over all of it.
    if (since && error instanceof LogCutShort) return verifyCompany(parts, { companyId }, onProgress);
    if (!(error instanceof StoreRefused)) throw error;
    return { report: unreadable({ outside, damaged }), point: null };
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
