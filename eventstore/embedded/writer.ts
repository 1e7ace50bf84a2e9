import type { Log } from './log.ts';
import { type LoggedEvent, tombstoneRevision } from './log-types.ts';
import { createRecentIds } from './recent-ids.ts';
import type { Storage } from './storage.ts';
import type { Streams } from './streams.ts';
import { type Answer, createTransaction, type Request } from './transaction.ts';

const batchEvents = 1500;
const batchBytes = 4 * 1024 * 1024;
/** How much of the log a start reads for the ids that it remembers, and more to the beginning of an append. */
const recalled = { events: 1000, bytes: 16 * 1024 * 1024 };
const pageEvents = 500;

type Queued = { readonly request: Request; readonly answer: (answer: Answer) => void };
type Parts = { readonly storage: Storage; readonly streams: Streams; readonly log: Log };

const bytesOf = ({ events }: Request): number =>
  events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);

type Trace = Pick<LoggedEvent, 'id' | 'stream' | 'revision' | 'created'>;

/** Appends that were stored together cannot be told from one; that makes no difference to what is remembered. */
const isOneAppend = (event: Trace, next: Trace): boolean =>
  event.stream === next.stream && event.revision === next.revision - 1 && event.created === next.created;

/**
 * The only one who writes. All that is queued goes into one transaction, and is answered when that is on the
 * disk: many writers share one flush, and a lower place never appears after a higher one.
 */
export const createWriter = ({ storage, streams, log }: Parts) => {
  const recentIds = createRecentIds();
  let queue: Queued[] = [];
  let scheduled = false;
  let stopped = false;
  let idle: (() => void) | undefined;

  /** The newest appends, each of them whole, the newest first. */
  const newestAppends = (): Trace[][] => {
    const appends: Trace[][] = [];
    let [events, bytes] = [0, 0];
    try {
      for (const { id, stream, revision, created, data, metadata } of backwards()) {
        const event = { id, stream, revision, created };
        const append = appends.at(-1);
        const next = append?.at(-1);
        if (append && next && isOneAppend(event, next)) append.push(event);
        else if (events >= recalled.events || bytes >= recalled.bytes) return appends;
        else appends.push([event]);
        events += 1;
        bytes += data.length + metadata.length;
      }
      return appends;
    } catch {
      // Whoever reads this part of the log meets its damage and tells of it; what follows can still be known again.
      return appends.slice(0, -1);
    }
  };

  function* backwards(): Generator<LoggedEvent> {
    for (let from = log.last(); from > 0; ) {
      const page = storage.pageOfAll({ from, limit: pageEvents, direction: 'backwards' });
      yield* page;
      from = (page.at(-1)?.place ?? 1) - 1;
    }
  }

  const recall = (): void => {
    for (const append of newestAppends().reverse()) {
      const [first] = append.reverse();
      const streamId = first && streams.find(first.stream)?.id;
      if (!first || streamId === undefined || first.revision === tombstoneRevision) continue;
      recentIds.add(
        streamId,
        first.revision,
        append.map(({ id }) => id),
      );
    }
    recentIds.settle();
  };

  const takeBatch = (): Queued[] => {
    let events = 0;
    let bytes = 0;
    const end = queue.findIndex(({ request }, index) => {
      events += request.events.length;
      bytes += bytesOf(request);
      return index > 0 && (events > batchEvents || bytes > batchBytes);
    });
    const batch = end < 0 ? queue : queue.slice(0, end);
    queue = end < 0 ? [] : queue.slice(end);
    return batch;
  };

  const decideAndStore = (batch: readonly Queued[]): Answer[] => {
    try {
      storage.begin();
      const transaction = createTransaction({ storage, streams, recentIds }, log.last() + 1);
      const answers = batch.map(({ request }) => transaction.run(request));
      storage.commit();
      recentIds.settle();
      log.publish(transaction.written);
      return answers;
    } catch (error) {
      storage.rollback();
      streams.forget();
      recentIds.undo();
      const message = error instanceof Error ? error.message : String(error);
      return batch.map(() => ({ kind: 'failed', message }));
    }
  };

  const flush = (): void => {
    scheduled = false;
    const batch = takeBatch();
    const answers = decideAndStore(batch);
    batch.forEach(({ answer }, index) => {
      answer(answers[index] ?? { kind: 'failed', message: 'no answer' });
    });
    if (queue.length > 0) schedule();
    else idle?.();
  };

  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(flush);
  };

  /** Answers exactly once, after what it answers is stored. */
  const submit = (request: Request, answer: (answer: Answer) => void): void => {
    if (stopped) {
      answer({ kind: 'stopped' });
      return;
    }
    queue.push({ request, answer });
    schedule();
  };

  /** Stores and answers what is queued, refuses what comes later. */
  const stop = async (): Promise<void> => {
    stopped = true;
    if (!scheduled) return;
    await new Promise<void>(resolve => {
      idle = resolve;
    });
  };

  recall();
  return { submit, stop };
};
