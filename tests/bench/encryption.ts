import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openEventStore } from '#eventstore/client.ts';
import { createCodec } from '#eventstore/codec.ts';
import { startNodeProcess } from '#eventstore/contract/node-process.ts';
import { openPersonKeys } from '#eventstore/person-keys/postgres.ts';
import type { EventStore } from '#eventstore/types.ts';
import { rebuildBeside } from '#projections/build.ts';
import { migrate } from '#projections/migrate.ts';
import { projections } from '#projections/projections.ts';
import { helpIfAsked } from '#start/help.ts';
import { startTestPostgres } from '#start/postgres/testing.ts';
import { fill, messageAppend } from './encryption-log.ts';
import { inFlight, median } from './measure.ts';

helpIfAsked(
  'Usage: node tests/bench/encryption.ts [--small]\nMeasures what encryption costs, by turns with and without it.',
);

/* What encryption costs: the same work with and without it, in turns: `node tests/bench/encryption.ts [--small]`. */

const small = process.argv.includes('--small');
const rounds = small ? 5 : 9;
const scale = small ? 0.25 : 1;
const contacts = 500;

type Side = { readonly name: 'plain' | 'encrypted'; readonly store: EventStore; readonly nodePid: number };
type Turn = { readonly perSecond: number; readonly ownCpu: number; readonly nodeCpu: number };
type Work = (side: Side, round: number) => Promise<number>;

const ticks = 10_000;
/** CPU time of a process in microseconds. */
const cpuOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * ticks;
};

const measured = async (side: Side, round: number, work: Work): Promise<Turn> => {
  const [own, node, begun] = [process.cpuUsage(), cpuOf(side.nodePid), performance.now()];
  const count = await work(side, round);
  const seconds = (performance.now() - begun) / 1000;
  const used = process.cpuUsage(own);
  return {
    perSecond: count / seconds,
    ownCpu: (used.user + used.system) / count,
    nodeCpu: (cpuOf(side.nodePid) - node) / count,
  };
};

const rows: Record<string, string | number>[] = [];

/** Both sides in turns, which of them first in turns, too; the ratio is the median of the rounds' ratios. */
const compare = async (what: string, sides: readonly [Side, Side], work: Work): Promise<void> => {
  const [plain, encrypted] = sides;
  for (const side of sides) await work(side, -1);
  const turns: { plain: Turn; encrypted: Turn }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const results = new Map<Side, Turn>();
    for (const side of round % 2 === 0 ? [plain, encrypted] : [encrypted, plain])
      results.set(side, await measured(side, round, work));
    const [one, other] = [results.get(plain), results.get(encrypted)];
    if (one && other) turns.push({ plain: one, encrypted: other });
  }
  const of = (side: 'plain' | 'encrypted', value: keyof Turn) => median(turns.map(turn => turn[side][value]));
  const row = {
    what,
    'plain/s': Math.round(of('plain', 'perSecond')),
    'encrypted/s': Math.round(of('encrypted', 'perSecond')),
    'share %': Math.round(median(turns.map(turn => turn.encrypted.perSecond / turn.plain.perSecond)) * 100),
    'share by CPU %': Math.round(median(turns.map(turn => turn.plain.ownCpu / turn.encrypted.ownCpu)) * 100),
    'client µs': `${of('plain', 'ownCpu').toFixed(1)} → ${of('encrypted', 'ownCpu').toFixed(1)}`,
    'node µs': `${of('plain', 'nodeCpu').toFixed(1)} → ${of('encrypted', 'nodeCpu').toFixed(1)}`,
  };
  rows.push(row);
  console.log(row);
};

const appends =
  (width: number, total: number): Work =>
  async ({ store, name }, round) => {
    const run = `${name} ${width} ${round}`;
    await inFlight(total, width, index => {
      const { stream, event } = messageAppend(run, index, contacts);
      return store.append(stream, -1, [event]);
    });
    return total;
  };

const catchUp: Work = async ({ store }) => {
  const stop = new AbortController();
  let count = 0;
  for await (const { events, live } of store.subscribe({ maxBatch: 1000, signal: stop.signal })) {
    count += events.length;
    if (live) stop.abort();
  }
  return count;
};

const rebuild =
  (databaseUrl: string): Work =>
  async ({ store }) => {
    const [projection] = projections.filter(({ name }) => name === 'inbox');
    if (!projection) throw new Error('there is no inbox');
    const { signal } = new AbortController();
    return (await rebuildBeside({ projection, databaseUrl, store, signal })).events;
  };

const directory = mkdtempSync(join(tmpdir(), 'encryption-bench-'));
const database = await startTestPostgres();
const pool = new pg.Pool({ connectionString: database.url, max: 2 });
pool.on('error', () => undefined);
await migrate(database.url);
const keys = await openPersonKeys({ pool, masterKey: randomBytes(32).toString('base64') });

const open = async (name: Side['name'], file: string) => {
  const node = await startNodeProcess(join(directory, file));
  const codec = name === 'plain' ? createCodec(keys, {}, () => undefined) : createCodec(keys);
  const store = openEventStore({ connectionString: node.url, keys, codec });
  return { name, store, node, nodePid: node.pid };
};
const both = async (file: string) =>
  [await open('plain', `${file}-plain.db`), await open('encrypted', `${file}-encrypted.db`)] as const;
const ended = async (sides: Awaited<ReturnType<typeof both>>) => {
  for (const { store, node } of sides) {
    await store.close();
    await node.terminate();
  }
};

try {
  const writing = await both('writes');
  for (const [width, total] of [
    [1, 1_000],
    [8, 4_000],
    [64, 8_000],
  ] as const)
    await compare(`append of messages, ${width} in flight`, writing, appends(width, total * scale));
  await compare('catch-up, messages only', writing, catchUp);
  await ended(writing);
  const reading = await both('reads');
  for (const side of reading) await fill(side.store, 2_000 * scale);
  await compare('catch-up, conversations', reading, catchUp);
  await compare('rebuild of the inbox, conversations', reading, rebuild(database.url));
  await ended(reading);
  console.table(rows);
} finally {
  await pool.end();
  await database.stop();
  rmSync(directory, { recursive: true });
}
