import { describe, expect, it } from 'vitest';
import { runLoad } from './load.ts';
import type { LoadOptions } from './options.ts';

const quiet = () => {};
const load: LoadOptions = {
  ...{ minutes: 0.5, in: 8, out: 3, attendants: 3, further: 9 },
  ...{ contacts: 12, groups: 2, groupSize: 4, kills: false },
};

describe('half a minute of load', () => {
  it('leaves every message where it belongs, and says so of each place', async () => {
    const { reckoned, samples } = await runLoad(load, quiet);
    expect(reckoned.flatMap(({ what, faults }) => faults.map(fault => `${what}: ${fault}`))).toEqual([]);
    expect(reckoned.map(({ what }) => what)).toEqual([
      'log: 240 in and 90 out, each exactly once and in order',
      'log: 90 answers told as gone, none as sent twice or failed',
      'read model: 240 in and 90 out, each exactly once and in order',
      'read model: every answer delivered',
      '20 phones: 240 in and 90 out, each exactly once and in order',
      expect.stringMatching(/^ledger: \d+ received = \d+ shown \+ \d+ rejected \+ 0 waiting$/),
      expect.stringMatching(/^12 sockets: told of everything/),
    ]);
    const last = samples.at(-1);
    expect(last?.messages).toBe(330);
    expect(Object.keys(last?.processes ?? {})).toEqual(
      expect.arrayContaining(['connector', 'gateway', 'projections', 'commands', 'eventstore', 'postgres']),
    );
  }, 300_000);
});

describe('a minute in which every process is killed', () => {
  it('has each of sixty answers once and in order on the phone, and delivered in the end', async () => {
    const killing = { ...load, minutes: 1, in: 1, out: 1, contacts: 6, groups: 1, further: 3, kills: true };
    const { reckoned } = await runLoad(killing, quiet);
    const ofAnswers = reckoned.map(({ what, faults }) => ({
      what,
      faults: faults.filter(fault => /\bout\b/.test(fault)),
    }));
    expect(ofAnswers.flatMap(({ what, faults }) => faults.map(fault => `${what}: ${fault}`))).toEqual([]);
    expect(ofAnswers.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        'log: 60 answers told as gone, none as sent twice or failed',
        'read model: every answer delivered',
        '10 phones: 60 in and 60 out, each exactly once and in order',
      ]),
    );
  }, 420_000);
});
