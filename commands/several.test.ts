import { describe, expect, it } from 'vitest';
import { several } from './several.ts';

describe('several at once', () => {
  it('are as many as is said, and answer in their order', async () => {
    let [now, most] = [0, 0];
    const results = await several([5, 1, 4, 2, 3], 2, async turns => {
      now += 1;
      most = Math.max(most, now);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      now -= 1;
      return turns * 10;
    });
    expect(results).toEqual([50, 10, 40, 20, 30]);
    expect(most).toBe(2);
    expect(await several([], 2, async () => 1)).toEqual([]);
  });

  it('fail only when nothing is under way any more', async () => {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    let done = false;
    const all = several(['fails', 'is late'], 2, async item => {
      if (item === 'fails') throw new Error('not now');
      await late;
      done = true;
    });
    const failed = all.catch(error => [error.message, done]);
    resolve();
    expect(await failed).toEqual(['not now', true]);
  });

  it('are not all tried where all fail', async () => {
    let tried = 0;
    const all = several(
      Array.from({ length: 100 }, (_, index) => index),
      4,
      async () => {
        tried += 1;
        throw new Error('not now');
      },
    );
    await expect(all).rejects.toThrow('not now');
    expect(tried).toBe(4);
  });
});
