import { checksumOfPiece, checksumOfStream, inOnePiece } from './checksum.ts';
import { DamagedLog } from './damage.ts';
import type { LoggedEvent, StreamRow } from './log-types.ts';

export type Row = Record<string, unknown>;

export const number = (value: unknown): number => Number(value);
const optional = (value: unknown): number | undefined => (value === null ? undefined : Number(value));
const bytes = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array());

/** Of an event `e` and its stream `s`. */
export const eventColumns = `e.position AS place, s.name AS stream, e.revision, e.event_id AS id, e.type,
  e.is_json AS isJson, e.created, e.checksum, length(e.data) AS dataLength, length(e.metadata) AS metadataLength,
  ${inOnePiece} AS piece`;

/** As it stands in the file, whatever its checksum says. */
export const asEvent = (row: Row): LoggedEvent => {
  const piece = bytes(row.piece);
  const dataLength = number(row.dataLength);
  return {
    place: number(row.place),
    stream: String(row.stream),
    revision: number(row.revision),
    id: String(row.id),
    type: String(row.type),
    isJson: row.isJson === 1,
    data: piece.subarray(0, dataLength),
    metadata: piece.subarray(dataLength, dataLength + number(row.metadataLength)),
    created: number(row.created),
  };
};

export const isAsWritten = (row: Row, event: LoggedEvent): boolean =>
  row.checksum === checksumOfPiece(bytes(row.piece), event, event.data.length);

/** Throws DamagedLog for an event that is not what was written. */
export const toEvent = (row: Row): LoggedEvent => {
  const event = asEvent(row);
  if (isAsWritten(row, event)) return event;
  throw new DamagedLog(`event ${event.place} of the log is not what was written`);
};

/** As it stands in the file, whatever its checksum says. */
export const asStream = (row: Row): StreamRow => ({
  id: number(row.id),
  name: String(row.name),
  lastRevision: number(row.last_revision),
  tombstoned: row.tombstoned === 1,
  softDeleted: row.soft_deleted === 1,
  maxCount: optional(row.max_count),
  maxAge: optional(row.max_age),
  truncateBefore: optional(row.truncate_before),
});

/** Throws DamagedLog for a stream's row that is not what was written. */
export const toStream = (row: Row): StreamRow => {
  const stream = asStream(row);
  if (row.checksum === checksumOfStream(stream)) return stream;
  throw new DamagedLog(`what is kept of the stream ${stream.name} is not what was written`);
};

/** A page ends early where its events are large. */
const pageBytes = 2 * 1024 * 1024;

export type Page = { readonly events: LoggedEvent[]; readonly isCut: boolean };

export const takePage = (rows: Iterable<Row>): Page => {
  const events: LoggedEvent[] = [];
  let held = 0;
  for (const row of rows) {
    const event = toEvent(row);
    events.push(event);
    held += event.data.length + event.metadata.length;
    if (held > pageBytes) return { events, isCut: true };
  }
  return { events, isCut: false };
};
