import { type AllStreamSubscription, START, streamNameFilter } from '@eventstore/db-client';
import { type Category, categories as ourCategories } from '#domain/shared/stream.ts';
import type { Codec } from './codec.ts';
import type { Connection } from './connection.ts';
import {
  type Batch,
  type Position,
  type Recorded,
  StoreUnavailable,
  type SubscribeOptions,
} from './types.ts';

export type Log = { readonly warn: (details: object, message: string) => void };

/** Events held between the network and the reader, at most. */
const heldEvents = 1024;
/** Considered events between two checkpoints: window times multiplier. */
const checkpoints = { maxSearchWindow: 32, checkpointInterval: 4 };

const firstWait = 100;
const longestWait = 5000;

/** Something that the subscription said after so many events that were still unread. */
type Remark = { readonly afterRead: number; readonly position?: Position; readonly live?: boolean };

/** One subscription until it breaks: keeps the order of events and of what is said between them. */
const openSource = (connection: Connection, categories: readonly Category[], after: Position | undefined) => {
  const remarks: Remark[] = [];
  let read = 0;
  let broken: { error: unknown } | undefined;
  let wake: (() => void) | undefined;
  const ring = () => wake?.();
  const client = connection.client();

  /** What is said twice between the same two events is one remark: checkpoints alone must not pile up. */
  const remark = (what: Omit<Remark, 'afterRead'>): void => {
    const afterRead = read + subscription.readableLength;
    const last = remarks.at(-1);
    if (last?.afterRead === afterRead) remarks[remarks.length - 1] = { ...last, ...what };
    else remarks.push({ ...what, afterRead });
    ring();
  };
  const filter = streamNameFilter({
    prefixes: categories.map(category => `${category}-`),
    ...checkpoints,
    checkpointReached: async (_subscription, { commit }) => remark({ position: Number(commit) }),
  });
  const from = after === undefined ? START : { commit: BigInt(after), prepare: BigInt(after) };
  const subscription: AllStreamSubscription = client.subscribeToAll(
    { fromPosition: from, filter },
    { highWaterMark: heldEvents },
  );
  const breakOff = (error: unknown): void => {
    broken ??= { error: connection.failed(client, error) };
    ring();
  };
  subscription.on('error', breakOff);
  subscription.on('end', () => breakOff(new Error('the subscription has ended')));
  subscription.on('close', () => breakOff(new Error('the subscription was closed')));
  subscription.on('caughtUp', () => remark({ live: true }));
  subscription.on('readable', ring);

  const next = () => {
    const resolved = subscription.read();
    if (resolved === null) return undefined;
    read += 1;
    return resolved.event;
  };

  const dueRemark = (): Remark | undefined => {
    const [first] = remarks;
    return first && first.afterRead <= read ? first : undefined;
  };
  const dropRemark = (): void => {
    remarks.shift();
  };

  /** Resolves when there may be something new, or the signal aborts. */
  const arrival = (signal: AbortSignal): Promise<void> =>
    new Promise(resolve => {
      if (broken || signal.aborted || subscription.readableLength > 0) return resolve();
      const done = () => {
        wake = undefined;
        signal.removeEventListener('abort', done);
        resolve();
      };
      wake = done;
      signal.addEventListener('abort', done);
    });

  const close = (): void => {
    subscription.unsubscribe().catch(() => undefined);
  };

  return { next, dueRemark, dropRemark, arrival, close, failure: () => broken };
};

type Source = ReturnType<typeof openSource>;
type Progress = {
  position: Position;
  live: boolean;
  /** Of the last event taken: a server may send it again after a reconnect. */
  lastEvent: Position;
  unreadable?: unknown;
};

/** Takes what has arrived, at most so many events; undefined when that is nothing at all. */
const takeBatch = (source: Source, codec: Codec, maxBatch: number, progress: Progress): Batch | undefined => {
  if (progress.unreadable) throw progress.unreadable;
  const events: Recorded[] = [];
  let said = false;
  while (events.length < maxBatch) {
    const remark = source.dueRemark();
    if (remark) {
      if (remark.live && events.length > 0) break;
      source.dropRemark();
      said = true;
      progress.live ||= remark.live ?? false;
      progress.position = Math.max(progress.position, remark.position ?? 0);
      continue;
    }
    const record = source.next();
    if (!record) break;
    if (Number(record.position.commit) <= progress.lastEvent) continue;
    try {
      const event = codec.decode({ ...record, position: record.position.commit });
      if (event) events.push(event);
    } catch (error) {
      // What came before it is still given out; the reader then stands right in front of it.
      progress.unreadable = error;
      if (events.length === 0) throw error;
      break;
    }
    progress.lastEvent = Number(record.position.commit);
    progress.position = Math.max(progress.position, progress.lastEvent);
  }
  const { position, live } = progress;
  return events.length > 0 || said ? { events, position, live } : undefined;
};

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });

/** Half to whole of a wait that doubles with every try. */
const waitBefore = (attempt: number): number =>
  Math.min(longestWait, firstWait * 2 ** Math.min(attempt, 10)) * (0.5 + Math.random() / 2);

/** See EventStore.subscribe. Throws UnreadableEvent and StoreRefused; outages it survives. */
export async function* subscribeTo(
  parts: { readonly connection: Connection; readonly codec: Codec; readonly log: Log | undefined },
  options: SubscribeOptions,
): AsyncGenerator<Batch> {
  const { connection, codec, log } = parts;
  const { maxBatch, paceMs = 0, categories = ourCategories } = options;
  const signal = AbortSignal.any([options.signal, connection.closing]);
  let after = options.after;
  let lastEvent = after ?? -1;
  let attempt = 0;
  while (!signal.aborted) {
    const source = openSource(connection, categories, after);
    const progress: Progress = { position: after ?? 0, live: false, lastEvent };
    try {
      while (!signal.aborted) {
        const batch = takeBatch(source, codec, maxBatch, progress);
        if (batch) {
          attempt = 0;
          after = batch.position;
          lastEvent = batch.events.at(-1)?.position ?? lastEvent;
          yield batch;
          if (paceMs > 0 && batch.live && batch.events.length > 0) await pause(paceMs, signal);
          continue;
        }
        const failure = source.failure();
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
    await pause(waitBefore(attempt), signal);
    attempt += 1;
  }
}
