import { describe, expect, it } from 'vitest';
import { cachedLookup } from './cached-lookup.ts';

const limits = { max: 1_000, ttlMs: 60_000 };
const found = <Value>(keys: readonly string[], value: (key: string) => Value) =>
  new Map(keys.map(key => [key, value(key)]));

describe('a cached look-up', () => {
  it('reads once for many who ask at once, and not again', async () => {
    let reads = 0;
    const lookup = cachedLookup(async keys => found(keys, key => ({ key, read: ++reads })), limits);
    const answers = await Promise.all([lookup.get('a'), lookup.get('a')]);
    expect(answers.map(answer => answer?.read)).toEqual([1, 1]);
    expect((await lookup.get('a'))?.read).toBe(1);
  });
  it('reads what many ask for together, a hundred at a time', async () => {
    const asked: number[] = [];
    let running = 0;
    let most = 0;
    const lookup = cachedLookup(async keys => {
      running += 1;
      most = Math.max(most, running);
      asked.push(keys.length);
      await new Promise(setImmediate);
      running -= 1;
      return found(keys, key => ({ key }));
    }, limits);
    const answers = await Promise.all(Array.from({ length: 950 }, (_, n) => lookup.get(String(n))));
    expect(answers.map(answer => answer?.key)).toEqual(Array.from({ length: 950 }, (_, n) => String(n)));
    expect(asked).toHaveLength(10);
    expect(most).toBeLessThanOrEqual(2);
  });
  it('fails those who asked together, and nobody after them', async () => {
    let reads = 0;
    const lookup = cachedLookup(async keys => {
      reads += 1;
      if (reads === 1) throw new Error('away');
      return found(keys, key => ({ key }));
    }, limits);
    const failed = await Promise.allSettled([lookup.get('a'), lookup.get('b')]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await lookup.get('a')).toEqual({ key: 'a' });
  });
  it('does not keep what was read while it was forgotten', async () => {
    let value = 'old';
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const lookup = cachedLookup(async keys => {
      const read = { value };
      begun.resolve();
      await gate.promise;
      return found(keys, () => read);
    }, limits);
    const stale = lookup.get('a');
    await begun.promise;
    value = 'new';
    lookup.forgetWhere(() => true);
    gate.resolve();
    expect((await stale)?.value).toBe('old');
    expect((await lookup.get('a'))?.value).toBe('new');
  });
  it('asks again for what was not there', async () => {
    let reads = 0;
    const lookup = cachedLookup(async () => {
      reads += 1;
      return new Map<string, object>();
    }, limits);
    await lookup.get('a');
    await lookup.get('a');
    expect(reads).toBe(2);
  });
});
