import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { type Connection, openConnection } from '#eventstore/connection.ts';
import { fitsNode } from '#eventstore/copy/log-file.ts';
import { endOfLog, readLog } from '#eventstore/copy/read-log.ts';
import { describesStream, fingerprint } from '#eventstore/copy/record.ts';
import { openClient } from '#eventstore/database/pool.ts';
import type { Position } from '#eventstore/types.ts';
import { type ArchiveWriter, createArchive } from './archive-writer.ts';
import { openChunks } from './chunks.ts';
import { listFiles } from './data-files.ts';
import { format, type Manifest, type TableOf } from './manifest.ts';
import type { Progress } from './progress.ts';
import { checkpointSchema, earlySchemas, lateSchemas, listTables, readModelsOf } from './schemas.ts';
import { holdSimulator } from './simulator-state.ts';
import { readRows, readSequences } from './table-rows.ts';

export type BackupOptions = {
  readonly file: string;
  readonly dataDir: string;
  /** `checkpoints` in the data directory by default. */
  readonly checkpointsDir?: string;
  readonly databaseUrl: string;
  readonly eventstoreUrl: string;
  readonly product: string;
  readonly withReadModels: boolean;
  readonly progress: Progress;
  readonly signal: AbortSignal;
};
export type BackedUp = { readonly events: number; readonly rows: number; readonly bytes: number };

/** Notification between the steps, so that tests can let things happen there. */
export type BackupSteps = {
  readonly afterSnapshot?: () => Promise<void>;
  readonly afterCut?: () => Promise<void>;
  readonly afterListing?: () => Promise<void>;
};

/**
 * Writes one file with all that cannot be made again, while everything runs. The order makes it consistent:
 *
 * 1. The services' tables and the simulator are taken at one moment, the simulator held still.
 * 2. Then the log's end is read: whatever those tables know of lies before it. Services that go on from there read
 *    the rest of the log again, and all they do is idempotent.
 * 3. Then `secrets` is taken: the key of a person is stored before the first event under it is appended.
 * 4. The log up to that end, which only grows, and the files follow. A file that is erased meanwhile is left out.
 */
export const writeBackup = async (options: BackupOptions, steps: BackupSteps = {}): Promise<BackedUp> => {
  const { file, dataDir, databaseUrl, eventstoreUrl, progress } = options;
  const connection = openConnection(eventstoreUrl);
  const [state, late] = [openClient(databaseUrl), openClient(databaseUrl)];
  const archive = createArchive(file);
  const scratch = mkdtempSync(join(dirname(file), '.backup-'));
  try {
    await Promise.all([state.connect(), late.connect()]);
    const simulator = await snapshotAll(state, dataDir, join(scratch, 'simulator.db'));
    await steps.afterSnapshot?.();
    const upTo = await endOfLog(connection);
    await steps.afterCut?.();
    await openSnapshot(late);

    const tables = await addTables(options, archive, { state, late });
    if (simulator) await archive.addFile('data/simulator/simulator.db', simulator);
    const log = await addLog(options, archive, connection, upTo);
    const files = listFiles(dataDir, options.checkpointsDir);
    await steps.afterListing?.();
    for (const [index, { name, path }] of files.entries()) {
      options.signal.throwIfAborted();
      await archive.addFile(`data/${name}`, path).catch(unlessGone);
      progress.show('files', index + 1, files.length);
    }
    const bytes = await archive.finish({
      ...{ format, product: options.product, createdAt: new Date().toISOString(), log },
      ...tables,
    });
    return { events: log.events, rows: tables.tables.reduce((sum, { rows }) => sum + rows, 0), bytes };
  } finally {
    await archive.discard();
    rmSync(scratch, { recursive: true, force: true });
    await Promise.allSettled([state.end(), late.end(), connection.close()]);
  }
};

/** Its file was not there any more when it was to be opened: nothing of it is in the archive. */
const unlessGone = (error: unknown): void => {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
};

/** A transaction that sees what is committed now, and nothing of what comes later. */
const openSnapshot = async (client: pg.Client): Promise<void> => {
  await client.query('begin isolation level repeatable read read only');
  await client.query('select pg_current_snapshot()');
};

/** The services' tables and the simulator of one moment. Answers where the simulator's copy is, if there is one. */
const snapshotAll = async (state: pg.Client, dataDir: string, copy: string): Promise<string | undefined> => {
  const still = holdSimulator(dataDir);
  try {
    await openSnapshot(state);
    still?.copyTo(copy);
  } finally {
    still?.end();
  }
  return still && copy;
};

type Clients = { readonly state: pg.Client; readonly late: pg.Client };

const addTables = async (
  { withReadModels, progress, signal }: BackupOptions,
  archive: ArchiveWriter,
  { state, late }: Clients,
): Promise<Pick<Manifest, 'tables' | 'sequences' | 'readModels'>> => {
  const readModels = withReadModels ? await readModelsOf(state) : [];
  const derived = readModels.length > 0 ? [checkpointSchema, ...readModels.map(({ name }) => name)] : [];
  const ofState = [...earlySchemas, ...derived];
  const listed = [
    ...(await listTables(state, ofState)).map(table => ({ table, client: state })),
    ...(await listTables(late, lateSchemas)).map(table => ({ table, client: late })),
  ];
  const tables: TableOf[] = [];
  for (const { table, client } of listed) {
    const chunks = openChunks(archive, `database/${table.schema}.${table.name}`);
    let rows = 0;
    for await (const lines of readRows(client, table)) {
      signal.throwIfAborted();
      for (const line of lines) await chunks.add(line);
      rows += lines.length;
      progress.show(`table ${table.schema}.${table.name}`, rows);
    }
    await chunks.flush();
    tables.push({ ...table, rows });
  }
  await mustBeTheSame(state, derived);
  const sequences = [...(await readSequences(state, ofState)), ...(await readSequences(late, lateSchemas))];
  return { tables, sequences, readModels };
};

/** Names lead to what is there now: rows that were written after the snapshot would be missing without a word. */
const mustBeTheSame = async (state: pg.Client, schemas: readonly string[]): Promise<void> => {
  const { rows } = await state.query<{ name: string }>(
    `select nspname as name from pg_namespace
     where nspname = any($1) and oid is distinct from to_regnamespace(quote_ident(nspname))::oid`,
    [schemas],
  );
  const [other] = rows;
  if (other) throw new Error(`The read model ${other.name} was built anew meanwhile: try again.`);
};

const addLog = async (
  { progress, signal }: BackupOptions,
  archive: ArchiveWriter,
  connection: Connection,
  upTo: Position,
): Promise<Manifest['log']> => {
  const chunks = openChunks(archive, 'log/log');
  const hash = createHash('sha256');
  let events = 0;
  let nodePositions = true;
  for await (const page of readLog(connection, upTo)) {
    signal.throwIfAborted();
    for (const record of page) {
      if (!describesStream(record)) {
        hash.update(fingerprint(record)).update('\n');
        events += 1;
      }
      nodePositions &&= fitsNode(record.position);
      await chunks.add(JSON.stringify(record));
    }
    progress.show('log', page.at(-1)?.position ?? 0, upTo);
  }
  await chunks.flush();
  // The last events may be of others.
  if (upTo > 0) progress.show('log', upTo, upTo);
  return { events, upTo, digest: hash.digest('hex'), nodePositions };
};
