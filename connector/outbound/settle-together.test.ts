import { describe, expect, it } from 'vitest';
import { settleTogether } from './settle-together.ts';

describe('rows that are settled', () => {
  it('share a statement, and each learns whether something waits for it', async () => {
    const written: (readonly string[])[] = [];
    const settle = settleTogether(async ids => {
      written.push(ids);
      return new Set(['b']);
    });
    expect(await Promise.all(['a', 'b', 'c'].map(settle))).toEqual([false, true, false]);
    expect(written).toEqual([['a', 'b', 'c']]);
  });

  it('are at most fifty at once', async () => {
    const written: number[] = [];
    const settle = settleTogether(async ids => {
      written.push(ids.length);
      return new Set();
    });
    await Promise.all(Array.from({ length: 60 }, (_, n) => settle(String(n))));
    expect(written).toEqual([50, 10]);
  });

  it('all fail with their statement, and those after them do not', async () => {
    let fails = true;
    const settle = settleTogether(async () => {
      if (fails) throw new Error('no database');
      return new Set();
    });
    const results = await Promise.allSettled(['a', 'b'].map(settle));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect(await settle('a')).toBe(false);
  });
});
