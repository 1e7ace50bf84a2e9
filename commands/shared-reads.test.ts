import { describe, expect, it } from 'vitest';
import { sharedReads } from './shared-reads.ts';

const reader = () => {
  const begun: { readonly name: string; readonly answer: PromiseWithResolvers<number> }[] = [];
  const read = sharedReads((name: string) => {
    const answer = Promise.withResolvers<number>();
    begun.push({ name, answer });
    return answer.promise;
  });
  return { begun, read };
};
const settled = () => new Promise(setImmediate);

describe('reads that are shared', () => {
  it('are one more for all who ask while one is under way, and it begins after they asked', async () => {
    const { begun, read } = reader();
    const first = read('a');
    const others = [read('a'), read('a')];
    expect(begun).toHaveLength(1);
    begun[0]?.answer.resolve(1);
    expect(await first).toBe(1);
    await settled();
    expect(begun).toHaveLength(2);
    const late = read('a');
    begun[1]?.answer.resolve(2);
    expect(await Promise.all(others)).toEqual([2, 2]);
    await settled();
    expect(begun).toHaveLength(3);
    begun[2]?.answer.resolve(3);
    expect(await late).toBe(3);
  });

  it('wait for none of another name', () => {
    const { begun, read } = reader();
    void read('a');
    void read('b');
    expect(begun.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('go on after one that failed, which only those hear of who asked for it', async () => {
    const { begun, read } = reader();
    const first = read('a');
    const second = read('a');
    begun[0]?.answer.reject(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await settled();
    begun[1]?.answer.resolve(2);
    expect(await second).toBe(2);
    void read('a');
    expect(begun).toHaveLength(3);
  });
});
