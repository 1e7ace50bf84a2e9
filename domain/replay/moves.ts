/**
 * What happens in a period, as the player is sent it: one move after the other, each a number in some columns, so that
 * fifty thousand of them are small. A move says what it does to the counts; who plays it needs to know nothing else.
 */
export const moveKinds = [
  ...(['opened', 'reopened', 'accepted', 'transferred', 'handed', 'returned', 'menu', 'moved'] as const),
  ...(['closedHuman', 'closedBot', 'closedTimeout', 'deleted', 'answered', 'rated', 'lead'] as const),
] as const;
export type MoveKind = (typeof moveKinds)[number];

/** What the number of a move in the column `value` is. */
export const measures = ['none', 'waited', 'handled', 'answered', 'mark'] as const;
export type Measure = (typeof measures)[number];

/**
 * A place is a number: 0 is none of them; each lane, a queue or that of no queue, has one for the tickets that wait in
 * it and one for those that somebody attends to.
 */
export type Stage = 'waiting' | 'attending';
export const nowhere = 0;
export const placeOf = (lane: number, stage: Stage): number => 1 + lane * 2 + (stage === 'waiting' ? 0 : 1);
export const laneOf = (place: number): number => (place - 1) >> 1;
export const stageOf = (place: number): Stage => (place % 2 === 1 ? 'waiting' : 'attending');

/** Columns of the same length: a move each. Indexes are into the slice's lists; -1 is none. */
export type MoveColumns = {
  /** Milliseconds since the move before, the first since the beginning. */
  readonly after: readonly number[];
  /** Into `moveKinds`. */
  readonly kind: readonly number[];
  readonly ticket: readonly number[];
  /** Of the lane where it happened. */
  readonly lane: readonly number[];
  /** The place that loses a ticket, and the one that gets one. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly user: readonly number[];
  /** Into `measures`: what `value` is. */
  readonly measure: readonly number[];
  readonly value: readonly number[];
};
export const moveColumns = [
  ...(['after', 'kind', 'ticket', 'lane', 'from', 'to', 'user', 'measure', 'value'] as const),
] as const satisfies readonly (keyof MoveColumns)[];

/** What is played: where everything stood when it began, and what moved then. */
export type Slice = {
  readonly from: string;
  readonly until: string;
  /** How many lanes and tickets there are. */
  readonly lanes: number;
  readonly tickets: number;
  /** Who stood where at the beginning. */
  readonly start: { readonly ticket: readonly number[]; readonly place: readonly number[] };
  readonly moves: MoveColumns;
};

/** More than this is refused: a period is played, not an archive. */
export const longestSliceDays = 31;
export const mostMoves = 200_000;
