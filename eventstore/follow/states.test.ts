import { describe, expect, it } from 'vitest';
import { type FollowerRow, followersOf } from './states.ts';

const row = (change: Partial<FollowerRow>): FollowerRow => ({
  ...{ name: 'policy one', position: 128, waiting: null, silent: 1, failing: null },
  ...{ problem: null, stopped: false, succeededAt: null, failingSince: null },
  ...change,
});
const troubleOf = (...rows: Partial<FollowerRow>[]) =>
  followersOf(rows.map(row)).map(({ trouble }) => trouble);

describe('a follower', () => {
  it.each([
    ['has nothing to do', {}, null],
    ['has just got something, or fails since just now', { waiting: 9, failing: 9 }, null],
    ['says nothing any more', { silent: 10.1, failing: 60, stopped: true }, 'silent'],
    ['has stopped', { stopped: true, failing: 1 }, 'stopped'],
    ['fails again and again', { failing: 11, waiting: 11 }, 'failing'],
    ['does not come to what waits', { waiting: 11 }, 'late'],
  ] as const)('that %s', (_, state, trouble) => {
    expect(troubleOf(state)).toEqual([trouble]);
  });

  it('is as well as the best of the processes that follow under its name', () => {
    expect(troubleOf({ silent: 50 }, {}, { failing: 30 })).toEqual([null]);
    expect(troubleOf({ silent: 50 }, { failing: 30 })).toEqual(['failing']);
  });

  it('that is expected and was never there is missing', () => {
    const found = followersOf([row({})], ['policy one', 'policy two']);
    expect(found.map(({ name, ok, trouble }) => [name, ok, trouble])).toEqual([
      ['policy one', true, null],
      ['policy two', false, 'missing'],
    ]);
  });
});
