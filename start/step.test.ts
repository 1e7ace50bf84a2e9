import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { step } from './step.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const begin = () => {
  const said: string[] = [];
  const work = Promise.withResolvers<string>();
  const done = step(
    'postgres',
    () => work.promise,
    line => said.push(line),
  );
  return { said, work, done };
};

it('says nothing but that it is done when it is quick', async () => {
  const { said, work, done } = begin();
  vi.advanceTimersByTime(2_999);
  work.resolve('here');
  expect(await done).toBe('here');
  expect(said).toEqual(['✓ postgres']);
});

it('says what is waited for after three seconds', async () => {
  const { said, work, done } = begin();
  vi.advanceTimersByTime(3_000);
  expect(said).toEqual(['waiting for postgres…']);
  work.resolve('here');
  await done;
  expect(said).toEqual(['waiting for postgres…', '✓ postgres']);
});

it('says nothing more when it fails', async () => {
  const { said, work, done } = begin();
  work.reject(new Error('no'));
  await expect(done).rejects.toThrow('no');
  vi.advanceTimersByTime(10_000);
  expect(said).toEqual([]);
});
