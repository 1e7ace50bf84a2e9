import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averagesOf, firstBoard, play } from './board.ts';
import { measures, moveKinds, nowhere, placeOf, type Slice } from './moves.ts';
import { openPlayer, seriesOf } from './player.ts';

const [lanes, tickets] = [3, 40];
const place = fc.integer({ min: nowhere, max: lanes * 2 });
const move = fc.record({
  after: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100_000 })),
  kind: fc.nat(moveKinds.length - 1),
  ticket: fc.integer({ min: 0, max: tickets - 1 }),
  lane: fc.integer({ min: -1, max: lanes - 1 }),
  ...{ from: place, to: place, user: fc.integer({ min: -1, max: 3 }) },
  measure: fc.nat(measures.length - 1),
  value: fc.nat(100_000),
});
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never;

const sliceWith = (moves: readonly Move[], start: readonly number[] = []): Slice => {
  const column = (name: keyof Move) => moves.map(each => each[name]);
  const duration = moves.reduce((sum, { after }) => sum + after, 0) + 1_000;
  return {
    from: '2026-11-02T03:00:00.000Z',
    until: new Date(Date.parse('2026-11-02T03:00:00.000Z') + duration).toISOString(),
    ...{ lanes, tickets },
    start: { ticket: start.map((_, index) => index), place: start },
    moves: {
      ...{ after: column('after'), kind: column('kind'), ticket: column('ticket'), lane: column('lane') },
      ...{ from: column('from'), to: column('to'), user: column('user') },
      ...{ measure: column('measure'), value: column('value') },
    },
  };
};
const step = (kind: (typeof moveKinds)[number], more: Partial<Move> = {}): Move => ({
  ...{ after: 1_000, kind: moveKinds.indexOf(kind), ticket: 0, lane: 0, from: 0, to: 0, user: -1 },
  ...{ measure: 0, value: 0, ...more },
});

describe('a player', () => {
  it('shows at any move what all moves up to it make, however it came there', () => {
    fc.assert(
      fc.property(
        fc.array(move, { minLength: 1, maxLength: 2_600 }),
        fc.array(
          place.filter(at => at !== nowhere),
          { maxLength: tickets },
        ),
        fc.array(fc.nat(2_600), { minLength: 3, maxLength: 12 }),
        (moves, start, looks) => {
          const slice = sliceWith(moves, start);
          const player = openPlayer(slice);
          for (const look of looks) {
            const until = Math.min(look, moves.length);
            expect(player.seek(look)).toEqual(play(firstBoard(slice), slice, until));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('knows which moves are over at a time, those at it included', () => {
    const player = openPlayer(
      sliceWith([step('opened'), step('accepted', { after: 0 }), step('closedHuman', { after: 5 })]),
    );
    expect([0, 999, 1_000, 1_004, 1_005, 9_999].map(player.movesUpTo)).toEqual([0, 0, 2, 2, 3, 3]);
    expect([0, 1, 2].map(player.timeOf)).toEqual([1_000, 1_000, 1_005]);
  });
});

describe('a board', () => {
  const [waiting, attending] = [placeOf(1, 'waiting'), placeOf(1, 'attending')];
  const life = sliceWith([
    step('opened', { to: waiting, lane: 1 }),
    step('accepted', { from: waiting, to: attending, lane: 1, measure: 1, value: 60_000 }),
    step('answered', { lane: 1, measure: 3, value: 500 }),
    step('closedHuman', { from: attending, lane: 1, measure: 2, value: 90_000 }),
    step('rated', { lane: 1, measure: 4, value: 3 }),
    step('lead', { lane: -1 }),
  ]);

  it('counts who waits, who is attended to and what there has been', () => {
    const player = openPlayer(life);
    expect(player.seek(1)).toMatchObject({ counters: { waiting: 1, attending: 0, opened: 1, closed: 0 } });
    expect(player.seek(2)).toMatchObject({ counters: { waiting: 0, attending: 1 } });
    const end = player.seek(6);
    expect(end.counters).toMatchObject({ waiting: 0, attending: 0, closed: 1, leads: 1, answered: 1 });
    expect([...end.closed]).toEqual([0, 1, 0]);
    expect(averagesOf(end.counters)).toEqual({ waited: 60_000, handled: 90_000, mark: 3 });
  });

  it('begins with what stood there', () => {
    expect(firstBoard(sliceWith([], [waiting, waiting, attending])).counters).toMatchObject({
      ...{ waiting: 2, attending: 1, opened: 0 },
    });
  });

  it('is told as a line of how many stood where, from the beginning to the end', () => {
    const { times, waiting: waited, attending: attended } = seriesOf(life, 7);
    expect(times).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000]);
    expect(waited).toEqual([0, 1, 0, 0, 0, 0, 0, 0]);
    expect(attended).toEqual([0, 0, 1, 1, 0, 0, 0, 0]);
  });
});
