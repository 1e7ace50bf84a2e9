import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rebuildBeside } from '#projections/build.ts';
import { openDatabase } from '#projections/database.ts';
import { inbox } from '#projections/inbox/projection.ts';
import { migrate } from '#projections/migrate.ts';
import { startEmbeddedPostgres } from '#start/postgres/postgres.ts';
import { yearsOf } from './years.ts';

export type Folded = {
  readonly url: string;
  /** How the folding went; undefined when the rows lay there already. */
  readonly folding:
    | { readonly events: number; readonly foldMs: number; readonly indexMs: number }
    | undefined;
  readonly close: () => Promise<void>;
};

/** Raise it when `years.ts` or `words.ts` change: rows that are kept are those of the events that were. */
const edition = 1;

/**
 * The read model of so many tickets, folded from their events as a rebuild does. With `keepIn` it stays in that folder,
 * and the next run takes it from there as long as it is of the same events and the same projection.
 */
export const foldYears = async (tickets: number, keepIn: string | undefined): Promise<Folded> => {
  const dataDir = keepIn ?? mkdtempSync(join(tmpdir(), 'balcao-bench-years-'));
  const marker = join(dataDir, 'years.json');
  const wanted = JSON.stringify({ tickets, edition, projection: inbox.version });
  const isKept = existsSync(marker) && readFileSync(marker, 'utf8') === wanted;
  if (!isKept) rmSync(marker, { force: true });
  const tuning = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const postgres = await startEmbeddedPostgres({ dataDir, tuning });
  const close = async () => {
    await postgres.stop();
    if (!keepIn)
      for (const folder of [postgres.directory, dataDir]) rmSync(folder, { recursive: true, force: true });
  };
  try {
    if (isKept) return { url: postgres.url, folding: undefined, close };
    const folding = await fold(postgres.url, tickets);
    if (keepIn) writeFileSync(marker, wanted);
    return { url: postgres.url, folding, close };
  } catch (error) {
    await close();
    throw error;
  }
};

const fold = async (url: string, tickets: number) => {
  await migrate(url);
  const begun = performance.now();
  let foldMs = 0;
  let told = begun;
  const { events } = await rebuildBeside({
    projection: inbox,
    databaseUrl: url,
    store: {
      head: async () => Number.MAX_SAFE_INTEGER,
      subscribe: ({ after, maxBatch }) => (after ? nothingMore(after) : yearsOf(tickets, maxBatch ?? 1_000)),
    },
    signal: new AbortController().signal,
    onProgress: progress => {
      foldMs = performance.now() - begun;
      if (performance.now() - told < 10_000) return;
      console.log(`… ${progress.events.toLocaleString('en')} events folded`);
      told = performance.now();
    },
  });
  const indexMs = performance.now() - begun - foldMs;
  const pool = openDatabase(url, { max: 1 });
  await pool.query('vacuum analyze');
  await pool.end();
  return { events, foldMs, indexMs };
};

async function* nothingMore(after: number) {
  yield { events: [], position: after, live: true };
}
