import type { EventStore, Recorded } from '#eventstore/types.ts';

export type LogWatch = {
  /** The first event, past or to come, that satisfies the test. Rejects after `withinMs`, naming `what`. */
  readonly first: (what: string, test: (event: Recorded) => boolean, withinMs?: number) => Promise<Recorded>;
  readonly close: () => void;
};

/** Follows the log from its start, so that a waiter never misses what happened before it asked. */
export const watchLog = (store: EventStore, isWanted: (event: Recorded) => boolean): LogWatch => {
  const ending = new AbortController();
  const seen: Recorded[] = [];
  const waiters = new Set<(event: Recorded) => void>();

  const follow = async () => {
    for await (const batch of store.subscribe({ maxBatch: 500, signal: ending.signal })) {
      for (const event of batch.events.filter(isWanted)) {
        seen.push(event);
        for (const waiter of waiters) waiter(event);
      }
    }
  };
  void follow();

  const first: LogWatch['first'] = (what, test, withinMs = 30_000) =>
    new Promise((resolve, reject) => {
      const found = seen.find(test);
      if (found) return resolve(found);
      const timer = setTimeout(() => {
        waiters.delete(waiter);
        reject(new Error(`${what} did not happen within ${withinMs / 1000} s`));
      }, withinMs);
      const waiter = (event: Recorded) => {
        if (!test(event)) return;
        clearTimeout(timer);
        waiters.delete(waiter);
        resolve(event);
      };
      waiters.add(waiter);
    });

  return { first, close: () => ending.abort() };
};
