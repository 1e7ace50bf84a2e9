import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openEventStore } from '#eventstore/client.ts';
import { startNodeProcess } from '#eventstore/contract/node-process.ts';
import { openPersonKeys } from '#eventstore/person-keys/postgres.ts';
import type { EventStore } from '#eventstore/types.ts';
import { buildUntil } from '#projections/build.ts';
import type { Projection } from '#projections/kit/projection.ts';
import { migrate } from '#projections/migrate.ts';
import { projections } from '#projections/projections.ts';
import { helpIfAsked } from '#start/help.ts';
import { startTestPostgres } from '#start/postgres/testing.ts';
import { fill } from './encryption-log.ts';
import { median } from './measure.ts';
import { type Bar, openReport } from './report.ts';

helpIfAsked(
  'Usage: node tests/bench/folding.ts [--small]\nMeasures how fast read models are folded, beside reading the same events from the store and doing nothing with them.',
);

/**
 * Reading the events of a projection's categories and no more, and folding the same log into a copy, which asks for
 * those alone that change something: by turns, which of them first by turns, too. Both are counted in events of the log
 * a second. The share is the median of the rounds'.
 */
const small = process.argv.includes('--small');
const rounds = small ? 3 : 5;
const count = small ? 1_000 : 5_000;
const batch = 1_000;

const atLeast = (share: number): Bar => ({
  text: `${share} % of bare reading`,
  isMet: values => Number(values.share) >= share,
});
const bars: Readonly<Record<string, Bar>> = { dashboard: atLeast(80), inbox: atLeast(60) };

const readOnly = async (store: EventStore, { categories }: Projection): Promise<number> => {
  const stop = new AbortController();
  let events = 0;
  for await (const { events: read, live } of store.subscribe({
    categories,
    maxBatch: batch,
    signal: stop.signal,
  })) {
    events += read.length;
    if (live) stop.abort();
  }
  return events;
};

const folded = async (store: EventStore, projection: Projection, databaseUrl: string): Promise<void> => {
  const { signal } = new AbortController();
  const options = { projection, databaseUrl, store, signal };
  await buildUntil(options, `${projection.name}_bench`, new Date(8.64e15).toISOString());
};

const perSecond = async (work: () => Promise<number>): Promise<number> => {
  const begun = performance.now();
  return ((await work()) * 1_000) / (performance.now() - begun);
};

const directory = mkdtempSync(join(tmpdir(), 'folding-bench-'));
const database = await startTestPostgres();
const pool = new pg.Pool({ connectionString: database.url, max: 2 });
pool.on('error', () => undefined);
await migrate(database.url);
const keys = await openPersonKeys({ pool, masterKey: randomBytes(32).toString('base64') });
const node = await startNodeProcess(join(directory, 'events.db'));
const store = openEventStore({ connectionString: node.url, keys });

try {
  await fill(store, count);
  const report = openReport('folding');
  for (const projection of projections) {
    const all = await readOnly(store, projection);
    if (all === 0) continue;
    const turns: { bare: number; fold: number }[] = [];
    for (let round = -1; round < rounds; round += 1) {
      const bare = () => perSecond(() => readOnly(store, projection));
      const fold = () => perSecond(() => folded(store, projection, database.url).then(() => all));
      const first = round % 2 === 0;
      const [one, other] = first ? [await bare(), await fold()] : [await fold(), await bare()];
      if (round >= 0) turns.push(first ? { bare: one, fold: other } : { bare: other, fold: one });
    }
    const share = Math.round(median(turns.map(({ bare, fold }) => (fold * 100) / bare)));
    const [read, made] = [median(turns.map(turn => turn.bare)), median(turns.map(turn => turn.fold))];
    const said = `${Math.round(made).toLocaleString('en')} of ${Math.round(read).toLocaleString('en')} events/s, ${share} %`;
    report.note(`folding the ${projection.name}`, said, bars[projection.name], { share, read, made });
  }
  report.finish();
} finally {
  await store.close();
  await node.terminate();
  await pool.end();
  await database.stop();
  rmSync(directory, { recursive: true });
}
