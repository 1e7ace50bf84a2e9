import { type Category, categories as ourCategories } from '#domain/shared/stream.ts';
import type { StoredRecord } from './codec.ts';
import type { Connection } from './connection.ts';
import { lastBefore, mustReach } from './log-end.ts';
import { pause, pauseAfter, restAfter } from './pause.ts';
import type { Said } from './read-response.ts';
import { type Failure, openSource, type Source } from './subscription-source.ts';
import { type Batch, type Given, type Position, StoreUnavailable, type SubscribeOptions } from './types.ts';
import { storedAs } from './upcasters.ts';

export type Log = { readonly warn: (details: object, message: string) => void };

const back = { firstMs: 100, longestMs: 5_000 };

/** What a subscription is made of, and how what is stored becomes what is given out. */
type Parts<Event> = {
  readonly connection: Connection;
  readonly log: Log | undefined;
  readonly decode: (records: readonly StoredRecord[]) => Promise<Given<Event>>;
  readonly deserialize?: (message: Buffer) => Said;
};

type Progress = {
  position: Position;
  live: boolean;
  /** Of the last event taken: a server may send it again after a reconnect. */
  lastEvent: Position;
  readonly givesUnreadable: boolean;
  /** Up to there, without any event: see `Remark`. */
  border?: number | undefined;
  borderSeenAt: number;
  unreadable?: unknown;
};

type Taken = Pick<Batch, 'position' | 'live'> & {
  readonly records: readonly StoredRecord[];
};

/** Takes what has arrived, at most so many records; undefined when that is nothing at all. */
const take = (source: Source, maxBatch: number, progress: Progress): Taken | undefined => {
  const records: StoredRecord[] = [];
  let said = false;
  while (records.length < maxBatch) {
    const remark = source.dueRemark();
    if (remark) {
      if (remark.live && !progress.live && records.length > 0) break;
      source.dropRemark();
      said = true;
      if (remark.border !== undefined || remark.position !== undefined) progress.border = remark.border;
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
  // Behind events their own position will do.
  if (records.length > 0) progress.border = undefined;
  return said || records.length > 0 ? { records, position, live } : undefined;
};

/** A long way without events has many borders on it, and to look one up takes a call or two. */
const betweenBordersMs = 1_000;
const canWait = ({ live }: Taken, { border, borderSeenAt }: Progress): boolean =>
  border !== undefined && !live && performance.now() - borderSeenAt < betweenBordersMs;

/** Without the keys the records are read again later, from where they began. */
const read = async <Event extends { readonly position: Position }>(
  { decode, ...parts }: Pick<Parts<Event>, 'decode' | 'connection' | 'log'>,
  taken: Taken,
  progress: Progress,
): Promise<Batch<Event>> => {
  const { border } = progress;
  const { live } = taken;
  let { position } = taken;
  if (border !== undefined) {
    progress.border = undefined;
    position = Math.max(position, await upToBorder(parts, border));
    progress.position = position;
    progress.borderSeenAt = performance.now();
  }
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

/**
 * Only events have positions behind which one can go on. What cannot be found out now will be at the next checkpoint:
 * until then less counts as considered.
 */
const upToBorder = async (
  { connection, log }: Pick<Parts<unknown>, 'connection' | 'log'>,
  border: number,
): Promise<Position> => {
  try {
    return await lastBefore(connection, border);
  } catch (error) {
    log?.warn({ err: error, border }, 'cannot see yet how far a subscription has come');
    return 0;
  }
};

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
    const begun = { position: after ?? 0, live: false, lastEvent, givesUnreadable };
    const progress: Progress = { ...begun, borderSeenAt: performance.now() };
    try {
      let failure = await failureToReach(connection, after);
      while (!signal.aborted) {
        if (progress.unreadable) throw progress.unreadable;
        const taken = failure ? undefined : take(source, maxBatch, progress);
        if (taken && canWait(taken, progress)) continue;
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
