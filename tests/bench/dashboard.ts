import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastDays, spanOf } from '#domain/dashboard/period.ts';
import { addDays, dayOf, defaultTimeZone } from '#domain/shared/calendar.ts';
import { readOverview } from '#gateway/dashboard/overview.ts';
import { readReport } from '#gateway/dashboard/report.ts';
import { readSlice } from '#gateway/replay/slice.ts';
import type { Narrowed } from '#projections/dashboard/queries/scope.ts';
import { openDatabase } from '#projections/database.ts';
import { migrate } from '#projections/migrate.ts';
import { openTenants } from '#projections/tenant.ts';
import { helpIfAsked } from '#start/help.ts';
import { startEmbeddedPostgres } from '#start/postgres/postgres.ts';
import { benchCompany, benchId, makeFacts } from './dashboard-rows.ts';
import { inFlight } from './measure.ts';
import { both, openReport, quantiles, under } from './report.ts';

helpIfAsked(
  'Usage: npm run bench:dashboard [-- --small]\nMeasures the dashboard of a company with a million tickets of a year (BENCH_TICKETS), 30 days of them, with each filter.',
);

/** The dashboard's figures at the size of a year. No event store, no network. */
const tickets = Number(process.env.BENCH_TICKETS ?? (process.argv.includes('--small') ? 20_000 : 1_000_000));
const asks = process.argv.includes('--small') ? 20 : 150;
const { note, finish } = openReport('dashboard');

const filters: readonly (readonly [string, Omit<Narrowed, 'until'>])[] = [
  ['no filter', {}],
  ['a queue', { queueId: benchId(5, 3) }],
  ['a connection', { connectionId: benchId(4, 1) }],
  ['an attendant', { userId: benchId(6, 13) }],
  ['a tag', { tagId: benchId(7, 9) }],
];

/** How many days ago they end, and how many they are. */
const slices = [
  ['yesterday', 1, 1],
  ['a day eleven months ago', 330, 1],
  ['a week six months ago', 180, 7],
] as const;

const dataDir = mkdtempSync(join(tmpdir(), 'balcao-bench-dashboard-'));
const tuning = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const postgres = await startEmbeddedPostgres({ dataDir, tuning });
const pool = openDatabase(postgres.url, { max: 2 });
try {
  await migrate(postgres.url);
  await makeFacts(postgres.url, tickets);
  const tenants = openTenants(pool, { max: 6 });
  const zone = defaultTimeZone;
  for (const [what, narrowed] of filters) {
    const now = new Date();
    const days = lastDays(30, now, zone);
    const asked = { companyId: benchCompany, zone, now, scope: { ...spanOf(days, zone), ...narrowed } };
    const overview = () => readOverview(tenants, asked);
    await inFlight(10, 1, overview);
    const summary = await inFlight(asks, 1, overview);
    note(`30 days, ${what}`, quantiles(summary), both(under('p50', 50), under('p99', 300)), summary);
    const report = () => readReport(tenants, { ...asked, days, by: 'queue' });
    await inFlight(2, 1, report);
    const reported = await inFlight(Math.ceil(asks / 5), 1, report);
    note(`report of 30 days, ${what}`, quantiles(reported), undefined, reported);
  }
  for (const [what, back, count] of slices) {
    const to = addDays(dayOf(new Date(), zone), -back);
    const asked = {
      companyId: benchCompany,
      zone,
      now: new Date(),
      days: { from: addDays(to, 1 - count), to },
    };
    const slice = () => readSlice(tenants, asked);
    const moves = (await slice()).moves.after.length;
    const summary = await inFlight(Math.ceil(asks / 15), 1, slice);
    note(`${what} for the player, ${moves} moves`, quantiles(summary), under('p99', 1_000), summary);
  }
  await tenants.close();
  finish();
} finally {
  await pool.end();
  await postgres.stop();
  for (const folder of [postgres.directory, dataDir]) rmSync(folder, { recursive: true, force: true });
}
