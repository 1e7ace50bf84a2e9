import { expect, it } from 'vitest';
import { createLoginLine } from './login-line.ts';

const setUp = (options: { atOnce: number; mostWaiting: number }) => {
  const inLine = createLoginLine(options);
  const done: string[] = [];
  let working = 0;
  let most = 0;
  const login = (lane: string, name = lane) =>
    inLine(lane, async () => {
      working += 1;
      most = Math.max(most, working);
      await Promise.resolve();
      working -= 1;
      done.push(name);
    });
  return { login, done, most: () => most };
};

it('works on few logins at a time, however many come', async () => {
  const { login, done, most } = setUp({ atOnce: 3, mostWaiting: 1_000 });
  await Promise.all(Array.from({ length: 400 }, () => login('one address')));
  expect([done.length, most()]).toEqual([400, 3]);
});

it('takes lanes in turn: who comes alone does not wait for a crowd', async () => {
  const { login, done } = setUp({ atOnce: 1, mostWaiting: 1_000 });
  const crowd = Array.from({ length: 50 }, () => login('crowd'));
  const others = [login('other', 'first'), login('other', 'second')];
  await Promise.all([...crowd, ...others]);
  expect(done.slice(0, 5)).toEqual(['crowd', 'crowd', 'first', 'crowd', 'second']);
});

it('refuses when too many wait, and goes on after a login that failed', async () => {
  const { login, done } = setUp({ atOnce: 1, mostWaiting: 2 });
  const inLine = createLoginLine({ atOnce: 1, mostWaiting: 2 });
  const failing = inLine('a', () => Promise.reject(new Error('away')));
  const next = inLine('a', async () => 'served');
  await expect(failing).rejects.toThrow('away');
  expect(await next).toBe('served');
  const admitted = [login('a'), login('b'), login('c')];
  await expect(login('d')).rejects.toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS' });
  await Promise.all(admitted);
  await login('d');
  expect(done).toEqual(['a', 'b', 'c', 'd']);
});
