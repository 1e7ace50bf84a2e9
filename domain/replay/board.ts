import { measures, moveKinds, nowhere, type Slice, stageOf } from './moves.ts';

/** What the counters say at a moment: how many stand where now, and what there has been since the period began. */
export type Counters = {
  waiting: number;
  attending: number;
  opened: number;
  closed: number;
  leads: number;
  answered: number;
  handled: number;
  handledMs: number;
  waited: number;
  waitedMs: number;
  marks: number;
  marksSum: number;
};

/** The state of a player: the counters, how many tickets stand at each place, and where each ticket is. */
export type Board = {
  readonly counters: Counters;
  readonly places: Int32Array;
  /** How many were closed out of each lane. */
  readonly closed: Int32Array;
  readonly ticketAt: Int16Array;
  /** How many moves it has seen. */
  seen: number;
};

const none = (): Counters => ({
  ...{ waiting: 0, attending: 0, opened: 0, closed: 0, leads: 0, answered: 0 },
  ...{ handled: 0, handledMs: 0, waited: 0, waitedMs: 0, marks: 0, marksSum: 0 },
});

/** The board when the period begins. */
export const firstBoard = ({ lanes, tickets, start }: Slice): Board => {
  const board: Board = {
    counters: none(),
    places: new Int32Array(1 + lanes * 2),
    closed: new Int32Array(lanes),
    ticketAt: new Int16Array(tickets),
    seen: 0,
  };
  for (const [index, ticket] of start.ticket.entries()) enter(board, ticket, start.place[index] ?? nowhere);
  return board;
};

export const copyOf = ({ counters, places, closed, ticketAt, seen }: Board): Board => ({
  ...{ counters: { ...counters }, places: places.slice(), closed: closed.slice() },
  ...{ ticketAt: ticketAt.slice(), seen },
});

/**
 * Plays the moves that the board has not seen yet up to one, without it. The board itself changes: it is played sixty
 * times a second. What it becomes depends on the slice and on `until` alone.
 */
export const play = (board: Board, slice: Slice, until: number): Board => {
  const { kind, ticket, from, to, lane, measure, value } = slice.moves;
  for (let move = board.seen; move < until; move += 1) {
    const [of, left, entered] = [ticket[move] ?? -1, from[move] ?? nowhere, to[move] ?? nowhere];
    if (left !== nowhere) leave(board, of, left);
    if (entered !== nowhere) enter(board, of, entered);
    count(board, kind[move] ?? 0, lane[move] ?? -1);
    weigh(board.counters, measure[move] ?? 0, value[move] ?? 0);
  }
  board.seen = Math.max(board.seen, until);
  return board;
};

const enter = ({ counters, places, ticketAt }: Board, ticket: number, place: number): void => {
  places[place] = (places[place] ?? 0) + 1;
  counters[stageOf(place)] += 1;
  if (ticket >= 0) ticketAt[ticket] = place;
};

const leave = ({ counters, places, ticketAt }: Board, ticket: number, place: number): void => {
  places[place] = (places[place] ?? 0) - 1;
  counters[stageOf(place)] -= 1;
  if (ticketAt[ticket] === place) ticketAt[ticket] = nowhere;
};

const count = ({ counters, closed }: Board, kind: number, lane: number): void => {
  switch (moveKinds[kind]) {
    case 'opened':
    case 'reopened':
      counters.opened += 1;
      break;
    case 'closedHuman':
    case 'closedBot':
    case 'closedTimeout':
      counters.closed += 1;
      if (lane >= 0) closed[lane] = (closed[lane] ?? 0) + 1;
      break;
    case 'lead':
      counters.leads += 1;
      break;
    case 'answered':
      counters.answered += 1;
      break;
    default:
  }
};

const weigh = (counters: Counters, measure: number, value: number): void => {
  switch (measures[measure]) {
    case 'waited':
      counters.waited += 1;
      counters.waitedMs += value;
      break;
    case 'handled':
      counters.handled += 1;
      counters.handledMs += value;
      break;
    case 'mark':
      counters.marks += 1;
      counters.marksSum += value;
      break;
    default:
  }
};

/** The averages that the dashboard shows, in milliseconds; null where there is nothing to take one of. */
export const averagesOf = ({ handled, handledMs, waited, waitedMs, marks, marksSum }: Counters) => ({
  handled: handled === 0 ? null : handledMs / handled,
  waited: waited === 0 ? null : waitedMs / waited,
  mark: marks === 0 ? null : marksSum / marks,
});
