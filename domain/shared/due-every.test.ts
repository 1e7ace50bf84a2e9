import { afterEach, expect, it, vi } from 'vitest';
import { dueEvery } from './due-every.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('is due at first, and again when so long has passed', () => {
  let now = 5;
  const isDue = dueEvery(1_000, () => now);
  expect([isDue(), isDue()]).toEqual([true, false]);
  now += 999;
  expect(isDue()).toBe(false);
  now += 1;
  expect([isDue(), isDue()]).toEqual([true, false]);
});

it('is due in time also where the clock was set back or ahead meanwhile', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 1_000_000_000 });
  const isDue = dueEvery(1_000, () => performance.now());
  expect(isDue()).toBe(true);
  vi.setSystemTime(1);
  expect(isDue()).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(isDue()).toBe(true);
  vi.setSystemTime(2_000_000_000);
  expect(isDue()).toBe(false);
});
