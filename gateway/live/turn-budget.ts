import { setImmediate } from 'node:timers/promises';

/**
 * A few milliseconds of each turn of the event loop, which all who ask share: whether those of this one are spent, and
 * a promise that resolves in a turn in which there are some left.
 */
export const createTurnBudget = (mostMs: number, now: () => number = () => performance.now()) => {
  let begun: number | undefined;

  const isSpent = (): boolean => {
    if (begun !== undefined) return now() - begun >= mostMs;
    begun = now();
    void setImmediate().then(() => {
      begun = undefined;
    });
    return false;
  };
  const untilThereIsSome = async (): Promise<void> => {
    while (isSpent()) await setImmediate();
  };

  return { isSpent, untilThereIsSome };
};
