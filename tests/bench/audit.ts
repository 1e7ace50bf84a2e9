import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditFilter } from '#contracts/audit.ts';
import { audit } from '#projections/audit/projection.ts';
import { auditPageSize, listEntries } from '#projections/audit/queries/entries.ts';
import { openDatabase } from '#projections/database.ts';
import { migrate } from '#projections/migrate.ts';
import { createIndexes, createSchema } from '#projections/schema.ts';
import { openTenants } from '#projections/tenant.ts';
import { helpIfAsked } from '#start/help.ts';
import { startEmbeddedPostgres } from '#start/postgres/postgres.ts';
import { inFlight } from './measure.ts';
import { openReport, quantiles, under } from './report.ts';

helpIfAsked(
  'Usage: npm run bench:audit [-- --small]\nMeasures pages of the audit trail with ten million entries (BENCH_ENTRIES).',
);

/**
 * The audit trail alone, at the size of years: so many entries (`BENCH_ENTRIES`, ten million) are written straight into
 * its table, and its pages are asked for, the first and the thousandth, with every filter.
 */
const total = Number(process.env.BENCH_ENTRIES ?? (process.argv.includes('--small') ? 200_000 : 10_000_000));
const zone = 'America/Sao_Paulo';
const company = '0198a000-0000-7000-8000-000000000001';
const idOf = (kind: number, n: number) => `0198a000-${kind}000-7000-8000-${String(n).padStart(12, '0')}`;
const { note, finish } = openReport('audit trail');

/** Of 40 entries one is of what people do to tickets, the rest messages and what machines note of them. */
const fill = `
  insert into audit.entry (id, at, type, actor_kind, actor_id, actor_name, object_id, ticket_id, contact_id, cause_id,
    entity, revision, routine, details, company_id, position)
  select gen_random_uuid(), timestamptz '2024-01-01' + n * interval '6 seconds',
    (array['MessageReceived', 'MessageQueued', 'MessageSent', 'MessageDelivered', 'MessageRead'])[n % 5 + 1],
    case when n % 5 = 1 then 'user' else 'connection' end,
    ('0198a000-1000-7000-8000-' || lpad((n % 40)::text, 12, '0'))::uuid, null,
    ('0198a000-2000-7000-8000-' || lpad((n / 5)::text, 12, '0'))::uuid,
    ('0198a000-3000-7000-8000-' || lpad((n / 40)::text, 12, '0'))::uuid,
    ('0198a000-4000-7000-8000-' || lpad((n / 40 % 50000)::text, 12, '0'))::uuid,
    case when n % 20 = 0 then ('0198a000-5000-7000-8000-' || lpad((n / 20)::text, 12, '0'))::uuid end,
    null, (n % 5)::int, n % 5 > 1, case when n % 5 < 2 then '{"mediaType": "text"}'::jsonb end, $1, n * 200
  from generate_series($2::int8, $3::int8) n`;
const fillObjects = `
  insert into audit.object (id, kind, name, sought, gone, erased, number, contact_id, company_id, position)
  select ('0198a000-4000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'contact', 'Pessoa ' || n, 'pessoa ' || n,
    false, false, null, null, $1, 0 from generate_series(0, 49999) n`;

const dataDir = mkdtempSync(join(tmpdir(), 'balcao-bench-audit-'));
const tuning = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const postgres = await startEmbeddedPostgres({ dataDir, tuning });
try {
  await migrate(postgres.url);
  const pool = openDatabase(postgres.url, { max: 1 });
  const client = await pool.connect();
  await client.query('drop schema if exists audit cascade');
  await createSchema(client, audit, 'audit');
  const begun = performance.now();
  await client.query(fillObjects, [company]);
  for (let n = 1; n <= total; n += 500_000)
    await client.query(fill, [company, n, Math.min(total, n + 499_999)]);
  await createIndexes([client], audit, 'audit');
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ rows: string; indexes: string }>(
    `select pg_size_pretty(pg_table_size('audit.entry')) as rows, pg_size_pretty(pg_indexes_size('audit.entry')) as indexes`,
  );
  const seconds = Math.round((performance.now() - begun) / 1_000);
  console.log(
    `${total.toLocaleString('en')} entries in ${seconds} s: ${rows[0]?.rows}, indexes ${rows[0]?.indexes}`,
  );
  client.release();
  await pool.end();
  await ask(postgres.url);
} finally {
  await postgres.stop();
  for (const folder of [postgres.directory, dataDir]) rmSync(folder, { recursive: true, force: true });
}
finish();

async function ask(url: string): Promise<void> {
  const pool = openDatabase(url, { max: 1 });
  const tenants = openTenants(pool, { max: 1 });
  const someDay = '2024-02-01';
  const filters: readonly (readonly [string, AuditFilter])[] = [
    ['all', {}],
    ['without what machines note', { routine: 'no' }],
    ['an actor', { actor: idOf(1, 1) }],
    ['an actor and an action', { actor: idOf(1, 1), action: 'MessageQueued' }],
    ['an actor and an action of which there is none', { actor: idOf(1, 1), action: 'TicketClosed' }],
    ['an action', { action: 'MessageQueued' }],
    ['a kind', { kind: 'message' }],
    ['a kind of which there is none', { kind: 'ticket' }],
    ['people', { actorKind: 'user' }],
    ['a ticket', { ticket: idOf(3, 100) }],
    ['a contact', { contact: idOf(4, 7) }],
    ['up to a day', { to: someDay }],
    ['a day', { from: someDay, to: someDay }],
    ['words of one name', { q: 'pessoa 12345' }],
    ['words of many names', { q: 'pessoa' }],
  ];
  for (const [what, filter] of filters) {
    let asked: typeof filter & { cursor?: string } = filter;
    const once = () => tenants.read(company, db => listEntries(db, asked, zone));
    await inFlight(5, 1, once);
    const first = await inFlight(50, 1, once);
    note(`${what}: first page`, quantiles(first), under('p99', 300), { ...first });
    const far = await tenants.read(company, db => listEntries(db, filter, zone, 999 * auditPageSize));
    if (!far.nextCursor) continue;
    asked = { ...filter, cursor: far.nextCursor };
    const thousandth = await inFlight(50, 1, once);
    note(`${what}: page 1,000`, quantiles(thousandth), under('p99', 300), { ...thousandth });
  }
  await tenants.close();
  await pool.end();
}
