import { judge, type Verdict } from './expectation.ts';
import {
  describedBy,
  type Expected,
  exposed,
  exposedAfter,
  isMetastream,
  type LoggedEvent,
  metastreamOf,
  type Place,
  type ProposedEvent,
  tombstoneRevision,
} from './log-types.ts';
import { applyMetadata, softDeletion, withTruncateBefore } from './metadata.ts';
import type { RecentIds } from './recent-ids.ts';
import type { Storage, StreamRow } from './storage.ts';
import { isShown, type Streams } from './streams.ts';

export type Request = {
  readonly kind: 'append' | 'delete' | 'tombstone';
  readonly stream: string;
  readonly expected: Expected;
  readonly events: readonly ProposedEvent[];
  /** Milliseconds since 1970; later than this the answer is a time-out. */
  readonly deadline: number;
};

export type Answer =
  /** The position as clients see it; a repeated request whose event cannot be read any more has none. */
  | { readonly kind: 'done'; readonly revision: number; readonly position: number | undefined }
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
    const first = stream.lastRevision + 1;
    let last: LoggedEvent | undefined;
    for (const proposed of events) {
      stream.lastRevision += 1;
      last = store(stream, proposed, stream.lastRevision);
    }
    recentIds.add(
      stream.id,
      first,
      events.map(({ id }) => id),
    );
    if (last && isMetastream(stream.name)) {
      stream.maxCount = 1;
      const described = streams.findOrAdd(describedBy(stream.name));
      applyMetadata(described, last);
      storage.saveStream(described);
      storage.saveStream(stream);
    } else {
      storage.saveStream(stream);
    }
    return last;
  };

  const lastRevision = (name: string): number => streams.find(name)?.lastRevision ?? -1;

  const eventAt = (stream: StreamRow, revision: number): LoggedEvent | undefined =>
    storage.pageOfStream(stream.id, { from: revision, limit: 1, direction: 'forwards' })[0];

  const writeMetadata = (name: string, data: Uint8Array): LoggedEvent | undefined =>
    storeAll(streams.findOrAdd(metastreamOf(name)), [metadataEvent(data)]);

  /** Shows a deleted stream again, from a revision on. */
  const revive = (name: string, revision: number): void => {
    const metastream = streams.find(metastreamOf(name));
    const current = metastream && eventAt(metastream, metastream.lastRevision);
    const data = current && withTruncateBefore(current.data, revision);
    if (data) writeMetadata(name, data);
  };

  const decide = (request: Request, ids: readonly string[]): Verdict => {
    const { stream: name, expected } = request;
    const stream = streams.find(name);
    const hasMetadata = () => lastRevision(metastreamOf(name)) >= 0;
    const lately = (id: string) => stream && recentIds.find(stream.id, id);
    return judge({ storage, stream, hasMetadata, lately }, expected, ids);
  };

  /** With an ended stream its metastream is ended too, unless it was written before. */
  const isEndedWith = (name: string): boolean =>
    isMetastream(name) && lastRevision(name) < 0 && streams.find(describedBy(name))?.tombstoned === true;

  const repeated = (name: string, revision: number): Answer => {
    const stream = streams.find(name);
    const event = stream && eventAt(stream, revision);
    const position = event && isShown(stream, event) ? exposed(event.place) : undefined;
    return { kind: 'done', revision, position };
  };

  const append = (request: Request): Answer => {
    const { stream: name, events } = request;
    if (isEndedWith(name)) return { kind: 'deleted' };
    const ids = events.map(({ id }) => id);
    const verdict = decide(request, ids);
    if (verdict.kind === 'done') return repeated(name, verdict.revision);
    if (verdict.kind !== 'fits') return verdict;
    const described = isMetastream(name) ? streams.find(describedBy(name)) : undefined;
    const revived = described?.softDeleted && !described.tombstoned ? described : undefined;
    const before = { isDeleted: streams.find(name)?.softDeleted === true, revision: lastRevision(name) };
    const nothing = exposedAfter(place - 1);
    const last = events.length > 0 ? storeAll(streams.findOrAdd(name), events) : undefined;
    const position = last ? exposed(last.place) : nothing;
    const answer: Answer = { kind: 'done', revision: lastRevision(name), position };
    // What was in a deleted stream does not come back with it.
    if (before.isDeleted) revive(name, before.revision + 1);
    if (revived) revive(revived.name, revived.lastRevision + 1);
    return answer;
  };

  const remove = (request: Request): Answer => {
    const { kind, stream: name } = request;
    const verdict = decide(request, [newId()]);
    if (verdict.kind === 'done') return repeated(name, verdict.revision);
    if (verdict.kind !== 'fits') return verdict;
    if (kind === 'tombstone') return bury(streams.findOrAdd(name));
    if (lastRevision(name) < 0 && lastRevision(metastreamOf(name)) < 0) return { kind: 'wrong', actual: -1 };
    const last = writeMetadata(name, softDeletion());
    return { kind: 'done', revision: lastRevision(name), position: last && exposed(last.place) };
  };

  const bury = (stream: StreamRow): Answer => {
    const empty = new Uint8Array();
    const event = { id: newId(), type: '$streamDeleted', isJson: false, data: empty, metadata: empty };
    const { place: at } = store(stream, event, tombstoneRevision);
    stream.tombstoned = true;
    storage.saveStream(stream);
    return { kind: 'done', revision: stream.lastRevision, position: exposed(at) };
  };

  const run = (request: Request): Answer => {
    if (request.deadline < Date.now()) return { kind: 'late' };
    return request.kind === 'append' ? append(request) : remove(request);
  };

  return { run, written };
};
