import type { PoolClient } from 'pg';
import type { Category, StreamName } from '#domain/shared/stream.ts';
import type { Batch, EventStore, Given, Position, Recorded, Revision } from '../types.ts';
import { createWaiting, type Item, itemsOf, type Order, type Parkable } from './order.ts';
import { type DueEvent, readWaiting } from './parked-rows.ts';

/** A follower whose parked events are taken up again. */
export type TakingUp<Event extends Parkable = Recorded> = {
  /** As it was parked under. */
  readonly follower: string;
  readonly order?: Order<Event>;
  /** Locks the follower's checkpoint for the transaction; undefined where it has none yet. */
  readonly lock: (client: PoolClient) => Promise<Position | undefined>;
  /** Handles events that waited, in their order, each once for each commit. */
  readonly handle: (client: PoolClient, events: readonly Event[]) => Promise<void>;
  /** Called with those that were handled, once that is committed; what it throws is lost. */
  readonly handled?: (events: readonly Event[]) => Promise<void>;
  /** Where what waits is read: what the follower reads of the log, and what cannot be read beside it. */
  readonly source: {
    readonly ofStream: (stream: string, from: Revision) => Promise<Given<Event>>;
    readonly ofCompany: (
      companyId: string,
      after: Position | undefined,
      signal: AbortSignal,
    ) => AsyncIterable<Batch<Event>>;
  };
};

const readAtOnce = 500;

/** Where a follower of these categories finds what waits. */
export const waitingIn = (
  store: Pick<EventStore, 'loadGiven' | 'subscribe'>,
  categories: readonly Category[],
): TakingUp['source'] => ({
  ofStream: (stream, from) => store.loadGiven(stream as StreamName, from),
  ofCompany: (companyId, after, signal) =>
    store.subscribe({ companyId, categories, after, maxBatch: readAtOnce, unreadable: 'given', signal }),
});

export type Found<Event> = {
  readonly items: readonly Item<Event>[];
  /** Everything up to here was read. */
  readonly reached: Position;
};

/** All of a stream from where it waits on. */
export const readStream = async <Event extends Parkable>(
  { source }: TakingUp<Event>,
  { stream, revision }: DueEvent,
): Promise<Found<Event>> => {
  const { events, unreadable } = await source.ofStream(stream, revision);
  return { items: itemsOf(events, unreadable), reached: Number.POSITIVE_INFINITY };
};

/** A part of what the company's streams hold, from where it waits on. */
export const readCompany = async <Event extends Parkable>(
  { source, order = {} }: TakingUp<Event>,
  { scope, name, companyId, resumeAt, position }: DueEvent,
  signal: AbortSignal,
): Promise<Found<Event>> => {
  const ended = new AbortController();
  const reading = source.ofCompany(companyId, resumeAt || undefined, AbortSignal.any([signal, ended.signal]));
  const items: Item<Event>[] = [];
  let reached = resumeAt;
  try {
    for await (const batch of reading) {
      const waits = itemsOf(batch.events, batch.unreadable).filter(({ place, event }) => {
        const isMeant = scope === 'tenant' || (event !== undefined && order.groupOf?.(event) === name);
        return isMeant && place.position >= position;
      });
      items.push(...waits);
      reached = Math.max(reached, batch.position);
      if (batch.live || items.length >= readAtOnce) break;
    }
  } finally {
    ended.abort();
  }
  signal.throwIfAborted();
  return { items, reached };
};

/** Those that wait for nothing else. */
export const itsOwn = async <Event extends Parkable>(
  client: PoolClient,
  { follower, order = {} }: TakingUp<Event>,
  { scope, name, companyId }: DueEvent,
  items: readonly Item<Event>[],
): Promise<readonly Item<Event>[]> => {
  const streams = [...new Set(items.map(({ place }) => place.stream))];
  const rows = await readWaiting(client, follower, { companies: [companyId], streams });
  const others = createWaiting(
    order,
    rows.filter(row => row.scope !== scope || row.name !== name),
  );
  return items.filter(item => !others.waits(item));
};
