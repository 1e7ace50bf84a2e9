import type { Pool } from 'pg';
import { backOffMs } from '#domain/shared/back-off.ts';
import { printable } from '#domain/shared/printable.ts';
import type { FollowerReport } from '#eventstore/follow/report.ts';
import { pause, pauseAfter } from '#eventstore/pause.ts';
import type { EventStore } from '#eventstore/types.ts';
import { addTables, rebuildBeside } from './build.ts';
import { type Parked, readCheckpoint, readParkedOf } from './checkpoint.ts';
import type { Projection } from './kit/projection.ts';
import { mayPass } from './outage.ts';
import { type Log, reportParked, runProjection } from './runner.ts';
import { keepStatistics } from './statistics.ts';
import { missingFolds } from './tables-there.ts';
import { takeUpParked } from './take-up.ts';

export type ServeOptions = {
  readonly projection: Projection;
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly store: EventStore;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly report?: FollowerReport;
};

const back = { firstMs: 50, longestMs: 2_000 };

/**
 * Runs a projection until the signal aborts. Where the database holds another version of it, that one serves on
 * while the new one is built beside, and is then replaced.
 */
export const serveProjection = async (options: ServeOptions): Promise<void> => {
  const { projection, log, signal } = options;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    await pauseAfter(attempt, back, signal);
    try {
      await bringUp(options);
      const onWritten = keepStatistics(projection, options.pool);
      await besideEachOther(signal, [
        running => runProjection({ ...options, onWritten, signal: running }),
        running => keepTakingUp({ ...options, signal: running }),
      ]);
      return;
    } catch (error) {
      if (signal.aborted) return;
      const details = { err: error, projection: projection.name };
      if (!mayPass(error)) {
        log.error(details, 'projection could not be built');
        return await markFailed(options, error);
      }
      log.warn(details, 'projection could not be built yet, trying again');
    }
  }
};

/** The first that ends, ends the others. */
const besideEachOther = async (
  signal: AbortSignal,
  works: readonly ((running: AbortSignal) => Promise<void>)[],
): Promise<void> => {
  const ended = new AbortController();
  const running = AbortSignal.any([signal, ended.signal]);
  await Promise.all(works.map(work => work(running).finally(() => ended.abort())));
};

const lookEveryMs = 5_000;
const betweenTries = { firstMs: 15_000, longestMs: 600_000 };

/**
 * What was parked by an earlier version, or another state of this one, at once; then now and then, and as soon as keys are
 * there that were missing. The live model goes on all the while.
 */
const keepTakingUp = async (options: ServeOptions): Promise<void> => {
  const { projection, pool, log, signal, store } = options;
  const inVain = new Set<string>();
  let [tries, nextAt, known] = [0, 0, ''];
  while (!signal.aborted) {
    try {
      const parked = await readParkedOf(pool, projection.name);
      const waits = parked.map(({ eventId }) => eventId).join();
      if (waits !== known) [tries, nextAt] = [0, Math.min(nextAt, Date.now() + betweenTries.firstMs)];
      known = waits;
      if (waits !== '' && (Date.now() >= nextAt || (await hasKeys(store, parked)))) {
        tries += 1;
        nextAt = Date.now() + backOffMs(tries, betweenTries, Math.random());
        await takeUpOnce(options, inVain);
      }
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error, projection: projection.name }, 'what is parked could not be taken up');
    }
    await pause(lookEveryMs, signal);
  }
};

const takeUpOnce = async (options: ServeOptions, inVain: Set<string>): Promise<void> => {
  const { projection, log } = options;
  const found = await takeUpParked({ ...options, inVain, onParked: reportParked(options) });
  const details = { projection: projection.name };
  if (found === 'taken up') log.info(details, 'what was parked has been taken up');
  if (found === 'waiting') log.warn(details, 'what is parked cannot be folded yet');
};

/** Whether something has all the keys now that it misses. */
const hasKeys = async ({ keys }: EventStore, parked: readonly Parked[]): Promise<boolean> => {
  const missing = parked.flatMap(event => event.missing ?? []);
  if (missing.length === 0) return false;
  const there = await keys.forReading([...new Set(missing)]);
  return parked.some(event => event.missing?.length && event.missing.every(person => there.has(person)));
};

const bringUp = async (options: ServeOptions): Promise<void> => {
  const { projection, pool, log, report } = options;
  const { name, version } = projection;
  const checkpoint = await readCheckpoint(pool, name);
  if (checkpoint?.version === version) {
    const added = await missingFolds(pool, projection);
    if (added.length === 0) return;
    const tables = added.map(({ table }) => table.name);
    report?.busy('new tables are folded');
    log.info({ projection: name, tables }, 'folding new tables');
    const done = await addTables({ ...options, onParked: reportParked(options) }, added);
    if (done) return log.info({ projection: name, tables, events: done.events }, 'new tables are there');
  }
  report?.busy('a new version is built beside');
  log.info({ projection: name, from: checkpoint?.version, to: version }, 'building a new version beside');
  const { events } = await rebuildBeside({ ...options, onParked: reportParked(options) });
  log.info({ projection: name, version, events }, 'new version in its place');
};

const markFailed = async ({ pool, projection, report }: ServeOptions, error: unknown): Promise<void> => {
  report?.stopped(error);
  await pool
    .query('update projection.checkpoint set error = $2, live = false where name = $1', [
      projection.name,
      printable(error),
    ])
    .catch(() => undefined);
};
