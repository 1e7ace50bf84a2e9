import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isCollected } from './testing/collected.ts';
import { type TogetherOptions, together } from './together.ts';

type Row = { readonly key: number; readonly text: string };

const open = (options: Omit<TogetherOptions<Row, ReadonlySet<string>>, 'write'>) => {
  const writes: string[] = [];
  let failure: Error | undefined;
  const line = together<Row, ReadonlySet<string>>({
    ...options,
    write: async rows => {
      writes.push(rows.map(({ text }) => text).join(''));
      if (failure) throw failure;
      return new Set(rows.map(({ text }) => text));
    },
  });
  const failWith = (error: Error | undefined) => {
    failure = error;
  };
  return { ...line, add: (text: string, key = 0) => line.add({ key, text }), writes, failWith };
};

describe('what waits a moment for others', () => {
  it.each([15, 'turn'] as const)(
    'is written with them, and each learns what was answered (%s)',
    async waitMs => {
      const { add, writes } = open({ waitMs });
      const answers = await Promise.all(['a', 'b', 'c'].map(text => add(text)));
      expect(answers.map(answer => answer.has('b'))).toEqual([true, true, true]);
      await add('d');
      expect(writes).toEqual(['abc', 'd']);
    },
  );

  it('waits no longer when there are so many', async () => {
    const { add, writes } = open({ waitMs: 10_000, most: 2 });
    await Promise.all(['a', 'b', 'c', 'd'].map(text => add(text)));
    expect(writes).toEqual(['ab', 'cd']);
  });

  it('fails together, and what comes after does not', async () => {
    const { add, failWith } = open({ waitMs: 'turn' });
    failWith(new Error('no database'));
    const both = await Promise.allSettled([add('a'), add('b')]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    failWith(undefined);
    expect(await add('c')).toEqual(new Set('c'));
  });
});

describe('one write at a time', () => {
  it('begins at once, and takes together what comes meanwhile', async () => {
    const begun: (() => void)[] = [];
    const writes: (readonly string[])[] = [];
    const { add } = together<string, void>({
      oneAtATime: true,
      write: texts => {
        writes.push(texts);
        return new Promise(resolve => begun.push(resolve));
      },
    });
    const first = add('a');
    await vi.waitUntil(() => begun.length === 1, { timeout: 20_000 });
    const others = [add('b'), add('c', 'd')];
    begun[0]?.();
    await first;
    await vi.waitUntil(() => begun.length === 2, { timeout: 20_000 });
    begun[1]?.();
    await Promise.all(others);
    expect(writes).toEqual([['a'], ['b', 'c', 'd']]);
  });
});

describe('writes with a rest between them', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const openResting = () => open({ restMs: 200, keyOf: ({ key }) => key, keepsFailed: true });

  it('take the first at once and those that follow together, after the rest', async () => {
    const { add, writes } = openResting();
    await add('a', 1);
    const others = Promise.all([add('b', 2), add('c', 3)]);
    await vi.advanceTimersByTimeAsync(199);
    expect(writes).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1);
    await others;
    expect(writes).toEqual(['a', 'bc']);
  });

  it('take what waits without the rest when they are asked to, and nothing when nothing waits', async () => {
    const { add, flush, writes } = openResting();
    await flush();
    await add('a', 1);
    const second = add('b', 2);
    await flush();
    await second;
    await flush();
    expect(writes).toEqual(['a', 'b']);
  });

  it('keep what could not be written for the next, once', async () => {
    const { add, flush, writes, failWith } = openResting();
    failWith(new Error('gone'));
    await expect(add('a', 1)).rejects.toThrow('gone');
    const again = add('A', 1);
    const more = add('b', 2);
    failWith(undefined);
    await flush();
    await Promise.all([again, more]);
    expect(writes).toEqual(['a', 'Ab']);
  });

  it('report to who flushes that the write failed', async () => {
    const { add, flush, failWith } = openResting();
    await add('a', 1);
    failWith(new Error('gone'));
    const second = expect(add('b', 2)).rejects.toThrow('gone');
    await expect(flush()).rejects.toThrow('gone');
    await second;
  });
});

it('keeps nothing of what was answered', async () => {
  const line = together<string, object>({ write: async items => ({ items }), oneAtATime: true });
  const answer = async (item: string) => new WeakRef(await line.add(item));
  const first = await answer('a');
  await answer('b');
  await answer('c');
  expect(await isCollected(first)).toBe(true);
});
