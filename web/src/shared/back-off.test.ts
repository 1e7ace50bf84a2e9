import { expect, it } from 'vitest';
import { backOffMs } from './back-off.ts';

it('spreads those who lost the same server over nearly all of the time that the last of them waits', () => {
  for (const tries of [0, 1, 2, 5, 100]) {
    const [soonest, latest] = [backOffMs(tries, 0), backOffMs(tries, 1)];
    expect(soonest).toBeLessThanOrEqual(latest / 10);
    expect(backOffMs(tries, 0.5)).toBeCloseTo((soonest + latest) / 2, -1);
  }
});

it('lets thousands of pages come back over as long as their server says', () => {
  expect([0, 1, 2, 5].map(tries => backOffMs(tries, 1, 8_000))).toEqual([8_000, 8_000, 8_000, 15_000]);
  expect(backOffMs(0, 1, 500)).toBe(2_000);
  expect(backOffMs(5, 1, 20_000)).toBe(20_000);
});

it('waits longer from try to try, and never longer than 15 seconds', () => {
  expect([0, 1, 2, 5, 50].map(tries => backOffMs(tries, 1))).toEqual([2_000, 3_000, 4_500, 15_000, 15_000]);
});
