import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

/** A clock on which each job takes as long as it says. */
const createScene = () => {
  const server = new EventEmitter();
  const done: number[] = [];
  let clock = 0;
  const inTurn = createTurns(server, () => clock);
  return {
    inTurn,
    done,
    job: (n: number, ms: number) => () => {
      clock += ms;
      done.push(n);
    },
    comes: () => server.emit('connection'),
  };
};

it('does work in order, a few milliseconds in each turn of the event loop', async () => {
  const { inTurn, done, job } = createScene();
  for (let n = 0; n < 9; n += 1) inTurn(job(n, 1));
  const seen: number[] = [];
  while (done.length < 9) {
    await setImmediate();
    if (seen.at(-1) !== done.length) seen.push(done.length);
  }
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(seen.filter(count => count > 0)).toEqual([2, 4, 6, 8, 9]);
});

it('counts what a job leaves to settled promises as its own', async () => {
  const { inTurn, done, job } = createScene();
  const leave = (n: number) => () => void Promise.resolve().then(() => Promise.resolve().then(job(n, 5)));
  for (let n = 0; n < 3; n += 1) inTurn(leave(n));
  const seen = new Set<number>();
  while (done.length < 3) {
    await setImmediate();
    seen.add(done.length);
  }
  expect([...seen].filter(count => count > 0)).toEqual([1, 2, 3]);
});

it('lets connections in first, but not for ever', async () => {
  const { inTurn, done, job, comes } = createScene();
  inTurn(job(0, 1));
  for (let turn = 0; turn < 20; turn += 1) {
    comes();
    await setImmediate();
  }
  expect(done).toEqual([]);
  for (let turn = 0; done.length === 0; turn += 1) {
    expect(turn).toBeLessThan(1_100);
    comes();
    await setImmediate();
  }
  expect(done).toEqual([0]);
});

it('begins again after it had nothing to do', async () => {
  const { inTurn, done, job } = createScene();
  for (let n = 0; n < 3; n += 1) {
    inTurn(job(n, 1));
    await expect.poll(() => done.length).toBe(n + 1);
  }
});
