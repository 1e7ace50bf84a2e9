/** Runs work in order within a lane and side by side across lanes, never more than `width` at once. */
export type Lanes = {
  /** Takes the work; it runs when its lane's earlier work has ended. Work must not reject. */
  readonly add: (lane: string, work: () => Promise<void>) => void;
  /** How much is waiting or running. */
  readonly size: () => number;
  /** Resolves when nothing is waiting or running any more. */
  readonly idle: () => Promise<void>;
};

export const createLanes = (width: number): Lanes => {
  const queues = new Map<string, (() => Promise<void>)[]>();
  const ready: string[] = [];
  let waiters: (() => void)[] = [];
  let running = 0;
  let size = 0;

  const start = () => {
    while (running < width) {
      const lane = ready.shift();
      if (lane === undefined) return;
      running += 1;
      void step(lane);
    }
  };
  const step = async (lane: string) => {
    const queue = queues.get(lane) ?? [];
    try {
      await queue[0]?.();
    } finally {
      queue.shift();
      running -= 1;
      size -= 1;
      if (queue.length > 0) ready.push(lane);
      else queues.delete(lane);
      start();
      if (size === 0) {
        for (const resolve of waiters) resolve();
        waiters = [];
      }
    }
  };

  return {
    add: (lane, work) => {
      size += 1;
      const queue = queues.get(lane);
      if (queue) queue.push(work);
      else {
        queues.set(lane, [work]);
        ready.push(lane);
        start();
      }
    },
    size: () => size,
    idle: () => (size === 0 ? Promise.resolve() : new Promise(resolve => waiters.push(resolve))),
  };
};
