import { describe, expect, it } from 'vitest';
import { createAllowance, createPacer } from './pacing.ts';

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

describe('the pace of what programs send', () => {
  const open = (perSecond: number) => {
    const { at, surroundings } = clock();
    return { at, allowance: createAllowance(perSecond, surroundings.now) };
  };
  it('lets a second’s number go at once', () => {
    const { allowance } = open(30);
    expect([allowance.room(), allowance.wait()]).toEqual([30, 0]);
    allowance.went(30);
    expect([allowance.room(), allowance.wait()]).toEqual([0, Math.ceil(8_000 / 30)]);
  });
  it('waits then until some may go together', () => {
    const { at, allowance } = open(30);
    allowance.went(30);
    at.ms += 200;
    expect([allowance.room(), allowance.wait()]).toEqual([0, 67]);
    at.ms += 67;
    expect([allowance.room(), allowance.wait()]).toEqual([8, 0]);
  });
  it('is not slowed down by those that come as fast as they may go', () => {
    const { at, allowance } = open(10);
    for (let second = 0; second < 60; second += 1)
      for (let each = 0; each < 10; each += 1) {
        expect(allowance.room()).toBeGreaterThan(0);
        allowance.went(1);
        at.ms += 100;
      }
  });
  it('sends so many a second and no more, for however long', () => {
    const { at, allowance } = open(30);
    let sent = 0;
    for (const end = at.ms + 600_000; at.ms < end; at.ms += Math.max(1, allowance.wait())) {
      sent += allowance.room();
      allowance.went(allowance.room());
    }
    expect(sent).toBeGreaterThan(600 * 30 * 0.99);
    expect(sent).toBeLessThanOrEqual(601 * 30);
  });
  it('holds for fewer than one a second, and for a clock that is put back', () => {
    const { at, allowance } = open(0.5);
    allowance.went(allowance.room());
    expect(allowance.wait()).toBe(2_000);
    at.ms -= 10_000;
    expect(allowance.room()).toBe(0);
    at.ms += 2_000;
    expect(allowance.room()).toBe(1);
  });
});
