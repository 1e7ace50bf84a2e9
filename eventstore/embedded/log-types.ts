/** The node's own counter, 1 for the first event. Clients see it multiplied, see `exposed`. */
export type Place = number;

/** So that nobody takes positions for consecutive: on a real server they are not. */
const spread = 128;

export const exposed = (place: Place): number => place * spread;

/** Behind an event and in front of the next: where an append of nothing stands. */
export const exposedAfter = (place: Place): number => exposed(place) + spread / 2;

/**
 * A position with both of its numbers. An event stands at its commit position twice; a checkpoint whose prepare position
 * is smaller stands in front of the event that is, or will be, written at its commit position.
 */
export type LogPosition = { readonly commit: number; readonly prepare: number };

export const positionOf = (place: Place): LogPosition => ({
  commit: exposed(place),
  prepare: exposed(place),
});

export const positionInFrontOf = (place: Place): LogPosition => ({ commit: exposed(place), prepare: 0 });

/** Whether a position is behind another one, or behind none at all. */
export const isBehind = (position: LogPosition, other: LogPosition | undefined): boolean =>
  other === undefined ||
  position.commit > other.commit ||
  (position.commit === other.commit && position.prepare > other.prepare);

/** Whether something stands at a position, or could come to stand there. */
export const isPosition = (position: number, last: Place): boolean =>
  position % (spread / 2) === 0 || position > exposedAfter(last);

/** The last place at or before a position. */
export const placeUpTo = (position: number): Place => Math.floor(position / spread);

/** The first place at or after a position. */
export const placeFrom = (position: number): Place => Math.ceil(position / spread);

export type LoggedEvent = {
  readonly place: Place;
  readonly stream: string;
  /** `tombstoneRevision` for the event that ends a stream for good. */
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  /** Milliseconds since 1970. */
  readonly created: number;
};

/** Stored for the tombstone event; shown to clients as 2^63-1. */
export const tombstoneRevision = -1;

export type ProposedEvent = {
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
};

/** What is kept of a stream. */
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

/** A revision, or one of the protocol's words. `no-stream` is revision -1. */
export type Expected = number | 'any' | 'no-stream' | 'stream-exists';

export const metastreamOf = (stream: string): string => `$$${stream}`;
export const isMetastream = (stream: string): boolean => stream.startsWith('$$');
export const describedBy = (metastream: string): string => metastream.slice(2);
