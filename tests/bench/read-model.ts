import { readFileSync } from 'node:fs';
import { openDatabase } from '#projections/database.ts';
import { openTenants, type Queryable, type Tenants } from '#projections/tenant.ts';
import { helpIfAsked } from '#start/help.ts';
import { questionsOfCrowd } from './crowd.ts';
import { inFlight, ms, rate } from './measure.ts';
import { fillContacts } from './people.ts';
import { questions } from './questions.ts';
import { least, openReport, quantiles } from './report.ts';
import { company } from './years.ts';
import { foldYears } from './years-folded.ts';

helpIfAsked(
  'Usage: npm run bench:readmodel [-- --small]\nMeasures the read model with a million tickets (BENCH_TICKETS) and contacts (BENCH_CONTACTS); BENCH_DATA keeps its rows, BENCH_ONLY asks a part.',
);

/**
 * The read model alone, at the size of years: so many tickets (`BENCH_TICKETS`, a million) are folded from events that
 * are made on the way, as a rebuild does, and the screens' questions are asked of it. Beside them a company has a crowd
 * of contacts (`BENCH_CONTACTS`, a million), written straight into the table. No event store, no network.
 * `BENCH_DATA` names a folder that keeps the rows for the next run; `BENCH_ONLY` asks what has this in its name.
 */
const total = Number(process.env.BENCH_TICKETS ?? (process.argv.includes('--small') ? 20_000 : 1_000_000));
const contacts = Number(
  process.env.BENCH_CONTACTS ?? (process.argv.includes('--small') ? 20_000 : 1_000_000),
);
const only = process.env.BENCH_ONLY ?? '';
const { note, finish } = openReport('read model');

/** Milliseconds of processor that a process has had. */
const processorOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

const sizesOf = async (url: string): Promise<void> => {
  const pool = openDatabase(url, { max: 1 });
  const { rows } = await pool.query<{ name: string; size: string }>(
    `select c.relname as name, pg_size_pretty(pg_relation_size(c.oid)) as size from pg_class c
     where relnamespace = 'inbox'::regnamespace and pg_relation_size(c.oid) > 4e6 order by pg_relation_size(c.oid) desc`,
  );
  await pool.end();
  console.log(rows.map(({ name, size }) => `${name} ${size}`).join(', '));
};

const askAll = async (tenants: Tenants): Promise<void> => {
  const [backend] = await tenants.read(company.id, db =>
    db.query<{ pid: number }>('backend', 'select pg_backend_pid() as pid', []),
  );
  const pid = backend?.pid ?? 0;
  for (const { what, bar, count, companyId = company.id, ask } of [
    ...questions(total),
    ...questionsOfCrowd(),
  ]) {
    if (!what.includes(only)) continue;
    const once = (n: number) => tenants.read(companyId, (db: Queryable) => ask(db, n));
    await inFlight(10, 1, once);
    const before = processorOf(pid);
    const summary = await inFlight(count, 1, once);
    const processor = (processorOf(pid) - before) / count;
    note(what, `${quantiles(summary)}, processor ${ms(processor)}`, bar, { ...summary, processor });
  }
};

const { url, folding, close } = await foldYears(total, process.env.BENCH_DATA);
try {
  if (folding) {
    const { events, foldMs, indexMs } = folding;
    const perSecond = (events * 1000) / (foldMs + indexMs);
    note(`rebuild of ${events.toLocaleString('en')} events`, rate(perSecond), least(15_000), { perSecond });
    note('of that, the indexes', `${(indexMs / 1000).toFixed(0)} s`, undefined, { foldMs, indexMs });
  }
  const pool = openDatabase(url, { max: 1 });
  await fillContacts(url, pool, contacts);
  await sizesOf(url);
  const tenants = openTenants(pool, { max: 1 });
  await askAll(tenants);
  await tenants.close();
  await pool.end();
  finish();
} finally {
  await close();
}
