import type { EventStore } from '#eventstore/types.ts';

/** Calls take different lengths of time, in microtasks. */
export const lagging = (store: EventStore, lags: Iterator<number>): EventStore => {
  const lag = async () => {
    for (let left = Number(lags.next().value); left > 0; left -= 1) await Promise.resolve();
  };
  const slow =
    <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      await lag();
      const answer = await call(...args);
      await lag();
      return answer;
    };
  const subscribe: EventStore['subscribe'] = async function* (options) {
    for await (const batch of store.subscribe(options)) {
      await lag();
      yield batch;
    }
  };
  return { ...store, load: slow(store.load), append: slow(store.append), subscribe };
};
