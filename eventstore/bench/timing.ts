export const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
};

/** `count` calls of `work`, so many of them at a time; calls a second. */
export const rateOf = async (
  count: number,
  inFlight: number,
  work: (index: number, lane: number) => Promise<unknown>,
): Promise<number> => {
  let next = 0;
  const lane = async (_: unknown, number: number) => {
    for (let index = next++; index < count; index = next++) await work(index, number);
  };
  const took = await secondsOf(() => Promise.all(Array.from({ length: inFlight }, lane)));
  return count / took;
};

export type Spread = { readonly p50: number; readonly p99: number };

export const spreadOf = (values: readonly number[]): Spread => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
};

/** Calls `work` so many times a second, on time or, where the timer is late, in a row. */
export const pacedAt = async (perSecond: number, count: number, work: () => Promise<void>): Promise<void> => {
  const start = performance.now();
  const started: Promise<void>[] = [];
  await new Promise<void>(resolve => {
    const timer = setInterval(() => {
      const due = Math.min(count, Math.floor(((performance.now() - start) / 1000) * perSecond));
      while (started.length < due) started.push(work());
      if (started.length < count) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  await Promise.all(started);
};
