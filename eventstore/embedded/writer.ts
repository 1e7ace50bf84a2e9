import type { Log } from './log.ts';
import { createRecentIds } from './recent-ids.ts';
import type { Storage } from './storage.ts';
import type { Streams } from './streams.ts';
import { type Answer, createTransaction, type Request } from './transaction.ts';

const batchEvents = 1500;
const batchBytes = 4 * 1024 * 1024;
const seededIds = 1000;

type Queued = { readonly request: Request; readonly answer: (answer: Answer) => void };
type Parts = { readonly storage: Storage; readonly streams: Streams; readonly log: Log };

const bytesOf = ({ events }: Request): number =>
  events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);

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

  const seed = (): void => {
    const page = { from: log.last(), limit: seededIds, direction: 'backwards' } as const;
    for (const { stream, id, revision, place } of storage.pageOfAll(page).reverse()) {
      const streamId = streams.find(stream)?.id;
      if (streamId !== undefined && revision >= 0) recentIds.add(streamId, id, { revision, place });
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

  seed();
  return { submit, stop };
};
