import type { SliceAnswer } from '#contracts/replay-player.ts';
import { openPlayer, type Player, type Series, seriesOf } from '#domain/replay/player.ts';

/** A period that was loaded: its player, what its numbers stand for, and its line over time. */
export type Side = {
  readonly answer: SliceAnswer;
  /** What is drawn at each frame, and what is shown in figures less often: neither calls the other back. */
  readonly player: Player;
  readonly figures: Player;
  /** For what goes through the whole period at once: a board is the player's own, and changes under who keeps it. */
  readonly scan: Player;
  readonly series: Series;
  /** Its lanes in the order of their names; that of no queue is the last. */
  readonly laneOrder: readonly number[];
};

const points = 480;

export const sideOf = (answer: SliceAnswer): Side => {
  const { period, until, lanes, tickets, start, moves } = answer;
  const slice = {
    ...{ from: period.from, until, lanes: lanes.length, tickets: tickets.id.length },
    ...{ start, moves },
  };
  const order = lanes
    .map((lane, index) => ({ lane, index }))
    .toSorted(
      (one, other) =>
        Number(one.lane.id === null) - Number(other.lane.id === null) ||
        one.lane.name.localeCompare(other.lane.name),
    );
  return {
    answer,
    player: openPlayer(slice),
    figures: openPlayer(slice),
    scan: openPlayer(slice),
    series: seriesOf(slice, points),
    laneOrder: order.map(({ index }) => index),
  };
};

/** The moment of a time of a period, as ISO. */
export const instantOf = ({ answer }: Side, time: number): string =>
  new Date(Date.parse(answer.period.from) + Math.round(time)).toISOString();
