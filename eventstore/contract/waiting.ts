import { setTimeout as pause } from 'node:timers/promises';

/** Rejects with what has not ended when it takes longer than so many milliseconds. */
export const withinTime = async (
  longest: number,
  ends: Promise<unknown>,
  whatIsOpen: () => string,
): Promise<void> => {
  const timer = new AbortController();
  const tooLong = pause(longest, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`not ended, ${whatIsOpen()}`);
  });
  try {
    await Promise.race([ends, tooLong]);
  } finally {
    tooLong.catch(() => undefined);
    timer.abort();
  }
};
