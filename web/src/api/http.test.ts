import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { fetchData } from './http.ts';
import { serverNow } from './server-clock.ts';
import { readToken, storeToken, tokenLifetime } from './token.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  storeToken('old');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const answers = (...given: (() => Response)[]) => {
  const fetch = vi.fn(async () => {
    const next = given.shift();
    if (!next) throw new Error('nothing more was to be asked');
    return next();
  });
  vi.stubGlobal('fetch', fetch);
};
const refusal = (status: number, error: string) => () =>
  Response.json({ error, message: error, statusCode: status }, { status });
const load = () => fetchData({ path: '/something', schema: z.object({ name: z.string() }) });

describe('a call of the gateway', () => {
  it('ends the session that it was refused for', async () => {
    answers(refusal(401, 'ERR_UNAUTHENTICATED'));
    await expect(load()).rejects.toMatchObject({ status: 401 });
    expect(readToken()).toBeNull();
  });

  it('leaves a session alone that began while it was on its way', async () => {
    answers(() => {
      storeToken('new');
      return refusal(401, 'ERR_UNAUTHENTICATED')();
    });
    await expect(load()).rejects.toMatchObject({ status: 401 });
    expect(readToken()).toBe('new');
  });

  it('keeps the session when something else than the gateway answers the refresh', async () => {
    answers(refusal(403, 'ERR_SESSION_EXPIRED'), () => new Response('<h1>Wi-Fi do aeroporto</h1>'));
    await expect(load()).rejects.toMatchObject({ code: 'ERR_NETWORK' });
    expect(readToken()).toBe('old');
  });

  it('ends the session when the refresh is refused', async () => {
    answers(refusal(403, 'ERR_SESSION_EXPIRED'), refusal(401, 'ERR_UNAUTHENTICATED'));
    await expect(load()).rejects.toMatchObject({ code: 'ERR_SESSION_EXPIRED' });
    expect(readToken()).toBeNull();
  });

  it('may be tried again when its answer breaks off', async () => {
    const broken = new ReadableStream({ start: controller => controller.error(new TypeError('gone')) });
    answers(() => new Response(broken));
    await expect(load()).rejects.toMatchObject({ code: 'ERR_NETWORK', status: 0 });
  });

  it("learns the server's time, whatever this machine's clock says", async () => {
    const told = Date.now() - 20 * 60_000;
    answers(() => Response.json({ name: 'Ana' }, { headers: { date: new Date(told).toUTCString() } }));
    await load();
    expect(Math.abs(serverNow() - told)).toBeLessThan(60_000);
    const claims = btoa(JSON.stringify({ exp: Math.round(told / 1000) + 900 }));
    expect(tokenLifetime(`head.${claims}.sign`, serverNow())).toBeGreaterThan(14 * 60_000);
  });
});
