import type pg from 'pg';
import { printable } from '#domain/shared/printable.ts';
import { openClient } from '#eventstore/database/pool.ts';
import { follow, type Stretch } from '#eventstore/follow/follow.ts';
import { aloneOn } from '#eventstore/follow/hold.ts';
import { type FollowerReport, unwatched } from '#eventstore/follow/report.ts';
import { readSure, type SurePosition } from '#eventstore/follow/sure-position.ts';
import type { EventStore } from '#eventstore/types.ts';
import { followerName, readCheckpoint, readCopy, readParkedOf } from './checkpoint.ts';
import { connectionConfig } from './database.ts';
import { openApplier } from './kit/apply.ts';
import { notifyAll } from './kit/notes.ts';
import { openParking, type Park } from './kit/parking.ts';
import { type Projection, sweepsOf } from './kit/projection.ts';
import { mayPass } from './outage.ts';
import { unknownTables } from './tables-there.ts';

export type Log = {
  readonly info: (details: object, message: string) => void;
  readonly warn: (details: object, message: string) => void;
  readonly error: (details: object, message: string) => void;
};

export type RunnerOptions = {
  readonly projection: Projection;
  readonly databaseUrl: string;
  readonly store: Pick<EventStore, 'subscribe' | 'lastBefore'>;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly maxBatch?: number;
  readonly report?: FollowerReport;
  /** Notification how many events each batch had, and whether one of them swept or emptied rows, once it is written. */
  readonly onWritten?: (events: number, swept: boolean) => void;
};

const cachedRows = 10_000;
/** Under load, several events share a transaction; a lone event waits for nothing. */
const [livePaceMs, longestPaceMs] = [4, 25];

/** A projection cannot go on until somebody repairs it. */
class Stopped extends Error {}

/**
 * Keeps one read model up to date until the signal aborts; resolves then, or as soon as the projection is stopped by what
 * concerns every event, such as tables that are missing: that is logged, stands in the checkpoint and stays until the
 * next start. An event that cannot be read or folded is parked, and the others go on. Outages of Postgres or of the event
 * store it survives. Of several runners of one projection one works, the others wait.
 */
export const runProjection = async (options: RunnerOptions): Promise<void> => {
  const { projection, databaseUrl, store, log, signal, maxBatch = 500, report = unwatched } = options;
  const { name, categories, paceMs = livePaceMs } = projection;
  const config = connectionConfig(databaseUrl, { settings: sessionSettings });
  try {
    await follow({
      ...{ name: followerName(name), store, log, signal, report },
      subscription: { categories, maxBatch, paceMs, longestPaceMs: Math.max(paceMs, longestPaceMs) },
      hold: aloneOn(config, runnerLock(name)),
      open: client => openStretch(client, options),
      isFinal: error => !mayPass(error),
    });
  } catch (error) {
    await stopLoudly(options, error);
  }
};

export const runnerLock = (projection: string): string => `balcao.projection.${projection}`;

const sessionSettings = { synchronous_commit: 'off' };

const openStretch = async (client: pg.Client, options: RunnerOptions): Promise<Stretch> => {
  const { projection } = options;
  const schema = projection.name;
  // The copy first: where another one takes its place meanwhile, nothing is written to that.
  const copy = await readCopy(client, schema);
  const after = await startingPosition(client, options);
  const parked = await readParkedOf(client, schema);
  const parking = openParking({ projection, schema, copy, parked, onParked: reportParked(options) });
  const applier = openApplier(projection, { schema, copy, parking, cachedRows });
  const take: Stretch['take'] = async (batch, from) => {
    if (!(await applier.apply(client, from, batch, true))) return false;
    const { forgets = [] } = projection;
    const swept = batch.events.some(
      event => forgets.includes(event.type) || sweepsOf(projection, event).length > 0,
    );
    options.onWritten?.(batch.events.length, swept);
    return true;
  };
  return { after, take };
};

/**
 * Where it goes on. Where that is put back, screens that were notified of the place before load anew: what comes there is
 * new to them.
 */
const startingPosition = async (
  client: pg.Client,
  { projection, store }: RunnerOptions,
): Promise<SurePosition | undefined> => {
  const { name } = projection;
  await mustFit(client, projection);
  await client.query('begin');
  try {
    const row = { table: 'projection.checkpoint', where: 'name = $1', values: [name] };
    const read = await readSure(client, store, row);
    if (read?.isPutBack) await notifyAll(client, name, read.position);
    await client.query('commit');
    return read?.position;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};

const mustFit = async (client: pg.Client, projection: Projection): Promise<void> => {
  const { name, version } = projection;
  const checkpoint = await readCheckpoint(client, name);
  if (!checkpoint) throw new Stopped(`${name} is not in the database: run the migrations`);
  if (checkpoint.version !== version)
    throw new Stopped(`${name} is at version ${checkpoint.version} and this service knows ${version}`);
  const strange = await unknownTables(client, projection);
  if (strange.length > 0)
    throw new Stopped(`${name} has tables that this service does not know: ${strange.join(', ')}`);
};

/** Names an event that is parked in the log, and nothing of what it holds. */
export const reportParked =
  ({ projection, log }: Pick<RunnerOptions, 'projection' | 'log'>) =>
  ({ scope, ...parked }: Park, error: unknown): void => {
    const { stream, companyId, eventType: type, eventId: id, position, reason } = parked;
    const event = { type, id, stream, position };
    log.error({ err: error, projection: projection.name, event, companyId, reason }, `a ${scope} is parked`);
  };

const stopLoudly = async ({ projection, databaseUrl, log }: RunnerOptions, error: unknown): Promise<void> => {
  log.error({ err: error, projection: projection.name }, 'projection stopped');
  const reason = printable(error);
  const known = error instanceof Stopped;
  const client = openClient(connectionConfig(databaseUrl));
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(
      `update projection.checkpoint set error = $2, live = false, updated_at = now() where name = $1`,
      [projection.name, known ? reason : `stopped: ${reason}`],
    );
  } catch (failure) {
    log.error({ err: failure, projection: projection.name }, 'could not record why the projection stopped');
  } finally {
    await client.end().catch(() => undefined);
  }
};
