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
    /** Resolves when everything is done that was to be. */
    done: async (): Promise<void> => {
      while (working.size > 0) await Promise.all(working);
    },
  };
};
