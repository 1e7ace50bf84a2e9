import { laneOf, nowhere, stageOf } from '#domain/replay/moves.ts';
import { type Box, middleOf, type Point } from './flow-geometry.ts';

type Boxes = {
  readonly places: readonly (Box | undefined)[];
  readonly closed: readonly (Box | undefined)[];
};
type Way = { readonly was: number; readonly is: number };

/** A way from one place to another: where it begins and ends, and where its count stands. */
export type DrawnWay = {
  readonly from: Point;
  readonly to: Point;
  readonly at: Point;
  readonly lane: number;
  /** It does not go from one cell to the next: a line shows which way. */
  readonly isLong: boolean;
};

const none: Box = { x: 0, y: 0, width: 0, height: 0 };
/** Before a cell, where counts of what comes into it stand. */
const before = 26;

export const wayOf = ({ places, closed }: Boxes, { was, is }: Way): DrawnWay => {
  const lane = laneOf(is || was);
  const [from, to] = [
    places[was] ?? none,
    is === nowhere ? (closed[laneOf(was)] ?? none) : (places[is] ?? none),
  ];
  const goesOn =
    was === nowhere ||
    (laneOf(was) === lane && stageOf(was) === 'waiting' && is !== nowhere && stageOf(is) === 'attending') ||
    (is === nowhere && stageOf(was) === 'attending');
  const [begin, end] = [was === nowhere ? { x: to.x, y: middleOf(to).y } : middleOf(from), middleOf(to)];
  if (goesOn) return { from: begin, to: end, at: { x: to.x - before, y: end.y }, lane, isLong: false };
  const at = { x: begin.x + (end.x - begin.x) * 0.4, y: begin.y + (end.y - begin.y) * 0.4 - 18 };
  return { from: begin, to: end, at, lane, isLong: true };
};
