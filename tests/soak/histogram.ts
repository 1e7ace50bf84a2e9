const longestMs = 120_000;

/** Milliseconds, many millions of them, to the whole one. */
export const createHistogram = () => {
  const counts = new Uint32Array(longestMs);
  let total = 0;
  return {
    add: (ms: number): void => {
      const at = Math.min(longestMs - 1, Math.max(0, Math.round(ms)));
      counts[at] = (counts[at] ?? 0) + 1;
      total += 1;
    },
    /** Under which so large a share of them lies; NaN when there are none. */
    quantile: (share: number): number => {
      let seen = 0;
      for (let at = 0; at < longestMs && total > 0; at += 1) {
        seen += counts[at] ?? 0;
        if (seen > total * share || seen === total) return at;
      }
      return Number.NaN;
    },
    count: () => total,
    /** How many there are of each millisecond, for `addAll` of another process. */
    counts: (): Uint32Array => counts,
    addAll: (others: Uint32Array): void => {
      others.forEach((count, at) => {
        counts[at] = (counts[at] ?? 0) + count;
        total += count;
      });
    },
  };
};
export type Histogram = ReturnType<typeof createHistogram>;

export const quantilesOf = (of: Histogram): string =>
  of.count() === 0 ? '-' : `${of.quantile(0.5)} / ${of.quantile(0.99)}`;
