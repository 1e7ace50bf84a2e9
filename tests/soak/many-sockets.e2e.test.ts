import { describe, expect, it } from 'vitest';
import { runSockets } from './sockets/run.ts';

describe('hundreds of sockets whose gateway is killed', () => {
  it('leaves each of them knowing what the server says, of many companies and of one', async () => {
    const options = { sockets: 300, companies: 10, changes: 10, seconds: 5, stores: {} };
    const { reckoned } = await runSockets(options, () => {});
    expect(reckoned.flatMap(({ what, faults }) => faults.map(fault => `${what}: ${fault}`))).toEqual([]);
    expect(reckoned.map(({ what }) => what)).toEqual([
      expect.stringMatching(/^300 sockets of 10 companies: each knows .* \((?!0 )\d+ interruptions/),
      expect.stringMatching(/^300 sockets of one company: each knows .* \((?!0 )\d+ interruptions/),
    ]);
  }, 300_000);
});
