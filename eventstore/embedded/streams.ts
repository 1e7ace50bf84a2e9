import { LRUCache } from 'lru-cache';
import { describedBy, isMetastream, type LoggedEvent } from './log-types.ts';
import type { Storage, StreamRow } from './storage.ts';

/** At about 300 bytes each. */
const remembered = 20_000;

/** The streams' states, the ones lately used in memory. The writer alone changes them. */
export const createStreams = (storage: Storage) => {
  const cache = new LRUCache<string, StreamRow>({ max: remembered });

  const find = (name: string): StreamRow | undefined => {
    const known = cache.get(name);
    if (known) return known;
    const stored = storage.findStream(name);
    if (stored) cache.set(name, stored);
    return stored;
  };

  const findOrAdd = (name: string): StreamRow => {
    const known = find(name);
    if (known) return known;
    const added = storage.addStream(name);
    cache.set(name, added);
    return added;
  };

  /** After a transaction that failed: what is in memory may never have been stored. */
  const forget = (): void => cache.clear();

  return { find, findOrAdd, forget };
};

export type Streams = ReturnType<typeof createStreams>;

/** Whether there is anything to read under this name. */
export const isThere = (stream: StreamRow | undefined): stream is StreamRow =>
  stream !== undefined && stream.lastRevision >= 0 && !stream.softDeleted;

/** Whether a stream was ended for good; with it its metastream is. */
export const isEnded = (streams: Streams, name: string): boolean =>
  streams.find(name)?.tombstoned === true ||
  (isMetastream(name) && streams.find(describedBy(name))?.tombstoned === true);

/** The first revision that stream reads still show. */
export const firstShown = (stream: StreamRow): number =>
  Math.max(
    0,
    stream.truncateBefore ?? 0,
    stream.maxCount === undefined ? 0 : stream.lastRevision - stream.maxCount + 1,
  );

/** Whether a stream's limits leave an event to be read. */
export const isShown = (stream: StreamRow, { revision, created }: LoggedEvent): boolean =>
  !stream.softDeleted &&
  revision >= firstShown(stream) &&
  (stream.maxAge === undefined || created >= Date.now() - stream.maxAge);
