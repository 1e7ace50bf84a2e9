import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { describedBy, exposed, isMetastream, type Place, placeUpTo } from '../embedded/log-types.ts';
import { applyMetadata } from '../embedded/metadata.ts';
import { openStorage, type Storage, type StreamRow } from '../embedded/storage.ts';
import type { Position } from '../types.ts';
import { type Content, endsStream, jsonText, type LogRecord } from './record.ts';

const eventsPerCommit = 2_000;
const rememberedStreams = 20_000;

export type LogFile = {
  /** Adds the next event and answers its position in this file. */
  readonly add: (record: LogRecord) => Position;
  /** Puts all that was added on the disk and lets go of the file. */
  readonly close: () => void;
};

/** Whether a position can be kept by an embedded node; those of a real server cannot. */
export const fitsNode = (position: Position): boolean => exposed(placeUpTo(position)) === position;

/**
 * Writes a log into a new file of the embedded node, with the times of the original and, where `keepPositions`
 * says so, its positions; otherwise they are counted anew. Throws FileInUse.
 */
export const createLogFile = (file: string, { keepPositions }: { keepPositions: boolean }): LogFile => {
  const storage = openStorage(file);
  const streams = rememberStreams(storage);
  let last: Place = 0;
  let others = 0;
  let uncommitted = 0;

  const add: LogFile['add'] = record => {
    if (uncommitted === 0) storage.begin();
    const place = keepPositions ? placeUpTo(record.position) : last + 1;
    for (let missing = last + 1; missing < place; missing += 1) {
      put(storage, streams, leftOut(missing, others), missing);
      others += 1;
    }
    put(storage, streams, record, place);
    last = place;
    uncommitted += 1;
    if (uncommitted >= eventsPerCommit) commit();
    return exposed(last);
  };
  const commit = () => {
    if (uncommitted > 0) storage.commit();
    uncommitted = 0;
  };
  return {
    add,
    close: () => {
      commit();
      storage.close();
    },
  };
};

const nobodys = '$left-out';

/** Stands where somebody else's event was: the log has no gaps, and copies leave it out. */
const leftOut = (place: Place, revision: number): LogRecord => ({
  ...{ position: exposed(place), stream: nobodys, revision, id: randomUUID(), type: '$leftOut' },
  ...{ created: 0, data: null, metadata: null },
});

type FindStream = (name: string) => StreamRow;

const rememberStreams = (storage: Storage): FindStream => {
  const known = new LRUCache<string, StreamRow>({ max: rememberedStreams });
  return name => {
    const stream = known.get(name) ?? storage.findStream(name) ?? storage.addStream(name);
    known.set(name, stream);
    return stream;
  };
};

const put = (storage: Storage, find: FindStream, record: LogRecord, place: Place): void => {
  const { stream: name, revision, id, type, created } = record;
  const stream = find(name);
  const data = bytesOf(record, record.data);
  const metadata = bytesOf(record, record.metadata);
  const isJson = record.data !== null && 'json' in record.data;
  storage.addEvent(stream.id, { place, stream: name, revision, id, type, isJson, data, metadata, created });
  if (endsStream(record)) stream.tombstoned = true;
  else stream.lastRevision = revision;
  if (isMetastream(name)) {
    stream.maxCount = 1;
    const described = find(describedBy(name));
    applyMetadata(described, { isJson, data });
    storage.saveStream(described);
  }
  storage.saveStream(stream);
};

const bytesOf = (record: LogRecord, content: Content): Uint8Array => {
  if (content === null) return new Uint8Array();
  return 'json' in content
    ? Buffer.from(jsonText(record, content.json))
    : Buffer.from(content.bytes, 'base64');
};
