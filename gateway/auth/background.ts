import type { FastifyBaseLogger } from 'fastify';

/** What is done without anybody waiting for it, and without anything failing because of it. */
export const createBackground = (log: Pick<FastifyBaseLogger, 'warn'>, failure: string) => {
  const working = new Set<Promise<unknown>>();
  return {
    run: (work: () => Promise<void>): void => {
      const done = work()
        .catch(err => log.warn({ err }, failure))
        .finally(() => working.delete(done));
      working.add(done);
    },
    /** One after the other: what fails of one keeps nothing of the others. */
    each: async <Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> => {
      for (const item of items) await work(item).catch(err => log.warn({ err }, failure));
    },
    /** Resolves when everything is done that was to be. */
    done: async (): Promise<void> => {
      while (working.size > 0) await Promise.all(working);
    },
  };
};
