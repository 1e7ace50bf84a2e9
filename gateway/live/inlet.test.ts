import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mostAtOnce, openInlet, perSecond } from './inlet.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const setUp = () => {
  const handled: number[] = [];
  const calls: string[] = [];
  const source = { pause: () => calls.push('pause'), resume: () => calls.push('resume') };
  const inlet = openInlet<number>(source, message => handled.push(message));
  const say = (count: number) => {
    for (let n = 0; n < count; n += 1) inlet.push(n);
  };
  return { inlet, say, handled, calls };
};

it('hands on at once what a page says', () => {
  const { say, handled, calls } = setUp();
  say(mostAtOnce);
  expect(handled).toHaveLength(mostAtOnce);
  expect(calls).toEqual([]);
});

it('reads no further for who says too much, and hands the rest on in order as time passes', () => {
  const { say, handled, calls } = setUp();
  say(mostAtOnce + 3 * perSecond);
  expect(handled).toHaveLength(mostAtOnce);
  expect(new Set(calls)).toEqual(new Set(['pause']));
  vi.advanceTimersByTime(1_000);
  expect(Math.abs(handled.length - mostAtOnce - perSecond)).toBeLessThanOrEqual(1);
  expect(calls).not.toContain('resume');
  vi.advanceTimersByTime(2_100);
  expect(handled).toEqual(Array.from({ length: mostAtOnce + 3 * perSecond }, (_, n) => n));
  expect(calls.at(-1)).toBe('resume');
});

it('gives the allowance back to who was silent', () => {
  const { say, handled } = setUp();
  say(mostAtOnce);
  vi.advanceTimersByTime((mostAtOnce / perSecond) * 1_000);
  say(mostAtOnce);
  expect(handled).toHaveLength(2 * mostAtOnce);
});

it('drops what waits when the socket has ended', () => {
  const { inlet, say, handled } = setUp();
  say(mostAtOnce + 10);
  inlet.close();
  vi.advanceTimersByTime(60_000);
  expect(handled).toHaveLength(mostAtOnce);
});
