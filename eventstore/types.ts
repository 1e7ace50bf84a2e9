import type { AnyEvent } from '#domain/catalogue.ts';
import type { Metadata } from '#domain/shared/event.ts';
import type { Category, StreamName } from '#domain/shared/stream.ts';
import type { PersonKeys } from './person-keys.ts';

/**
 * Place of an event in the whole log. Sparse, opaque, growing; a safe integer, 0 in front of all events. Where a store
 * says that it has come up to an event that is not written yet, it is the place of the one before: so whoever has a
 * position is done with the event there, and goes on behind it.
 */
export type Position = number;
/** Place of an event in its stream, from 0. `noStream` (-1) is the revision of a stream without events. */
export type Revision = number;
export const noStream: Revision = -1;

export type Recorded<Event = AnyEvent> = Event & {
  readonly id: string;
  readonly stream: StreamName;
  readonly category: Category;
  readonly companyId: string;
  readonly entityId: string;
  readonly revision: Revision;
  readonly position: Position;
  readonly metadata: Metadata;
  /** Whose keys its personal fields are under; absent when nothing of it is personal. */
  readonly persons?: readonly string[];
  /** A key was destroyed: its personal fields read as null, and as '' where null is not allowed. */
  readonly erased?: true;
};

export type ToAppend = {
  readonly id: string;
  readonly event: AnyEvent;
  readonly metadata: Metadata;
  /** Whose data its personal fields are: all their keys are needed to read them. Empty for events without. */
  readonly persons: readonly string[];
};

export type Appended = { readonly revision: Revision; readonly position: Position };

/** The stream was not at the expected revision. */
export class WrongRevision extends Error {
  readonly stream: string;
  readonly expected: Revision;
  readonly actual: Revision;
  constructor(stream: string, expected: Revision, actual: Revision) {
    super(`${stream} is at revision ${actual}, not ${expected}`);
    this.name = 'WrongRevision';
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** The event store cannot be reached, or gave up waiting; the same call may succeed later. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}

/**
 * `too-large`: more data than one append may have. `stream-ended`: the stream was ended for good.
 * `access-denied`: the credentials do not allow it. `invalid`: the store does not take or offer such a thing.
 * `damaged`: what is stored is not what was written.
 */
export type RefusalReason = 'too-large' | 'stream-ended' | 'access-denied' | 'invalid' | 'damaged';

/** The event store will not do this, however often it is asked. */
export class StoreRefused extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreRefused';
    this.reason = reason;
  }
}

/** What is stored cannot be read as the catalogue says. Never retried in place: it stays so for this program. */
export class UnreadableEvent extends Error {
  /** Persons whose keys it needs and that are not in the database: it can be read once they are. */
  readonly missing: readonly string[];
  constructor(message: string, missing: readonly string[] = []) {
    super(message);
    this.name = 'UnreadableEvent';
    this.missing = missing;
  }
}

/** An event of ours that cannot be read, with what is known of it besides its content. */
export type Unreadable = Pick<
  Recorded,
  'id' | 'stream' | 'category' | 'companyId' | 'entityId' | 'revision' | 'position'
> & {
  /** As it is stored. */
  readonly type: string;
  readonly error: UnreadableEvent;
};

/** The log ends before what was read of it already: events are lost, or it is another log. Never retried. */
export class LogCutShort extends Error {
  constructor(last: Position, read: Position) {
    super(
      `the log ends at position ${last}, and it was read up to ${read} before: events are missing, or it is another log`,
    );
    this.name = 'LogCutShort';
  }
}

/**
 * The log ends before what was read of it already: nothing is written behind the cut, until the log is whole again.
 * Everybody who waits for an outage to pass waits for that, too.
 */
export class LogIsCut extends StoreUnavailable {
  readonly code = 'LOG_IS_CUT';
  constructor(last: Position, read: Position) {
    super(
      `events are missing at the end of the log: it ends at position ${last}, and it was read up to ${read} before`,
    );
  }
}

export type SubscribeOptions = {
  /** Events after this position; undefined is from the start. */
  readonly after?: Position | undefined;
  /** Only these categories (stream name prefixes); undefined is all of ours. */
  readonly categories?: readonly Category[];
  /** Only this company's; the store leaves the others' out. */
  readonly companyId?: string;
  /** Only events of these types, and those that become one of them: the store leaves most others out. */
  readonly types?: readonly string[];
  /** The most events in one batch. */
  readonly maxBatch: number;
  /** At least so many milliseconds between two live batches: under load fewer and larger ones; 0 by default. */
  readonly paceMs?: number;
  /** And as many as the reader took for the last one, up to this: a reader that is late gets fewer and larger ones. */
  readonly longestPaceMs?: number;
  /**
   * `given`: events that cannot be read are given out beside the others, and the reading goes on behind them. By default
   * the reading ends at the first of them.
   */
  readonly unreadable?: 'given';
  readonly signal: AbortSignal;
};

/**
 * What has arrived, in the log's order. `position` is how far the subscription has come: it is the last
 * event's position, or that of a later event, of whomever, up to which nothing of interest lies.
 * `live` is false while history is still being read.
 */
export type Batch<Event = Recorded> = {
  readonly events: readonly Event[];
  /** In the log's order, too. Only where they are asked for, and only where there are some. */
  readonly unreadable?: readonly Unreadable[];
  readonly position: Position;
  readonly live: boolean;
};

/** Events in their order, and those among them that cannot be read. */
export type Given<Event = Recorded> = Pick<Batch<Event>, 'events' | 'unreadable'>;

export type EventStore = {
  /**
   * The events of a stream from `from` on (0 by default), oldest first; empty when there is no such stream.
   * Throws StoreUnavailable, StoreRefused, UnreadableEvent.
   */
  readonly load: (stream: StreamName, from?: Revision) => Promise<readonly Recorded[]>;
  /** The same, with the events that cannot be read beside the others. Throws StoreUnavailable, StoreRefused. */
  readonly loadGiven: (stream: StreamName, from?: Revision) => Promise<Given>;
  /**
   * Appends all or nothing at exactly `expected` (`noStream` for a new stream). The same ids again at the same
   * place answer as the first time. After StoreUnavailable it may have been written or not: the same call again
   * is safe. Throws WrongRevision, StoreUnavailable (LogIsCut, where nothing may be written), StoreRefused.
   */
  readonly append: (stream: StreamName, expected: Revision, events: readonly ToAppend[]) => Promise<Appended>;
  /**
   * Batches until the signal aborts or the store is closed. Survives outages, restarts, changes of leader and
   * being dropped for slowness: it subscribes again from where it was, with back-off, and never skips or repeats
   * an event. Holds at most some thousand events in memory however slow the reader is. Throws UnreadableEvent
   * right behind the last readable event, unless such events are given out, LogCutShort when the log ends before `after` or before what was given out
   * already, and StoreRefused.
   */
  readonly subscribe: (options: SubscribeOptions) => AsyncIterable<Batch>;
  /**
   * Position of the newest event of our categories, 0 when there is none. Throws StoreUnavailable; asked of the leader
   * also where no events are taken for now.
   */
  readonly head: (of?: 'leader') => Promise<Position>;
  /**
   * Position of the last event in front of a place that an event has, or will have; 0 when there is none. For
   * positions that were kept before they were all those of events. Throws LogCutShort where the log ends before the
   * place, StoreUnavailable.
   */
  readonly lastBefore: (place: number) => Promise<Position>;
  /** Under which personal fields are stored. */
  readonly keys: PersonKeys;
  readonly close: () => Promise<void>;
};
