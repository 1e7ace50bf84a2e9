import { expect, it } from 'vitest';
import { saidCatchingUp, saidLive } from './rule.ts';

const pace = { window: 32, every: 128 };
const all = (count: number) => Array.from({ length: count + 1 }, (_, event) => event > 0);
const none = (count: number) => Array.from({ length: count + 1 }, () => false);
const last = (said: readonly string[]) => said.slice(-3).join(' ');

// Lines that a true server of this version has said.
it.each([
  ['0 events', all(0), 'live'],
  ['1 event', all(1), 'e1 c1 live'],
  ['30 events', all(30), 'e30 c30 live'],
  ['31 events', all(31), 'e31 c<32 live'],
  ['32 events', all(32), 'e32 c32 live'],
  ['126 events', all(126), 'e126 c126 live'],
  ['127 events', all(127), 'c127 c<128 live'],
  ['128 events', all(128), 'e128 c128 live'],
  ['1 unwanted', none(1), 'c0 live'],
  ['31 unwanted', none(31), 'c<32 live'],
  ['128 unwanted', none(128), 'c<96 c<128 live'],
  ['300 unwanted', none(300), 'c<224 c<288 live'],
])('of %s', (_, wanted, said) => {
  expect(last(saidCatchingUp(wanted, pace))).toBe(said);
});

it('of events that come', () => {
  const wanted = Array.from({ length: 131 }, (_, event) => event % 10 === 0);
  expect(saidLive(wanted, pace).slice(-3)).toEqual(['e120', 'c128', 'e130']);
});
