import { DatabaseSync } from 'node:sqlite';
import type { LoggedEvent, Place } from './log-types.ts';

export type StreamRow = {
  readonly id: number;
  readonly name: string;
  lastRevision: number;
  tombstoned: boolean;
  softDeleted: boolean;
  maxCount: number | undefined;
  /** Milliseconds. */
  maxAge: number | undefined;
  truncateBefore: number | undefined;
};

export type Direction = 'forwards' | 'backwards';
export type Range = { readonly from: number; readonly limit: number; readonly direction: Direction };

const schema = `
  CREATE TABLE IF NOT EXISTS streams (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    last_revision INTEGER NOT NULL,
    tombstoned INTEGER NOT NULL DEFAULT 0,
    soft_deleted INTEGER NOT NULL DEFAULT 0,
    max_count INTEGER,
    max_age INTEGER,
    truncate_before INTEGER
  ) STRICT;
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    stream_id INTEGER NOT NULL REFERENCES streams (id),
    revision INTEGER NOT NULL,
    event_id TEXT NOT NULL,
    type TEXT NOT NULL,
    is_json INTEGER NOT NULL,
    data BLOB NOT NULL,
    metadata BLOB NOT NULL,
    created INTEGER NOT NULL,
    UNIQUE (stream_id, revision)
  ) STRICT;
`;

const columns = `e.position AS place, s.name AS stream, e.revision, e.event_id AS id, e.type,
  e.is_json AS isJson, e.data, e.metadata, e.created`;
const joined = `SELECT ${columns} FROM events e JOIN streams s ON s.id = e.stream_id`;

/** Another process has the file open. */
export class FileInUse extends Error {}

const number = (value: unknown): number => Number(value);
const optional = (value: unknown): number | undefined => (value === null ? undefined : Number(value));
const bytes = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array());

const toEvent = (row: Record<string, unknown>): LoggedEvent => ({
  place: number(row.place),
  stream: String(row.stream),
  revision: number(row.revision),
  id: String(row.id),
  type: String(row.type),
  isJson: row.isJson === 1,
  data: bytes(row.data),
  metadata: bytes(row.metadata),
  created: number(row.created),
});

/** A page ends early where its events are large. */
const pageBytes = 2 * 1024 * 1024;

const takePage = (rows: Iterable<Record<string, unknown>>): LoggedEvent[] => {
  const page: LoggedEvent[] = [];
  let held = 0;
  for (const row of rows) {
    const event = toEvent(row);
    page.push(event);
    held += event.data.length + event.metadata.length;
    if (held > pageBytes) break;
  }
  return page;
};

const toStream = (row: Record<string, unknown>): StreamRow => ({
  id: number(row.id),
  name: String(row.name),
  lastRevision: number(row.last_revision),
  tombstoned: row.tombstoned === 1,
  softDeleted: row.soft_deleted === 1,
  maxCount: optional(row.max_count),
  maxAge: optional(row.max_age),
  truncateBefore: optional(row.truncate_before),
});

const openExclusively = (file: string): DatabaseSync => {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    database.exec('PRAGMA cache_size = -8000; PRAGMA wal_autocheckpoint = 4000;');
    database.exec(`BEGIN IMMEDIATE; ${schema} COMMIT;`);
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && /database is locked/.test(error.message)) {
      throw new FileInUse(`another event store node is running on ${file}`, { cause: error });
    }
    throw error;
  }
};

/**
 * The log's file. One process at a time: throws FileInUse when another one has it.
 * What `commit` has returned from is on the disk.
 */
export const openStorage = (file: string) => {
  const database = openExclusively(file);
  const selectStream = database.prepare('SELECT * FROM streams WHERE name = ?');
  const insertStream = database.prepare('INSERT INTO streams (name, last_revision) VALUES (?, -1)');
  const updateStream = database.prepare(
    `UPDATE streams SET last_revision = ?, tombstoned = ?, soft_deleted = ?, max_count = ?, max_age = ?,
     truncate_before = ? WHERE id = ?`,
  );
  const updateRevision = database.prepare('UPDATE streams SET last_revision = ? WHERE id = ?');
  const insertEvent = database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const lastPlace = database.prepare('SELECT max(position) AS last FROM events');
  // The largest data is asked for so that all of it is read.
  const survey = database.prepare(
    `SELECT count(*) AS events, max(e.position) AS last, sum(s.id IS NULL OR e.revision > s.last_revision) AS stray,
     length(max(e.data)) + length(max(e.metadata)) AS largest
     FROM (SELECT * FROM events WHERE position >= ? ORDER BY position LIMIT ?) e
     LEFT JOIN streams s ON s.id = e.stream_id`,
  );
  const pages = {
    allForwards: database.prepare(`${joined} WHERE e.position >= ? ORDER BY e.position LIMIT ?`),
    allBackwards: database.prepare(`${joined} WHERE e.position <= ? ORDER BY e.position DESC LIMIT ?`),
    streamForwards: database.prepare(
      `${joined} WHERE e.stream_id = ? AND e.revision >= ? ORDER BY e.revision LIMIT ?`,
    ),
    streamBackwards: database.prepare(
      `${joined} WHERE e.stream_id = ? AND e.revision <= ? AND e.revision >= 0 ORDER BY e.revision DESC LIMIT ?`,
    ),
  };

  return {
    begin: (): void => database.exec('BEGIN IMMEDIATE'),
    commit: (): void => database.exec('COMMIT'),
    rollback: (): void => {
      if (database.isTransaction) database.exec('ROLLBACK');
    },
    lastPlace: (): Place => number(lastPlace.get()?.last ?? 0),
    findStream: (name: string): StreamRow | undefined => {
      const row = selectStream.get(name);
      return row && toStream(row);
    },
    addStream: (name: string): StreamRow => {
      const { lastInsertRowid } = insertStream.run(name);
      const limits = { maxCount: undefined, maxAge: undefined, truncateBefore: undefined };
      return {
        id: number(lastInsertRowid),
        name,
        lastRevision: -1,
        tombstoned: false,
        softDeleted: false,
        ...limits,
      };
    },
    saveRevision: (stream: StreamRow): void => {
      updateRevision.run(stream.lastRevision, stream.id);
    },
    saveStream: (stream: StreamRow): void => {
      const { lastRevision, tombstoned, softDeleted, maxCount, maxAge, truncateBefore } = stream;
      const flags = [tombstoned ? 1 : 0, softDeleted ? 1 : 0];
      const limits = [maxCount ?? null, maxAge ?? null, truncateBefore ?? null];
      updateStream.run(lastRevision, ...flags, ...limits, stream.id);
    },
    addEvent: (streamId: number, event: LoggedEvent): void => {
      const { place, revision, id, type, isJson, data, metadata, created } = event;
      insertEvent.run(place, streamId, revision, id, type, isJson ? 1 : 0, data, metadata, created);
    },
    /** Reads so many events from a place on: how many are there, where the last stands, how many fit no stream. */
    survey: (from: Place, limit: number) => {
      const row = survey.get(from, limit);
      return { events: number(row?.events), last: number(row?.last), stray: number(row?.stray) };
    },
    /** Events of the whole log from a place on, that one included. */
    pageOfAll: ({ from, limit, direction }: Range): LoggedEvent[] =>
      takePage((direction === 'forwards' ? pages.allForwards : pages.allBackwards).iterate(from, limit)),
    /** Events of one stream from a revision on, that one included. */
    pageOfStream: (streamId: number, { from, limit, direction }: Range): LoggedEvent[] =>
      takePage(
        (direction === 'forwards' ? pages.streamForwards : pages.streamBackwards).iterate(
          streamId,
          from,
          limit,
        ),
      ),
    close: (): void => database.close(),
  };
};

export type Storage = ReturnType<typeof openStorage>;
