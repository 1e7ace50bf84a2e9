import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeTogether } from './write-together.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const open = () => {
  const writes: (readonly string[])[] = [];
  let failure: Error | undefined;
  const together = writeTogether<string>(async rows => {
    writes.push(rows);
    if (failure) throw failure;
  }, 200);
  const failWith = (error: Error | undefined) => {
    failure = error;
  };
  return { ...together, writes, failWith };
};

it('writes the first row at once and those that follow together, after a rest', async () => {
  const { add, writes } = open();
  await add(1, 'a');
  const others = Promise.all([add(2, 'b'), add(3, 'c')]);
  await vi.advanceTimersByTimeAsync(199);
  expect(writes).toEqual([['a']]);
  await vi.advanceTimersByTimeAsync(1);
  await others;
  expect(writes).toEqual([['a'], ['b', 'c']]);
});

it('writes what waits without the rest when it is asked to, and nothing when nothing waits', async () => {
  const { add, flush, writes } = open();
  await flush();
  await add(1, 'a');
  const second = add(2, 'b');
  await flush();
  await second;
  await flush();
  expect(writes).toEqual([['a'], ['b']]);
});

it('keeps what could not be written for the next write, once', async () => {
  const { add, flush, writes, failWith } = open();
  failWith(new Error('gone'));
  await expect(add(1, 'a')).rejects.toThrow('gone');
  const again = add(1, 'a');
  const more = add(2, 'b');
  failWith(undefined);
  await flush();
  await Promise.all([again, more]);
  expect(writes).toEqual([['a'], ['a', 'b']]);
});

it('tells who flushes that the write failed', async () => {
  const { add, flush, failWith } = open();
  await add(1, 'a');
  failWith(new Error('gone'));
  const second = expect(add(2, 'b')).rejects.toThrow('gone');
  await expect(flush()).rejects.toThrow('gone');
  await second;
});
