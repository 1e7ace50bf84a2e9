import type { AllStreamRecordedEvent } from '@eventstore/db-client';
import { parseStreamName } from '#domain/shared/stream.ts';
import { describedBy, isMetastream, tombstoneRevision } from '../embedded/log-types.ts';
import type { Position, Revision } from '../types.ts';

/** What an event holds, as it can stand in a JSON text. */
export type Content = { readonly json: unknown } | { readonly bytes: string } | null;

/** One event of the log as it is kept outside of any server. */
export type LogRecord = {
  readonly position: Position;
  readonly stream: string;
  /** `tombstoneRevision` for the event that ends a stream for good. */
  readonly revision: Revision;
  readonly id: string;
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly data: Content;
  readonly metadata: Content;
};

/** Ours are the product's streams and their metadata; `$` marks the server's own. */
export const belongsTo = (stream: string): 'us' | 'server' | 'others' => {
  const named = isMetastream(stream) ? describedBy(stream) : stream;
  if (parseStreamName(named)) return 'us';
  return named.startsWith('$') ? 'server' : 'others';
};

const contentOf = (value: unknown): Content => {
  if (value === undefined) return null;
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : { json: value };
};

export const recordOf = (event: AllStreamRecordedEvent): LogRecord => ({
  position: Number(event.position.commit),
  stream: event.streamId,
  revision: event.type === endOfStream ? tombstoneRevision : Number(event.revision),
  id: event.id,
  type: event.type,
  created: event.created.getTime(),
  data: contentOf(event.data),
  metadata: contentOf(event.metadata),
});

const endOfStream = '$streamDeleted';

export const endsStream = (record: LogRecord): boolean => record.type === endOfStream;

/** Whether it is metadata of a stream. */
export const describesStream = (record: LogRecord): boolean => isMetastream(record.stream);

/**
 * What must be the same in a copy: stream, revision, id, type, data and metadata. The event that ends a stream is
 * made by each server itself, with an id of its own.
 */
export const fingerprint = (record: LogRecord): string => {
  const { stream, revision, id, type, data, metadata } = record;
  if (endsStream(record)) return JSON.stringify([stream, endOfStream]);
  return JSON.stringify([stream, revision, id, type, data, metadata]);
};

/** The mark of a soft deletion, 2^63-1, does not fit a JavaScript number. */
const softDeletion = /^\{(.*)"\$tb":9223372036854776000(.*)\}$/s;

/** The JSON text of an event as the server that stored it had it. */
export const jsonText = (record: LogRecord, json: unknown): string => {
  const text = JSON.stringify(json);
  return record.type === '$metadata' ? text.replace(softDeletion, '{$1"$$tb":9223372036854775807$2}') : text;
};
