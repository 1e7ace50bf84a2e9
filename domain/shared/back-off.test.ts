import { describe, expect, it } from 'vitest';
import { backOffMs } from './back-off.ts';

const back = { firstMs: 100, longestMs: 1_500 };

describe('the wait after a failure', () => {
  it('grows with each, up to the longest', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 5_000].map(failures => backOffMs(failures, back, 1))).toEqual([
      0, 100, 200, 400, 800, 1_500, 1_500, 1_500,
    ]);
  });

  it('is anywhere between a share of it and the whole', () => {
    expect([0, 0.5, 1].map(chance => backOffMs(2, back, chance))).toEqual([100, 150, 200]);
    expect(backOffMs(3, { ...back, growth: 1.5, least: 0.1 }, 0)).toBe(23);
  });
});
