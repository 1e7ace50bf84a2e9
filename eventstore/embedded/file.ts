import { DatabaseSync } from 'node:sqlite';
import { checksumOfEvent, checksumOfStream } from './checksum.ts';
import { DamagedLog, guarded } from './damage.ts';
import { asEvent, asStream, eventColumns, number } from './rows.ts';
import { secondIndex, tables } from './schema.ts';

/** Another process has the file open. */
export class FileInUse extends Error {}

/** What is in the write-ahead part stays there: nothing is lost as long as both files stay together. */
export class NotCheckpointed extends Error {
  override readonly name = 'NotCheckpointed';
}

/** Takes everything into the file itself. Throws NotCheckpointed. */
export const checkpoint = (database: DatabaseSync): void => {
  let reason = 'the file is in use';
  try {
    const outcome = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    if (outcome?.busy === 0) return;
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  }
  throw new NotCheckpointed(reason);
};

/** 1: each event and each stream has a checksum, and names of streams are in two indexes. 0 is older. */
export const format = 1;

/** In which of them a file is. */
export const formatOf = (database: DatabaseSync): number =>
  number(database.prepare('PRAGMA user_version').get()?.user_version);

const rowsAtOnce = 2000;

type Column = { readonly table: 'events' | 'streams'; readonly key: 'position' | 'id' };

/** Fills in what has no checksum yet, in a transaction that is open. */
const fill = (
  database: DatabaseSync,
  { table, key }: Column,
  sumOf: (row: Record<string, unknown>) => number,
) => {
  const source = table === 'events' ? 'events e JOIN streams s ON s.id = e.stream_id' : 'streams e';
  const columns = table === 'events' ? eventColumns : '*';
  const rows = database.prepare(
    `SELECT ${columns}, e.${key} AS key FROM ${source}
     WHERE e.${key} > ? AND e.checksum IS NULL ORDER BY e.${key} LIMIT ${rowsAtOnce}`,
  );
  const save = database.prepare(`UPDATE ${table} SET checksum = ? WHERE ${key} = ?`);
  for (let after = 0, done = false; !done; ) {
    const sums: [sum: number, key: number][] = [];
    for (const row of rows.iterate(after)) sums.push([sumOf(row), number(row.key)]);
    for (const [sum, key] of sums) save.run(sum, key);
    after = sums.at(-1)?.[1] ?? 0;
    done = sums.length < rowsAtOnce;
  }
};

const hasColumn = (database: DatabaseSync, table: string): boolean =>
  database.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, 'checksum') !== undefined;

/** What is lost already gets no checksum: it is found here. */
const mustBeComplete = (database: DatabaseSync): void => {
  const events = database.prepare('SELECT count(*) AS events, max(position) AS last FROM events').get();
  const [count, last] = [number(events?.events ?? 0), number(events?.last ?? 0)];
  if (count !== last) throw new DamagedLog(`${last - count} of ${last} events of the log are missing`);
  const joined = database
    .prepare(
      'SELECT count(*) AS events FROM events e JOIN streams s ON s.id = e.stream_id AND s.last_revision >= e.revision',
    )
    .get();
  if (number(joined?.events ?? 0) !== count) throw new DamagedLog('events of the log are of no stream');
};

const upgrade = (database: DatabaseSync): void => {
  mustBeComplete(database);
  for (const table of ['events', 'streams'])
    if (!hasColumn(database, table)) database.exec(`ALTER TABLE ${table} ADD COLUMN checksum INTEGER`);
  fill(database, { table: 'events', key: 'position' }, row => checksumOfEvent(asEvent(row)));
  fill(database, { table: 'streams', key: 'id' }, row => checksumOfStream(asStream(row)));
  database.exec(`${secondIndex} PRAGMA user_version = ${format};`);
};

/**
 * Makes in a transaction that is open what a file lacks of the present format: nothing that an older version cannot
 * read is on the disk before it is committed. Throws DamagedLog.
 */
export const prepareFile = (database: DatabaseSync): void => {
  const version = formatOf(database);
  const isNew = !holdsLog(database);
  if (version > format || (isNew && version > 0))
    throw new DamagedLog(`the file is of format ${version}, and this version knows up to ${format}`);
  if (isNew) database.exec(`${tables} ${secondIndex} PRAGMA user_version = ${format};`);
  else if (version < format) upgrade(database);
};

/** Whether there are a log's tables in a file, or it is new. */
export const holdsLog = (database: DatabaseSync): boolean => {
  const known = database
    .prepare("SELECT count(*) AS tables FROM sqlite_schema WHERE name IN ('events', 'streams')")
    .get();
  return number(known?.tables) > 0;
};

/** Opens a file for this process alone, as it is. Throws FileInUse, and DamagedLog for what is no database. */
export const openExclusively = (file: string): DatabaseSync => {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    return guarded(
      () => undefined,
      () => {
        database.exec(
          'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;',
        );
        database.exec('PRAGMA cache_size = -8000; PRAGMA wal_autocheckpoint = 4000;');
        database.exec('BEGIN IMMEDIATE; COMMIT;');
        return database;
      },
    );
  } catch (error) {
    database.close();
    if (error instanceof Error && /database is locked/.test(error.message)) {
      throw new FileInUse(`another event store node is running on ${file}`, { cause: error });
    }
    throw error;
  }
};

/**
 * Opens the log's file for this process alone; a file of before gets its checksums now, once. Throws FileInUse, and
 * DamagedLog for what is no log.
 */
export const openFile = (file: string): DatabaseSync => {
  const database = openExclusively(file);
  try {
    guarded(
      () => undefined,
      () => {
        database.exec('BEGIN IMMEDIATE');
        prepareFile(database);
        database.exec('COMMIT');
      },
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};
