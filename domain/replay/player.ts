import { type Board, copyOf, firstBoard, play } from './board.ts';
import type { Slice } from './moves.ts';

/** So many boards are kept for going backwards, and no more often than each so many moves. */
const mostKept = 64;
const leastBetween = 500;

/**
 * A slice that can be looked at at any moment, forwards and backwards. Times are milliseconds since the slice began.
 * The board that is answered is the player's own and changes with the next look.
 */
export const openPlayer = (slice: Slice) => {
  const times = timesOf(slice);
  const between = Math.max(leastBetween, Math.ceil(times.length / mostKept));
  const kept: Board[] = [firstBoard(slice)];
  let now = firstBoard(slice);

  /** Plays on from what is kept, and keeps what it comes by. */
  const seek = (moves: number): Board => {
    const wanted = Math.min(Math.max(0, moves), times.length);
    const nearest = Math.min(Math.floor(wanted / between), kept.length - 1);
    const from = kept[nearest];
    if (from && (wanted < now.seen || from.seen > now.seen)) now = copyOf(from);
    while (kept.length * between <= wanted) {
      kept.push(copyOf(play(now, slice, kept.length * between)));
    }
    return play(now, slice, wanted);
  };

  return {
    slice,
    length: times.length,
    /** How long it lasts. */
    duration: Math.max(0, Date.parse(slice.until) - Date.parse(slice.from)),
    /** When a move is. */
    timeOf: (move: number): number => times[move] ?? 0,
    /** How many moves there are up to a time, those at it included. */
    movesUpTo: (time: number): number => upTo(times, time),
    seek,
  };
};
export type Player = ReturnType<typeof openPlayer>;

const timesOf = ({ moves: { after } }: Slice): Float64Array => {
  const times = new Float64Array(after.length);
  let time = 0;
  for (let move = 0; move < after.length; move += 1) {
    time += after[move] ?? 0;
    times[move] = time;
  }
  return times;
};

const upTo = (times: Float64Array, time: number): number => {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** How many waited and were attended to at so many moments evenly over the period, its end included. */
export const seriesOf = (slice: Slice, points: number) => {
  const player = openPlayer(slice);
  const board = firstBoard(slice);
  const times: number[] = [];
  const [waiting, attending]: [number[], number[]] = [[], []];
  for (let point = 0; point <= points; point += 1) {
    const time = (player.duration * point) / points;
    play(board, slice, player.movesUpTo(time));
    times.push(time);
    waiting.push(board.counters.waiting);
    attending.push(board.counters.attending);
  }
  return { times, waiting, attending };
};
export type Series = ReturnType<typeof seriesOf>;
