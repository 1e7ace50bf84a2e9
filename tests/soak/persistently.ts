import { setTimeout as pause } from 'node:timers/promises';

const mostTries = 10;
const pauseMs = 500;

/**
 * Does again what failed: a connection that was kept may end in the moment it is used, and a process that was killed
 * is away for a while. For what may be done twice. Throws with the last failure.
 */
export const persistently = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === mostTries) throw error;
      await pause(pauseMs);
    }
  }
};
