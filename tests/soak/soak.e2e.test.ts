import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startNodeProcess } from '#eventstore/contract/node-process.ts';
import { startEmbeddedPostgres } from '#start/postgres/postgres.ts';
import { runLoad } from './load.ts';
import type { LoadOptions } from './options.ts';

const quiet = () => {};
const load: LoadOptions = {
  ...{ minutes: 0.5, in: 8, out: 3, attendants: 3, further: 9 },
  ...{ contacts: 12, groups: 2, groupSize: 4, kills: false, stores: {} },
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

  it('is put on stores that are given, and leaves out of its tables what they do not tell', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'balcao-soak-'));
    const node = await startNodeProcess(join(folder, 'given.db'));
    const postgres = await startEmbeddedPostgres({ dataDir: folder });
    try {
      const stores = { eventstore: node.url, database: postgres.url };
      const options = { ...load, minutes: 0.1, stores };
      const { reckoned, tables, samples } = await runLoad(options, quiet);
      expect(reckoned.flatMap(({ faults }) => faults)).toEqual([]);
      const processes = Object.keys(samples.at(-1)?.processes ?? {});
      expect(processes).toEqual(expect.arrayContaining(['connector', 'gateway', 'projections', 'commands']));
      expect(processes).not.toEqual(expect.arrayContaining(['eventstore']));
      expect(processes).not.toEqual(expect.arrayContaining(['postgres']));
      expect(tables.filter(each => /^\| log/m.test(each))).toEqual([]);
      expect(tables.slice(-2).map(each => each.slice(0, 28))).toEqual([
        'The event store was given: i',
        'The database was given: its ',
      ]);
    } finally {
      await node.terminate();
      await postgres.stop();
      await rm(folder, { recursive: true });
    }
  }, 300_000);
});
