/** How long readers may work, in milliseconds, before appends and the network have their turn again. */
const share = 2;

/**
 * Shares the process between readers of long histories and everybody else: in each round of the event loop the
 * readers work for a bounded time, first come, first served; who is left out goes first in the next round.
 */
export const createTurns = (clock: () => number = () => performance.now()) => {
  const waiting: (() => void)[] = [];
  let ends: number | undefined;

  const step = (): void => {
    const now = clock();
    if (ends === undefined) {
      ends = now + share;
      // Runs before every step of the next round.
      setImmediate(() => {
        ends = undefined;
      });
    }
    if (now < ends) waiting.shift()?.();
    else setImmediate(step);
  };

  /** Resolves when a reader may send its next page. */
  const next = (): Promise<void> =>
    new Promise(resolve => {
      waiting.push(resolve);
      setImmediate(step);
    });

  return { next };
};

/** There is one event loop to share. */
export const turns = createTurns();
