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
