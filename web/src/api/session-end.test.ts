import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession } from './session-store.ts';

const clear = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  clear.mockClear();
  vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => undefined, clear });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('clears the local storage a second after a session was ended elsewhere', () => {
  endSession('other-login');
  vi.advanceTimersByTime(999);
  expect(clear).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(clear).toHaveBeenCalledOnce();
});
