import { type Category, categories as ourCategories } from '#domain/shared/stream.ts';
import type { StoredRecord } from './codec.ts';
import type { Connection } from './connection.ts';
import { mustReach } from './log-end.ts';
import { pause, pauseAfter, restAfter } from './pause.ts';
import type { Said } from './read-response.ts';
import { following, openReading } from './reading.ts';
import { createRemarks } from './remarks.ts';
import { type Batch, type Given, type Position, StoreUnavailable, type SubscribeOptions } from './types.ts';
import { storedAs } from './upcasters.ts';

export type Log = { readonly warn: (details: object, message: string) => void };

/** Events held between the network and the reader, at most. */
const heldEvents = 1024;
/** Considered events between two checkpoints: window times multiplier. */
const checkpoints = { window: 32, multiplier: 4 };

const back = { firstMs: 100, longestMs: 5_000 };

/** What a subscription is made of, and how what is stored becomes what is given out. */
type Parts<Event> = {
  readonly connection: Connection;
  readonly log: Log | undefined;
  readonly decode: (records: readonly StoredRecord[]) => Promise<Given<Event>>;
  readonly deserialize?: (message: Buffer) => Said;
};

type Wanted = { readonly prefixes: readonly string[]; readonly types: readonly string[] | undefined };

/** One subscription until it breaks: keeps the order of events and of what is said between them. */
const openSource = (
  { connection, deserialize }: Pick<Parts<unknown>, 'connection' | 'deserialize'>,
  { prefixes, types }: Wanted,
  after: Position | undefined,
) => {
  const remarks = createRemarks();
  let held: StoredRecord[] = [];
  let next = 0;
  let read = 0;
  let broken: Failure | undefined;
  let wake: (() => void) | undefined;
  let isRinging = false;
  const client = connection.client();

  /** Once for all that comes in one go. */
  const ring = (): void => {
    if (isRinging) return;
    isRinging = true;
    setImmediate(() => {
      isRinging = false;
      wake?.();
    });
  };
  const breakOff = (error: unknown): void => {
    broken ??= { error };
    ring();
  };
  // A store that looks at types does not look at streams, and there may be others' in the log.
  const isWanted = ({ streamId }: StoredRecord): boolean =>
    !types || prefixes.some(prefix => streamId.startsWith(prefix));
  const reading = openReading(client, following({ after, prefixes, types, ...checkpoints }), {
    deserialize,
    said: ({ record, remark }) => {
      if (record && isWanted(record)) held.push(record);
      if (remark) remarks.say(read + held.length - next, remark);
      if (held.length >= heldEvents) reading.pause();
      ring();
    },
    ended: () => breakOff(new StoreUnavailable('the event store has ended the subscription')),
    failed: error => breakOff(connection.failed(client, error)),
  });

  const take = (): StoredRecord | undefined => {
    const record = held[next];
    if (!record) return undefined;
    next += 1;
    read += 1;
    if (next === held.length) {
      held = [];
      next = 0;
      reading.resume();
    }
    return record;
  };

  /** Resolves when there may be something new, or the signal aborts. */
  const arrival = (signal: AbortSignal): Promise<void> =>
    new Promise(resolve => {
      if (broken || signal.aborted || next < held.length) return resolve();
      const done = () => {
        wake = undefined;
        signal.removeEventListener('abort', done);
        resolve();
      };
      wake = done;
      signal.addEventListener('abort', done);
    });

  return {
    next: take,
    dueRemark: () => remarks.due(read),
    dropRemark: remarks.drop,
    ...{ arrival, close: reading.cancel, failure: () => broken },
  };
};

type Source = ReturnType<typeof openSource>;
type Progress = {
  position: Position;
  live: boolean;
  /** Of the last event taken: a server may send it again after a reconnect. */
  lastEvent: Position;
  readonly givesUnreadable: boolean;
  unreadable?: unknown;
};

type Taken = Pick<Batch, 'position' | 'live'> & { readonly records: readonly StoredRecord[] };

/** Takes what has arrived, at most so many records; undefined when that is nothing at all. */
const take = (source: Source, maxBatch: number, progress: Progress): Taken | undefined => {
  const records: StoredRecord[] = [];
  let said = false;
  while (records.length < maxBatch) {
    const remark = source.dueRemark();
    if (remark) {
      if (remark.live && records.length > 0) break;
      source.dropRemark();
      said = true;
      progress.live ||= remark.live ?? false;
      progress.position = Math.max(progress.position, remark.position ?? 0);
      continue;
    }
    const record = source.next();
    if (!record) break;
    const position = Number(record.position);
    if (position <= progress.lastEvent) continue;
    records.push(record);
    progress.lastEvent = position;
    progress.position = Math.max(progress.position, position);
  }
  const { position, live } = progress;
  return records.length > 0 || said ? { records, position, live } : undefined;
};

/** Without the keys the records are read again later, from where they began. */
const read = async <Event extends { readonly position: Position }>(
  { decode }: Pick<Parts<Event>, 'decode'>,
  taken: Taken,
  progress: Progress,
): Promise<Batch<Event>> => {
  const { position, live } = taken;
  const given = await decode(taken.records);
  const [unreadable] = given.unreadable ?? [];
  if (!unreadable || progress.givesUnreadable) return { ...given, position, live };
  // What came before it is still given out; the reader then stands right in front of it.
  progress.unreadable = unreadable.error;
  const events = given.events.filter(event => event.position < unreadable.position);
  const last = events.at(-1);
  if (!last) throw unreadable.error;
  return { events, position: last.position, live };
};

const lastIn = (events: readonly { readonly position: Position }[] = []): Position =>
  events.at(-1)?.position ?? -1;

type Failure = { readonly error: unknown };

/** A server says nothing of a position that its log does not reach: it waits for what comes behind it. */
const failureToReach = async (
  connection: Connection,
  after: Position | undefined,
): Promise<Failure | undefined> => {
  try {
    if (after !== undefined) await mustReach(connection, after);
    return undefined;
  } catch (error) {
    return { error };
  }
};

/** The names of all streams of these categories begin so, or of one company's of them. */
export const prefixesOf = (categories: readonly Category[], companyId?: string): readonly string[] =>
  categories.map(category => (companyId ? `${category}-${companyId}.` : `${category}-`));

/** See EventStore.subscribe. Throws UnreadableEvent, LogCutShort and StoreRefused; outages it survives. */
export async function* subscribeTo<Event extends { readonly position: Position }>(
  parts: Parts<Event>,
  options: Omit<SubscribeOptions, 'categories' | 'companyId'> & { readonly prefixes?: readonly string[] },
): AsyncGenerator<Batch<Event>> {
  const { connection, log } = parts;
  const { maxBatch, paceMs = 0, longestPaceMs = paceMs, prefixes = prefixesOf(ourCategories) } = options;
  const types = options.types && storedAs(options.types);
  const signal = AbortSignal.any([options.signal, connection.closing]);
  let after = options.after;
  let lastEvent = after ?? -1;
  let attempt = 0;
  while (!signal.aborted) {
    const source = openSource(parts, { prefixes, types }, after);
    const givesUnreadable = options.unreadable === 'given';
    const progress: Progress = { position: after ?? 0, live: false, lastEvent, givesUnreadable };
    try {
      let failure = await failureToReach(connection, after);
      while (!signal.aborted) {
        if (progress.unreadable) throw progress.unreadable;
        const taken = failure ? undefined : take(source, maxBatch, progress);
        let withoutKeys: Failure | undefined;
        const batch =
          taken &&
          (await read(parts, taken, progress).catch((error: unknown) => {
            withoutKeys = { error };
            return undefined;
          }));
        if (batch) {
          attempt = 0;
          after = batch.position;
          lastEvent = Math.max(lastEvent, lastIn(batch.events), lastIn(batch.unreadable));
          const given = performance.now();
          yield batch;
          if (batch.live && batch.events.length > 0)
            await pause(restAfter(performance.now() - given, { paceMs, longestPaceMs }), signal);
          continue;
        }
        failure ??= withoutKeys ?? source.failure();
        if (failure) {
          if (!(failure.error instanceof StoreUnavailable)) throw failure.error;
          log?.warn(
            { err: failure.error, after, attempt },
            'event store subscription lost, subscribing again',
          );
          break;
        }
        await source.arrival(signal);
      }
    } finally {
      source.close();
    }
    attempt += 1;
    await pauseAfter(attempt, back, signal);
  }
}
