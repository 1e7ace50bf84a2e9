import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DamagedLog } from './damage.ts';
import { openEndMark } from './end-mark.ts';
import { formatOf, openExclusively } from './file.ts';
import type { Place } from './log-types.ts';
import { asEvent, asStream, eventColumns, isAsWritten, number, type Row, toStream } from './rows.ts';
import { judgeSchema } from './schema.ts';

const atOnce = 100;
const mostSaid = 100;

export type DamagedEvent = {
  readonly place: Place;
  /** What is wrong with it, and what it says that it is. */
  readonly what: string;
};

export type Inspection = {
  /** The last place that there is, or was. */
  readonly last: Place;
  readonly damaged: readonly DamagedEvent[];
  /** What is wrong beside the events, one sentence each. */
  readonly others: readonly string[];
};

export type InspectionOptions = {
  readonly signal: AbortSignal;
  readonly onProgress?: (place: Place, last: Place) => void;
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const judge = (place: Place, row: Row | undefined): DamagedEvent | undefined => {
  if (!row) return { place, what: 'is missing' };
  const event = asEvent(row);
  if (isAsWritten(row, event)) return undefined;
  const { type, revision, stream } = event;
  return { place, what: `is not what was written; it says that it is ${type}, ${revision} of ${stream}` };
};

const attempt = <Result>(work: () => Result): Result | DamagedLog => {
  try {
    return work();
  } catch (error) {
    return new DamagedLog(messageOf(error), { cause: error });
  }
};

type Statements = { readonly many: StatementSync; readonly one: StatementSync };

/** Where a page of the file cannot be read, each of its events is asked for alone. */
const judgeSlice = ({ many, one }: Statements, from: Place, to: Place): DamagedEvent[] => {
  const rows = attempt(() => new Map(many.all(from, to).map(row => [number(row.place), row])));
  const found: DamagedEvent[] = [];
  for (let place = from; place <= to; place += 1) {
    const row = rows instanceof DamagedLog ? attempt(() => one.get(place)) : rows.get(place);
    const damage = attempt(() =>
      row instanceof DamagedLog ? { place, what: `cannot be read (${row.message})` } : judge(place, row),
    );
    if (damage instanceof DamagedLog) found.push({ place, what: `cannot be read (${damage.message})` });
    else if (damage) found.push(damage);
  }
  return found;
};

/** What is kept of streams: as written, and as far as their events go. */
const judgeStreams = (database: DatabaseSync): string[] => {
  const said: string[] = [];
  const ends = database.prepare('SELECT max(revision) AS last FROM events WHERE stream_id = ?');
  for (const row of database.prepare('SELECT * FROM streams ORDER BY id').iterate()) {
    const stream = attempt(() => toStream(row));
    if (stream instanceof DamagedLog) said.push(stream.message);
    else if (Math.max(-1, number(ends.get(stream.id)?.last ?? -1)) !== stream.lastRevision)
      said.push(`the events of the stream ${asStream(row).name} do not end at ${stream.lastRevision}`);
    if (said.length >= mostSaid) break;
  }
  return said;
};

/** What SQLite says of its pages and indexes. */
const judgePages = (database: DatabaseSync): string[] =>
  database
    .prepare(`PRAGMA integrity_check(${mostSaid})`)
    .all()
    .map(row => String(row.integrity_check))
    .filter(line => line !== 'ok');

const orSaid = (found: string[] | DamagedLog): string[] =>
  found instanceof DamagedLog ? [found.message] : found;

/**
 * Walks through the whole file of a node that does not run: every event, every stream, every page. Throws FileInUse,
 * and DamagedLog for a file that cannot be read at all.
 */
export const inspectFile = async (file: string, options: InspectionOptions): Promise<Inspection> => {
  const database = openExclusively(file);
  try {
    return await inspect(database, file, options);
  } catch (error) {
    if (options.signal.aborted || error instanceof DamagedLog) throw error;
    throw new DamagedLog(messageOf(error), { cause: error });
  } finally {
    database.close();
  }
};

const inspect = async (
  database: DatabaseSync,
  file: string,
  { signal, onProgress }: InspectionOptions,
): Promise<Inspection> => {
  if (formatOf(database) === 0)
    throw new DamagedLog('it has no checksums yet, or lost what says so; a start of the node makes them');
  const mark = openEndMark(file);
  mark.close();
  const end = number(database.prepare('SELECT max(position) AS last FROM events').get()?.last ?? 0);
  const last = Math.max(end, mark.place);
  const select = `SELECT ${eventColumns} FROM events e LEFT JOIN streams s ON s.id = e.stream_id`;
  const statements = {
    many: database.prepare(`${select} WHERE e.position BETWEEN ? AND ?`),
    one: database.prepare(`${select} WHERE e.position = ?`),
  };
  const damaged: DamagedEvent[] = [];
  for (let from = 1; from <= last; from += atOnce) {
    await nextTurn();
    signal.throwIfAborted();
    const to = Math.min(last, from + atOnce - 1);
    damaged.push(...judgeSlice(statements, from, to));
    onProgress?.(to, last);
  }
  const others = [judgeSchema, judgeStreams, judgePages].flatMap(look =>
    orSaid(attempt(() => look(database))),
  );
  return { last, damaged, others };
};
