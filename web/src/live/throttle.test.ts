import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttle } from './throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('runs at once, then once more for all wishes of an interval', () => {
  const run = vi.fn();
  const { call } = throttle(run, 1_000);
  call();
  call();
  call();
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  expect(run).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1_000);
  expect(run).toHaveBeenCalledTimes(2);
});

it('runs again after it was cancelled within an interval', () => {
  const run = vi.fn();
  const { call, cancel } = throttle(run, 1_000);
  call();
  call();
  cancel();
  vi.advanceTimersByTime(1_000);
  expect(run).toHaveBeenCalledTimes(1);
  call();
  expect(run).toHaveBeenCalledTimes(2);
});
