const firstMs = 2_000;
const longestMs = 15_000;
const growth = 1.5;
const least = 0.1;

/**
 * How long to wait before the n-th try (from 0): up to two seconds, growing, capped; anywhere within that, so that
 * all the pages that lost the same server come back one after the other.
 */
export const backOffMs = (tries: number, random: number): number => {
  const full = Math.min(longestMs, firstMs * growth ** Math.min(tries, 10));
  return Math.round(full * (least + (1 - least) * random));
};
