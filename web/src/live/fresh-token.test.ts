import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readToken, storeToken } from '../api/token.ts';
import { keepTokenFresh } from './fresh-token.ts';

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const minuteMs = 60_000;
const tokenFor = (ms: number): string =>
  `head.${btoa(JSON.stringify({ exp: Math.round((Date.now() + ms) / 1000) }))}.sign`;
const answering = (answer: () => Response) => {
  const fetch = vi.fn(async () => answer());
  vi.stubGlobal('fetch', fetch);
  return fetch;
};

describe('the token of a session', () => {
  it('is renewed a minute before it runs out', async () => {
    storeToken(tokenFor(15 * minuteMs));
    const fetch = answering(() => new Response(null, { status: 503 }));
    const stop = keepTokenFresh(() => undefined);
    await vi.advanceTimersByTimeAsync(13.9 * minuteMs);
    expect(fetch).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(0.2 * minuteMs);
    expect(fetch).toHaveBeenCalled();
    stop();
  });

  it('is asked for again while the server cannot be had', async () => {
    storeToken(tokenFor(minuteMs));
    const fetch = answering(() => new Response(null, { status: 503 }));
    const stop = keepTokenFresh(() => undefined);
    await vi.advanceTimersByTimeAsync(20_500);
    expect(fetch).toHaveBeenCalledTimes(4);
    stop();
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect(fetch).toHaveBeenCalledTimes(4);
  });

  it('is asked for no more once the session is over', async () => {
    storeToken(tokenFor(minuteMs));
    const fetch = answering(() => new Response(null, { status: 401 }));
    keepTokenFresh(() => undefined);
    await vi.advanceTimersByTimeAsync(10 * minuteMs);
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(readToken()).toBeNull();
  });
});
