import { describe, expect, it } from 'vitest';
import type { Batch } from '../types.ts';
import { openReport } from './report.ts';

const caughtUp: Batch = { events: [], position: 128, live: true };

const open = () => {
  let time = 1_000;
  let changes = 0;
  const report = openReport('policy one', { now: () => time, changed: () => (changes += 1) });
  return { ...report, later: () => (time += 1_000), changes: () => changes };
};

describe('the report of a follower', () => {
  it('says nothing before it is there, as while another one holds its lock', () => {
    expect(open().state()).toBeUndefined();
  });

  it('says since when it fails, by the first of several failures, and why, without who', () => {
    const report = open();
    report.following(64);
    report.failed(new Error('no mail to ana@example.com'));
    report.later();
    report.failed(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }));
    expect(report.state()).toMatchObject({
      failingSince: 1_000,
      problem: 'connection refused',
      position: 64,
    });
    report.later();
    report.handled(caughtUp);
    const well = { failingSince: undefined, problem: undefined, position: 128, succeededAt: 3_000 };
    expect(report.state()).toMatchObject(well);
  });

  it('is written at once when it begins, begins to fail and is well again, and otherwise by the beat', () => {
    const report = open();
    report.following(64);
    report.failed(new Error('no'));
    report.failed(new Error('no'));
    report.handled(caughtUp);
    report.handled(caughtUp);
    expect(report.changes()).toBe(3);
  });

  it('has what comes wait while it does something else', () => {
    const report = open();
    report.busy('a new version is built beside');
    report.later();
    report.following(0);
    expect(report.state()).toMatchObject({ waitingSince: 1_000, problem: 'a new version is built beside' });
    report.handled(caughtUp);
    expect(report.state()).toMatchObject({ waitingSince: undefined, problem: undefined });
  });

  it('stays stopped, with the reason', () => {
    const report = open();
    report.stopped(new Error('the log ends at position 1'));
    expect(report.state()).toMatchObject({ stopped: true, problem: 'the log ends at position 1' });
  });
});
