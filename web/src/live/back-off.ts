const firstMs = 500;
const longestMs = 15_000;

/** How long to wait before the n-th try (from 0): doubling, capped, and jittered so that browsers spread out. */
export const backOffMs = (tries: number, random: number): number => {
  const full = Math.min(longestMs, firstMs * 2 ** Math.min(tries, 10));
  return Math.round(full * (0.5 + random / 2));
};
