import { LRUCache } from 'lru-cache';

/** A thousand who ask at once are a few queries, and no query is long. */
const mostKeys = 100;
const mostQueries = 2;

/**
 * A bounded cache in front of a look-up, which is asked for many keys together. What was being read while something
 * was forgotten is not kept, and what was not found never is: a stale answer outlives its notification by nothing.
 */
export const cachedLookup = <Value extends object>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  limits: { readonly max: number; readonly ttlMs: number },
) => {
  const cache = new LRUCache<string, Value>({ max: limits.max, ttl: limits.ttlMs });
  const reading = new Map<string, Promise<Value | undefined>>();
  const ask = together(load);
  let generation = 0;

  const read = async (key: string): Promise<Value | undefined> => {
    const begun = generation;
    try {
      const value = await ask(key);
      if (value && begun === generation) cache.set(key, value);
      return value;
    } finally {
      if (begun === generation) reading.delete(key);
    }
  };
  const forgetting = () => {
    generation += 1;
    reading.clear();
  };

  return {
    get: async (key: string): Promise<Value | undefined> => {
      const known = cache.get(key) ?? reading.get(key);
      if (known) return known;
      const underway = read(key);
      reading.set(key, underway);
      return underway;
    },
    forgetWhere: (matches: (value: Value) => boolean): void => {
      forgetting();
      for (const [key, value] of cache.entries()) if (matches(value)) cache.delete(key);
    },
    clear: (): void => {
      forgetting();
      cache.clear();
    },
  };
};

/** Asks for what is wanted in one turn of the event loop together, and for what comes meanwhile after that. */
const together = <Value>(load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>) => {
  type Waiting = { readonly key: string } & PromiseWithResolvers<Value | undefined>;
  const waiting: Waiting[] = [];
  let running = 0;
  let planned = false;

  const run = async () => {
    planned = false;
    if (running >= mostQueries || waiting.length === 0) return;
    const asked = waiting.splice(0, mostKeys);
    running += 1;
    plan();
    try {
      const found = await load(asked.map(({ key }) => key));
      for (const { key, resolve } of asked) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    } finally {
      running -= 1;
      plan();
    }
  };
  const plan = () => {
    if (planned || waiting.length === 0 || running >= mostQueries) return;
    planned = true;
    setImmediate(() => void run());
  };

  return (key: string): Promise<Value | undefined> => {
    const asking = Promise.withResolvers<Value | undefined>();
    waiting.push({ key, ...asking });
    plan();
    return asking.promise;
  };
};
