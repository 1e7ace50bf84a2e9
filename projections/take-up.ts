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
  /** Events that seemed to fit, and that a build parked again: they are not tried any more. Added to. */
  readonly inVain?: Set<string>;
};

/** Of events of one type that failed for one reason one is tried; so many kinds at most, and so many that cannot be read. */
const [mostTried, mostRead] = [100, 1_000];
const cachedRows = 1_000;

/**
 * Takes up what is parked in a read model as soon as one event of it can be folded: the model is built anew beside,
 * where every event has its place in the log's order again, and what still cannot be folded is parked again. The
 * live model goes on meanwhile. Throws what a build throws.
 */
export const takeUpParked = async (options: TakeUpOptions): Promise<TakenUp> => {
  const { inVain = new Set<string>(), databaseUrl, projection } = options;
  const found = await look({ ...options, inVain });
  if (typeof found === 'string') return found;
  await rebuildBeside(options);
  const parked = await onClient(databaseUrl, client => readParkedOf(client, projection.name));
  if (parked.some(({ eventId }) => eventId === found.eventId)) inVain.add(found.eventId);
  return 'taken up';
};

/** `waiting`: nothing of what is parked can be folded yet. */
export type TakenUp = 'nothing parked' | 'waiting' | 'taken up';

const onClient = async <Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = openClient(connectionConfig(databaseUrl));
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** The first that fits, or why none does. */
const look = (
  options: TakeUpOptions & { readonly inVain: ReadonlySet<string> },
): Promise<'nothing parked' | 'waiting' | Parked> =>
  onClient(options.databaseUrl, async client => {
    const kinds = new Map<string, Parked>();
    const unreadable: Parked[] = [];
    for (const parked of await readParkedOf(client, options.projection.name)) {
      if (parked.reason === behindItsStream || options.inVain.has(parked.eventId)) continue;
      const kind = `${parked.scope} ${parked.eventType} ${parked.reason}`;
      if (parked.missing) unreadable.push(parked);
      else if (!kinds.has(kind)) kinds.set(kind, parked);
    }
    if (kinds.size + unreadable.length === 0) return 'nothing parked';
    for (const parked of [...[...kinds.values()].slice(0, mostTried), ...unreadable.slice(0, mostRead)]) {
      options.signal.throwIfAborted();
      if (await fits(client, options, parked)) return parked;
    }
    return 'waiting';
  });

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
