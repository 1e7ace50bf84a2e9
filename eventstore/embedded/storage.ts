import { checksumOfEvent, checksumOfStream } from './checksum.ts';
import { DamagedLog, guarded } from './damage.ts';
import { openEndMark } from './end-mark.ts';
import { checkpoint, openFile } from './file.ts';
import type { LoggedEvent, Place, StreamRow } from './log-types.ts';
import { eventColumns, number, type Page, takePage, toStream } from './rows.ts';
import { firstShown } from './streams.ts';

export { FileInUse, NotCheckpointed } from './file.ts';
export type { StreamRow } from './log-types.ts';
export type Direction = 'forwards' | 'backwards';
export type Range = { readonly from: number; readonly limit: number; readonly direction: Direction };

const joined = `SELECT ${eventColumns} FROM events e JOIN streams s ON s.id = e.stream_id`;
const streamBy = (index: string) => `SELECT * FROM streams INDEXED BY ${index} WHERE name = ?`;

const prepareAll = (database: ReturnType<typeof openFile>) => ({
  streamByName: database.prepare(streamBy('sqlite_autoindex_streams_1')),
  streamByNameAgain: database.prepare(streamBy('streams_name_again')),
  streamById: database.prepare('SELECT * FROM streams WHERE id = ?'),
  lastStream: database.prepare('SELECT max(id) AS last FROM streams'),
  insertStream: database.prepare(
    'INSERT INTO streams (id, name, last_revision, checksum) VALUES (?, ?, ?, ?)',
  ),
  updateStream: database.prepare(
    `UPDATE streams SET last_revision = ?, tombstoned = ?, soft_deleted = ?, max_count = ?, max_age = ?,
     truncate_before = ?, checksum = ? WHERE id = ?`,
  ),
  insertEvent: database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
  lastPlace: database.prepare('SELECT max(position) AS last FROM events'),
  allForwards: database.prepare(`${joined} WHERE e.position >= ? ORDER BY e.position LIMIT ?`),
  allBackwards: database.prepare(`${joined} WHERE e.position <= ? ORDER BY e.position DESC LIMIT ?`),
  streamForwards: database.prepare(
    `${joined} WHERE e.stream_id = ? AND e.revision >= ? ORDER BY e.revision LIMIT ?`,
  ),
  streamBackwards: database.prepare(
    `${joined} WHERE e.stream_id = ? AND e.revision <= ? AND e.revision >= 0 ORDER BY e.revision DESC LIMIT ?`,
  ),
});

const openAll = (file: string) => {
  const database = openFile(file);
  try {
    return guarded(
      () => undefined,
      () => {
        const statements = prepareAll(database);
        const last: Place = number(statements.lastPlace.get()?.last ?? 0);
        const lastStream = number(statements.lastStream.get()?.last ?? 0);
        return { database, statements, last, lastStream, mark: openEndMark(file) };
      },
    );
  } catch (error) {
    database.close();
    throw error;
  }
};

/** The first number that a page should hold and does not; undefined when it is whole. */
const missingIn = (numbers: readonly number[], { from, direction }: Range): number | undefined => {
  const step = direction === 'forwards' ? 1 : -1;
  const gap = numbers.findIndex((each, index) => each !== from + index * step);
  return gap < 0 ? undefined : from + gap * step;
};

/**
 * The log's file. One process at a time: throws FileInUse when another one has it. What `commit` has returned from
 * is on the disk. Whatever is read is compared with its checksum and its neighbours: the reading call throws
 * DamagedLog, and `found` is told, when something is not what was written or is gone.
 */
export const openStorage = (file: string, found: (damage: DamagedLog) => void = () => undefined) => {
  const guard = <Result>(work: () => Result): Result => guarded(found, work);
  const { database, statements, mark, last, lastStream } = openAll(file);
  let end = last;
  let pending = end;
  /** Of a transaction that failed ids are left out. */
  let newestStream = lastStream;

  const pageOfAll = (range: Range): LoggedEvent[] => {
    const { limit, direction } = range;
    const forwards = direction === 'forwards';
    const from = forwards ? Math.max(1, range.from) : Math.min(range.from, end);
    const { events, isCut } = takePage(
      (forwards ? statements.allForwards : statements.allBackwards).iterate(from, limit),
    );
    const there = events.map(({ place }) => place);
    const missing = missingIn(there, { from, limit, direction });
    const next = forwards ? from + there.length : from - there.length;
    const endsEarly = !isCut && there.length < limit && (forwards ? next <= pending : next >= 1);
    const lost = missing ?? (endsEarly ? next : undefined);
    if (lost !== undefined) throw new DamagedLog(`event ${lost} of the log is missing`);
    return events;
  };

  /** What limits of the stream hide may be gone: servers that the log comes from may have let go of it. */
  const checkStream = (streamId: number, range: Range, { events, isCut }: Page): void => {
    const there = events.map(({ revision }) => revision);
    const gap = missingIn(there, range);
    if (gap === undefined && (isCut || there.length === range.limit)) return;
    const row = statements.streamById.get(streamId);
    if (!row) throw new DamagedLog(`the stream ${streamId} of the log is missing`);
    const stream = toStream(row);
    if (stream.maxAge !== undefined || stream.softDeleted) return;
    const first = firstShown(stream);
    const shown = there.filter(revision => revision >= first);
    const forwards = range.direction === 'forwards';
    const from = forwards ? Math.max(range.from, first) : Math.min(range.from, stream.lastRevision);
    const next = forwards ? from + shown.length : from - shown.length;
    const isWhole = isCut || there.length === range.limit;
    const endsEarly = !isWhole && (forwards ? next <= stream.lastRevision : next >= first);
    const missing = missingIn(shown, { ...range, from }) ?? (endsEarly ? next : undefined);
    if (missing !== undefined)
      throw new DamagedLog(`event ${missing} of the stream ${stream.name} is missing`);
  };

  const findStream = (name: string): StreamRow | undefined => {
    const row = statements.streamByName.get(name);
    if (row) return toStream(row);
    if (statements.streamByNameAgain.get(name))
      throw new DamagedLog(`the stream ${name} is missing in an index of the log`);
    return undefined;
  };

  const saveStream = (stream: StreamRow): void => {
    const { lastRevision, tombstoned, softDeleted, maxCount, maxAge, truncateBefore } = stream;
    const flags = [tombstoned ? 1 : 0, softDeleted ? 1 : 0];
    const limits = [maxCount ?? null, maxAge ?? null, truncateBefore ?? null];
    statements.updateStream.run(lastRevision, ...flags, ...limits, checksumOfStream(stream), stream.id);
  };

  return {
    begin: (): void => database.exec('BEGIN IMMEDIATE'),
    commit: (): void => {
      database.exec('COMMIT');
      if (pending !== end) mark.note(pending);
      end = pending;
    },
    rollback: (): void => {
      pending = end;
      if (database.isTransaction) database.exec('ROLLBACK');
    },
    lastPlace: (): Place => end,
    /** How far the log had come when somebody last noted it; 0 when nobody did. */
    markedPlace: mark.place,
    findStream: (name: string): StreamRow | undefined => guard(() => findStream(name)),
    addStream: (name: string): StreamRow =>
      guard(() => {
        const limits = { maxCount: undefined, maxAge: undefined, truncateBefore: undefined };
        const flags = { tombstoned: false, softDeleted: false };
        const stream = { id: newestStream + 1, name, lastRevision: -1, ...flags, ...limits };
        statements.insertStream.run(stream.id, name, stream.lastRevision, checksumOfStream(stream));
        newestStream = stream.id;
        return stream;
      }),
    saveStream: (stream: StreamRow): void => guard(() => saveStream(stream)),
    addEvent: (streamId: number, event: LoggedEvent): void => {
      const { place, revision, id, type, isJson, data, metadata, created } = event;
      const bytes = [data, metadata, created, checksumOfEvent(event)] as const;
      guard(() => statements.insertEvent.run(place, streamId, revision, id, type, isJson ? 1 : 0, ...bytes));
      pending = place;
    },
    /** Events of the whole log from a place on, that one included. */
    pageOfAll: (range: Range): LoggedEvent[] => guard(() => pageOfAll(range)),
    /** Events of one stream from a revision on, that one included. */
    pageOfStream: (streamId: number, range: Range): LoggedEvent[] =>
      guard(() => {
        const { from, limit, direction } = range;
        const statement = direction === 'forwards' ? statements.streamForwards : statements.streamBackwards;
        const page = takePage(statement.iterate(streamId, from, limit));
        checkStream(streamId, range, page);
        return page.events;
      }),
    /** Takes the log into one file and closes it, which it does even when it throws NotCheckpointed. */
    close: (): void => {
      try {
        checkpoint(database);
      } finally {
        database.close();
        mark.close();
      }
    },
  };
};

export type Storage = ReturnType<typeof openStorage>;
