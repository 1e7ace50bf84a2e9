import { describe, expect, it } from 'vitest';
import { cachedLookup } from './cached-lookup.ts';

const limits = { max: 10, ttlMs: 60_000 };

describe('a cached look-up', () => {
  it('reads once for many who ask at once, and not again', async () => {
    let reads = 0;
    const lookup = cachedLookup(async key => ({ key, read: ++reads }), limits);
    const answers = await Promise.all([lookup.get('a'), lookup.get('a')]);
    expect(answers.map(answer => answer?.read)).toEqual([1, 1]);
    expect((await lookup.get('a'))?.read).toBe(1);
  });
  it('does not keep what was read while it was forgotten', async () => {
    let value = 'old';
    const gate = Promise.withResolvers<void>();
    const lookup = cachedLookup(async () => {
      const read = { value };
      await gate.promise;
      return read;
    }, limits);
    const stale = lookup.get('a');
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
      return undefined;
    }, limits);
    await lookup.get('a');
    await lookup.get('a');
    expect(reads).toBe(2);
  });
});
