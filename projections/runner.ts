import type pg from 'pg';
import { tellable } from '#domain/shared/telling.ts';
import { openClient } from '#eventstore/database/pool.ts';
import { type EventStore, UnreadableEvent } from '#eventstore/types.ts';
import { readCheckpoint, readCopy, readParkedOf } from './checkpoint.ts';
import { connectionConfig } from './database.ts';
import { openApplier } from './kit/apply.ts';
import { openParking, type Park } from './kit/parking.ts';
import { type Projection, sweepsOf } from './kit/projection.ts';
import { isOutage, pauseBefore } from './outage.ts';
import { unknownTables } from './tables-there.ts';

export type Log = {
  readonly info: (details: object, message: string) => void;
  readonly warn: (details: object, message: string) => void;
  readonly error: (details: object, message: string) => void;
};

export type RunnerOptions = {
  readonly projection: Projection;
  readonly databaseUrl: string;
  readonly store: Pick<EventStore, 'subscribe'>;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly maxBatch?: number;
  /** Told how many events each batch had, and whether one of them swept rows, once it is written. */
  readonly onWritten?: (events: number, swept: boolean) => void;
};

const cachedRows = 10_000;
/** Under load, several events share a transaction; a lone event waits for nothing. */
const liveBatchPaceMs = 4;

/** A projection cannot go on until somebody repairs it. */
class Stopped extends Error {}

/**
 * Keeps one read model up to date until the signal aborts; resolves then, or as soon as the projection is stopped
 * by an event that cannot be read: that is logged, stands in the checkpoint and stays until the next start. An event
 * that cannot be folded is parked, and the others go on. Outages of Postgres or of the event store it survives. Of
 * several runners of one projection one works, the others wait.
 */
export const runProjection = async (options: RunnerOptions): Promise<void> => {
  const { projection, log, signal } = options;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    await pauseBefore(attempt, signal);
    if (signal.aborted) return;
    const worked = () => {
      attempt = -1;
    };
    try {
      await withClient(options, (client, alive) => follow(client, { ...options, signal: alive }, worked));
    } catch (error) {
      if (signal.aborted) return;
      if (!isOutage(error)) return stopLoudly(options, error);
      log.warn({ err: error, projection: projection.name }, 'database lost, connecting again');
    }
  }
};

export const runnerLock = (projection: string): string => `balcao.projection.${projection}`;

const sessionSettings = { synchronous_commit: 'off' };

/** Connects, and aborts the work when the connection breaks. */
const withClient = async (
  { databaseUrl, signal }: RunnerOptions,
  work: (client: pg.Client, alive: AbortSignal) => Promise<void>,
): Promise<void> => {
  const client = openClient(connectionConfig(databaseUrl, { settings: sessionSettings }));
  const broken = new AbortController();
  const end = () => void client.end().catch(() => undefined);
  client.on('error', () => broken.abort());
  client.on('end', () => broken.abort());
  signal.addEventListener('abort', end, { once: true });
  try {
    await client.connect();
    await work(client, AbortSignal.any([signal, broken.signal]));
  } finally {
    signal.removeEventListener('abort', end);
    await client.end().catch(() => undefined);
  }
};

const follow = async (client: pg.Client, options: RunnerOptions, worked: () => void): Promise<void> => {
  const { projection, store, signal, maxBatch = 500 } = options;
  const schema = projection.name;
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [runnerLock(projection.name)]);
  while (!signal.aborted) {
    // The copy first: where another one takes its place meanwhile, nothing is written to that.
    const copy = await readCopy(client, schema);
    let position = await startingPosition(client, projection);
    const parked = await readParkedOf(client, schema);
    worked();
    const parking = openParking({ projection, schema, copy, parked, onParked: tellParked(options) });
    const applier = openApplier(projection, { schema, copy, parking, cachedRows });
    const { categories } = projection;
    for await (const batch of store.subscribe({
      after: position || undefined,
      categories,
      maxBatch,
      paceMs: liveBatchPaceMs,
      signal,
    })) {
      if (!(await applier.apply(client, position, batch, true))) break;
      position = batch.position;
      worked();
      const swept = batch.events.some(event => sweepsOf(projection, event).length > 0);
      options.onWritten?.(batch.events.length, swept);
    }
  }
};

const startingPosition = async (client: pg.Client, projection: Projection): Promise<number> => {
  const { name, version } = projection;
  const checkpoint = await readCheckpoint(client, name);
  if (!checkpoint) throw new Stopped(`${name} is not in the database: run the migrations`);
  if (checkpoint.version !== version)
    throw new Stopped(`${name} is at version ${checkpoint.version} and this service knows ${version}`);
  const strange = await unknownTables(client, projection);
  if (strange.length > 0)
    throw new Stopped(`${name} has tables that this service does not know: ${strange.join(', ')}`);
  return checkpoint.position;
};

/** Names an event that is parked in the log, and nothing of what it holds. */
export const tellParked =
  ({ projection, log }: Pick<RunnerOptions, 'projection' | 'log'>) =>
  ({ scope, ...parked }: Park, error: unknown): void => {
    const { stream, companyId, eventType: type, eventId: id, position, reason } = parked;
    const event = { type, id, stream, position };
    log.error({ err: error, projection: projection.name, event, companyId, reason }, `a ${scope} is parked`);
  };

const stopLoudly = async ({ projection, databaseUrl, log }: RunnerOptions, error: unknown): Promise<void> => {
  log.error({ err: error, projection: projection.name }, 'projection stopped');
  const reason = tellable(error);
  const known = error instanceof UnreadableEvent || error instanceof Stopped;
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
