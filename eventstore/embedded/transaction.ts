import { checkExpected, findRepeated, type Verdict } from './expectation.ts';
import {
  describedBy,
  type Expected,
  isMetastream,
  type LoggedEvent,
  metastreamOf,
  type Place,
  type ProposedEvent,
  tombstoneRevision,
} from './log-types.ts';
import { applyMetadata, withTruncateBefore } from './metadata.ts';
import type { RecentIds } from './recent-ids.ts';
import type { Storage, StreamRow } from './storage.ts';
import type { Streams } from './streams.ts';

export type Request = {
  readonly kind: 'append' | 'delete' | 'tombstone';
  readonly stream: string;
  readonly expected: Expected;
  readonly events: readonly ProposedEvent[];
  /** Milliseconds since 1970; later than this the answer is a time-out. */
  readonly deadline: number;
};

export type Answer =
  | { readonly kind: 'done'; readonly revision: number; readonly place: Place | undefined }
  | { readonly kind: 'wrong'; readonly actual: number }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'late' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly message: string };

type Parts = { readonly storage: Storage; readonly streams: Streams; readonly recentIds: RecentIds };

const newId = (): string => crypto.randomUUID();

const metadataEvent = (data: Uint8Array): ProposedEvent => ({
  id: newId(),
  type: '$metadata',
  isJson: true,
  data,
  metadata: new Uint8Array(),
});

/** Decides and stores requests one after another inside one open transaction of the file. */
export const createTransaction = ({ storage, streams, recentIds }: Parts, firstPlace: Place) => {
  const written: LoggedEvent[] = [];
  const now = Date.now();
  let place = firstPlace;

  const store = (stream: StreamRow, proposed: ProposedEvent, revision: number): LoggedEvent => {
    const event = { ...proposed, place, stream: stream.name, revision, created: now };
    storage.addEvent(stream.id, event);
    written.push(event);
    place += 1;
    return event;
  };

  const storeAll = (stream: StreamRow, events: readonly ProposedEvent[]): LoggedEvent | undefined => {
    let last: LoggedEvent | undefined;
    for (const proposed of events) {
      stream.lastRevision += 1;
      last = store(stream, proposed, stream.lastRevision);
      recentIds.add(stream.id, last.id, { revision: last.revision, place: last.place });
    }
    if (last && isMetastream(stream.name)) {
      stream.maxCount = 1;
      const described = streams.findOrAdd(describedBy(stream.name));
      applyMetadata(described, last.data);
      storage.saveStream(described);
      storage.saveStream(stream);
    } else {
      storage.saveRevision(stream);
    }
    return last;
  };

  const currentMetadata = (name: string): Uint8Array | undefined => {
    const metastream = streams.find(metastreamOf(name));
    if (!metastream || metastream.lastRevision < 0) return undefined;
    const from = metastream.lastRevision;
    return storage.pageOfStream(metastream.id, { from, limit: 1, direction: 'forwards' })[0]?.data;
  };

  const rewriteTruncation = (name: string, revision: number | 'forever'): LoggedEvent | undefined => {
    const data = withTruncateBefore(currentMetadata(name), revision);
    return storeAll(streams.findOrAdd(metastreamOf(name)), [metadataEvent(data)]);
  };

  const repeatedLately = (stream: StreamRow, events: readonly ProposedEvent[]): Verdict | undefined => {
    const standings = events.map(({ id }) => recentIds.find(stream.id, id));
    const last = standings.at(-1);
    if (last && standings.every(standing => standing !== undefined)) return { kind: 'done', ...last };
    return standings.some(standing => standing !== undefined)
      ? { kind: 'wrong', actual: stream.lastRevision }
      : undefined;
  };

  const judge = ({ stream: name, expected, events }: Request, stream: StreamRow | undefined): Verdict => {
    const metastream = expected === 'stream-exists' ? streams.find(metastreamOf(name)) : undefined;
    const verdict = checkExpected(expected, { stream, hasMetadata: (metastream?.lastRevision ?? -1) >= 0 });
    if (!stream || verdict.kind === 'deleted') return verdict;
    if (verdict.kind === 'wrong') return findRepeated(storage, stream, expected, events) ?? verdict;
    const expectsNoRevision = expected === 'any' || expected === 'stream-exists';
    if (expectsNoRevision) return repeatedLately(stream, events) ?? verdict;
    if (expected === 'no-stream' && stream.softDeleted) {
      return findRepeated(storage, stream, expected, events) ?? verdict;
    }
    return verdict;
  };

  const append = (request: Request): Answer => {
    const { stream: name, events } = request;
    if (isMetastream(name) && streams.find(describedBy(name))?.tombstoned) return { kind: 'deleted' };
    const verdict = judge(request, streams.find(name));
    if (verdict.kind !== 'fits') return verdict;
    if (events.length === 0) {
      return { kind: 'done', revision: streams.find(name)?.lastRevision ?? -1, place: undefined };
    }
    const stream = streams.findOrAdd(name);
    if (stream.softDeleted) rewriteTruncation(name, stream.lastRevision + 1);
    const described = isMetastream(name) ? streams.find(describedBy(name)) : undefined;
    const revived = described?.softDeleted ? described : undefined;
    const last = storeAll(stream, events);
    const answer: Answer = { kind: 'done', revision: stream.lastRevision, place: last?.place };
    // Metadata brings a deleted stream back, but not what was in it.
    if (revived) rewriteTruncation(revived.name, revived.lastRevision + 1);
    return answer;
  };

  const remove = ({ kind, stream: name, expected }: Request): Answer => {
    const stream = streams.find(name);
    const metastream = streams.find(metastreamOf(name));
    const verdict = checkExpected(expected, { stream, hasMetadata: (metastream?.lastRevision ?? -1) >= 0 });
    if (verdict.kind !== 'fits') return verdict;
    if (kind === 'tombstone') return bury(streams.findOrAdd(name));
    if (!stream || stream.lastRevision < 0) return { kind: 'wrong', actual: -1 };
    if (stream.softDeleted) return { kind: 'deleted' };
    const last = rewriteTruncation(name, 'forever');
    return { kind: 'done', revision: stream.lastRevision, place: last?.place };
  };

  const bury = (stream: StreamRow): Answer => {
    const empty = new Uint8Array();
    const event = { id: newId(), type: '$streamDeleted', isJson: false, data: empty, metadata: empty };
    const { place: at } = store(stream, event, tombstoneRevision);
    stream.tombstoned = true;
    storage.saveStream(stream);
    return { kind: 'done', revision: stream.lastRevision, place: at };
  };

  const run = (request: Request): Answer => {
    if (request.deadline < Date.now()) return { kind: 'late' };
    return request.kind === 'append' ? append(request) : remove(request);
  };

  return { run, written };
};
