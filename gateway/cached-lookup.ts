import { LRUCache } from 'lru-cache';

/**
 * A bounded cache in front of a look-up. What was being read while something was forgotten is not kept, and what
 * was not found never is: a stale answer outlives its notification by nothing.
 */
export const cachedLookup = <Value extends object>(
  load: (key: string) => Promise<Value | undefined>,
  limits: { readonly max: number; readonly ttlMs: number },
) => {
  const cache = new LRUCache<string, Value>({ max: limits.max, ttl: limits.ttlMs });
  const reading = new Map<string, Promise<Value | undefined>>();
  let generation = 0;

  const read = async (key: string): Promise<Value | undefined> => {
    const begun = generation;
    try {
      const value = await load(key);
      if (value && begun === generation) cache.set(key, value);
      return value;
    } finally {
      reading.delete(key);
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
