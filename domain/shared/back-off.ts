export type BackOff = {
  /** The longest that the first wait can be. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** By how much each wait may be longer than the one before; 2 by default. */
  readonly growth?: number;
  /** The least share of a wait that is waited, whatever the chance; 0.5 by default. */
  readonly least?: number;
};

/**
 * How long to wait after so many failures in a row, the first included: a time that grows with each, up to a longest,
 * and of that a part by `chance` (0 to 1), so that all who lost the same server do not come back at once. Milliseconds;
 * 0 where nothing has failed.
 */
export const backOffMs = (failures: number, back: BackOff, chance: number): number => {
  if (failures <= 0) return 0;
  const { firstMs, longestMs, growth = 2, least = 0.5 } = back;
  const whole = Math.min(longestMs, firstMs * growth ** Math.min(failures - 1, 20));
  return Math.round(whole * (least + (1 - least) * chance));
};
