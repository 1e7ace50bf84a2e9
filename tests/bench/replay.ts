import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pastLists } from '#contracts/replay.ts';
import { defaultTimeZone } from '#domain/shared/calendar.ts';
import { readPastChanges } from '#gateway/replay/past-changes.ts';
import { readPastOverview, readPastTickets } from '#gateway/replay/past-overview.ts';
import { connectionConfig, openDatabase } from '#projections/database.ts';
import { migrate } from '#projections/migrate.ts';
import { openTenants } from '#projections/tenant.ts';
import { helpIfAsked } from '#start/help.ts';
import { startEmbeddedPostgres } from '#start/postgres/postgres.ts';
import { benchCompany, makeFacts } from './dashboard-rows.ts';
import { inFlight } from './measure.ts';
import { openReport, quantiles, under } from './report.ts';

helpIfAsked(
  'Usage: npm run bench:replay [-- --small]\nMeasures a company as it was at instants of a year with a million tickets (BENCH_TICKETS): counters and first pages.',
);

/** Instants of the past at the size of a year. No event store, no network. */
const isSmall = process.argv.includes('--small');
const tickets = Number(process.env.BENCH_TICKETS ?? (isSmall ? 20_000 : 1_000_000));
const asks = isSmall ? 10 : 40;
const { note, finish } = openReport('replay');

/** Every twentieth waited for days and was attended to for weeks: what lasted long is what is dear to find. */
const someLastLong = `
  update dashboard.queue_stay set ms = ms + (position % 20 + position % 97) * 3600000,
    left_at = entered_at + make_interval(secs => (ms + (position % 20 + position % 97) * 3600000) / 1000.0)
  where position % 20 = 0;
  update dashboard.handling set ms = ms + position % 31 * 86400000,
    ended_at = started_at + make_interval(secs => (ms + position % 31 * 86400000) / 1000.0)
  where position % 20 = 0;
  vacuum analyze dashboard.queue_stay;
  vacuum analyze dashboard.handling`;

const day = 86_400_000;
const instants = [
  ['an hour ago', day / 24],
  ['a month ago', 30 * day],
  ['half a year ago', 182 * day],
  ['eleven months ago', 335 * day],
] as const;

const dataDir = mkdtempSync(join(tmpdir(), 'balcao-bench-replay-'));
const tuning = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const postgres = await startEmbeddedPostgres({ dataDir, tuning });
const pool = openDatabase(postgres.url, { max: 2 });
try {
  await migrate(postgres.url);
  await makeFacts(postgres.url, tickets);
  const client = new pg.Client(connectionConfig(postgres.url));
  await client.connect();
  for (const statement of someLastLong.split(';')) await client.query(statement);
  await client.end();
  const tenants = openTenants(pool, { max: 6 });
  const zone = defaultTimeZone;
  for (const [what, ago] of instants) {
    /** A different minute each time. */
    const asked = (index: number) => ({
      ...{ zone, at: new Date(Date.now() - ago - index * 61_000).toISOString() },
    });
    const overview = (index: number) => tenants.read(benchCompany, db => readPastOverview(db, asked(index)));
    await inFlight(5, 1, overview);
    const counted = await inFlight(asks, 1, overview);
    const { counters } = await overview(0);
    note(`counters ${what}`, quantiles(counted), under('p99', 1_000), { ...counted, ...counters });
    const changes = (index: number) => {
      const { at } = asked(index);
      const from = new Date(Date.parse(at) - day).toISOString();
      return tenants.read(benchCompany, db => readPastChanges(db, { from, at }));
    };
    await inFlight(2, 1, changes);
    const changed = await inFlight(asks, 1, changes);
    note(`what changed within a day ${what}`, quantiles(changed), under('p99', 1_000), changed);
    for (const list of pastLists) {
      const page = (index: number) =>
        tenants.read(benchCompany, db => readPastTickets(db, { ...asked(index), list }));
      await inFlight(2, 1, page);
      const listed = await inFlight(asks, 1, page);
      note(`first page of ${list} ${what}`, quantiles(listed), under('p99', 1_000), listed);
    }
  }
  await tenants.close();
  finish();
} finally {
  await pool.end();
  await postgres.stop();
  for (const folder of [postgres.directory, dataDir]) rmSync(folder, { recursive: true, force: true });
}
