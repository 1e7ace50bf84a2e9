import { LRUCache } from 'lru-cache';
import { CallRefused } from '../errors/refusal.ts';

export const triesPerAddress = 10;
export const triesPerEmail = 30;
export const windowMs = 15 * 60_000;

/**
 * Counts failed logins by e-mail and address, and by e-mail alone, in a bounded memory. A try counts before it is
 * checked, so that a hundred at once are a hundred; a success takes it back and forgets the failures of its address.
 */
export const createLoginThrottle = () => {
  const counters = new LRUCache<string, { tries: number }>({ max: 50_000, ttl: windowMs, noUpdateTTL: true });

  const take = (key: string, most: number) => {
    const counter = counters.get(key) ?? { tries: 0 };
    if (counter.tries >= most)
      throw new CallRefused('ERR_TOO_MANY_REQUESTS', {
        retryAfterSeconds: Math.max(1, counters.getRemainingTTL(key) / 1000),
      });
    counter.tries += 1;
    counters.set(key, counter);
    return counter;
  };

  /** @throws ERR_TOO_MANY_REQUESTS; otherwise answers what to call when the login went well. */
  return (email: string, address: string): (() => void) => {
    const name = email.trim().toLowerCase();
    const byAddress = `${name}|${address}`;
    take(byAddress, triesPerAddress);
    const all = take(name, triesPerEmail);
    return () => {
      counters.delete(byAddress);
      all.tries = Math.max(0, all.tries - 1);
    };
  };
};
export type LoginThrottle = ReturnType<typeof createLoginThrottle>;
