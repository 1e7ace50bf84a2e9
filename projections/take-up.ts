import type pg from 'pg';
import type { StreamName } from '#domain/shared/stream.ts';
import { openClient } from '#eventstore/database/pool.ts';
import { type EventStore, UnreadableEvent } from '#eventstore/types.ts';
import { type BuildOptions, rebuildBeside } from './build.ts';
import { type Parked, readCheckpoint, readCopy, readParkedOf } from './checkpoint.ts';
import { connectionConfig } from './database.ts';
import { openApplier } from './kit/apply.ts';
import { behindItsStream } from './kit/parking.ts';
import { isOfTheEvent } from './outage.ts';

export type TakeUpOptions = BuildOptions & {
  readonly store: Pick<EventStore, 'load' | 'subscribe' | 'head'>;
};

/** Of events of one type that failed for one reason one is tried; so many kinds at most. */
const mostTried = 100;
const cachedRows = 1_000;

/**
 * Takes up what is parked in a read model as soon as one event of it can be folded: the model is built anew beside,
 * where every event has its place in the log's order again, and what still cannot be folded is parked again. The
 * live model goes on meanwhile. Throws what a build throws.
 */
export const takeUpParked = async (options: TakeUpOptions): Promise<TakenUp> => {
  const found = await look(options);
  if (found === 'taken up') await rebuildBeside(options);
  return found;
};

/** `waiting`: nothing of what is parked can be folded yet. */
export type TakenUp = 'nothing parked' | 'waiting' | 'taken up';

const look = async (options: TakeUpOptions): Promise<TakenUp> => {
  const client = openClient(connectionConfig(options.databaseUrl));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const kinds = new Map<string, Parked>();
    for (const parked of await readParkedOf(client, options.projection.name)) {
      const kind = `${parked.scope} ${parked.eventType} ${parked.reason}`;
      if (parked.reason !== behindItsStream && !kinds.has(kind)) kinds.set(kind, parked);
    }
    if (kinds.size === 0) return 'nothing parked';
    for (const parked of [...kinds.values()].slice(0, mostTried)) {
      options.signal.throwIfAborted();
      if (await fits(client, options, parked)) return 'taken up';
    }
    return 'waiting';
  } finally {
    await client.end();
  }
};

/** Folds the event into the rows as they stand, where none of its stream or tenant came after it, and undoes that. */
const fits = async (
  client: pg.Client,
  { store, projection }: TakeUpOptions,
  { stream, revision, eventId }: Parked,
): Promise<boolean> => {
  try {
    const [event] = await store.load(stream as StreamName, revision);
    // Its stream was deleted since.
    if (event?.id !== eventId) return true;
    await client.query('begin');
    await client.query('select 1 from projection.checkpoint where name = $1 for update', [projection.name]);
    const position = (await readCheckpoint(client, projection.name))?.position ?? 0;
    const copy = await readCopy(client, projection.name);
    const applier = openApplier(projection, { schema: projection.name, copy, cachedRows });
    return await applier.apply(client, position, { events: [event], position, live: true }, false);
  } catch (error) {
    if (error instanceof UnreadableEvent || isOfTheEvent(error)) return false;
    throw error;
  } finally {
    await client.query('rollback').catch(() => undefined);
  }
};
