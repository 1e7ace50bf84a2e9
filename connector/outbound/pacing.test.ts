import { describe, expect, it } from 'vitest';
import { createPacer } from './pacing.ts';

const clock = (random = () => 0.5) => {
  const at = { ms: 1_000_000 };
  return { at, surroundings: { now: () => at.ms, random } };
};
const few = { count: 1, oldest: 0 };

describe('the pace of mass messages', () => {
  it('keeps them apart by the pause that the number a second makes', () => {
    const { at, surroundings } = clock();
    const pacer = createPacer({ perSecond: 4, jitter: 0.5, perDay: 100 }, surroundings);
    expect(pacer.wait()).toBe(0);
    expect(pacer.goes(few)).toBe(true);
    expect(pacer.wait()).toBe(250);
    at.ms += 100;
    expect(pacer.wait()).toBe(150);
    at.ms += 150;
    expect(pacer.wait()).toBe(0);
  });
  it('makes the pauses uneven, within the jitter', () => {
    for (const [random, pause] of [
      [0, 500],
      [0.5, 1_000],
      [1, 1_500],
    ] as const) {
      const pacer = createPacer({ perSecond: 1, jitter: 0.5, perDay: 100 }, clock(() => random).surroundings);
      pacer.goes(few);
      expect(pacer.wait()).toBe(pause);
    }
  });
  it('stops at the day’s number until the oldest of them is a day old', () => {
    const { at, surroundings } = clock();
    const pacer = createPacer({ perSecond: 1, jitter: 0, perDay: 3 }, surroundings);
    expect(pacer.goes({ count: 3, oldest: at.ms - 1_000 })).toBe(true);
    expect(pacer.goes({ count: 4, oldest: at.ms - 1_000 })).toBe(false);
    expect(pacer.wait()).toBe(86_400_000 - 1_000);
  });
});
