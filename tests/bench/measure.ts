export type Summary = {
  readonly count: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
};

/** Times in milliseconds, summarised; `elapsedMs` is the wall clock of the whole run. */
export const summarise = (times: readonly number[], elapsedMs: number): Summary => {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return {
    count: sorted.length,
    perSecond: (sorted.length * 1000) / elapsedMs,
    p50: at(0.5),
    p99: at(0.99),
  };
};

/** Runs `work(0) … work(total-1)` with so many in flight at a time. */
export const inFlight = async (
  total: number,
  width: number,
  work: (index: number) => Promise<unknown>,
): Promise<Summary> => {
  const times: number[] = [];
  let next = 0;
  const started = performance.now();
  const worker = async () => {
    for (let index = next++; index < total; index = next++) {
      const begun = performance.now();
      await work(index);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return summarise(times, performance.now() - started);
};

/** Starts `work` at an even pace, whatever its answers take. */
export const paced = async (
  total: number,
  perSecond: number,
  work: (index: number) => Promise<number>,
): Promise<Summary> => {
  const started = performance.now();
  const running: Promise<number>[] = [];
  for (let index = 0; index < total; index++) {
    const due = started + (index * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait));
    running.push(work(index));
  }
  const times = await Promise.all(running);
  return summarise(times, performance.now() - started);
};

export const ms = (value: number): string => `${value.toFixed(1)} ms`;
export const rate = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`;

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
