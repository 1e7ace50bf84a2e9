import { describe, expect, it } from 'vitest';
import type { Board } from '#domain/replay/board.ts';
import { placeOf } from '#domain/replay/moves.ts';
import { mostFlights } from './flights.ts';
import { roomIn, slotAt, slotPoint } from './flow-geometry.ts';
import { openFlowPainter } from './flow-painter.ts';

const [waiting, attending] = [placeOf(0, 'waiting'), placeOf(0, 'attending')];
const box = (x: number) => ({ x, y: 0, width: 200, height: 64 });

const open = (tickets: number) => {
  const [dots, words]: [number[], string[]] = [[], []];
  const none = () => undefined;
  const painter = openFlowPainter(
    {
      ...{ setTransform: none, clearRect: none, beginPath: none, moveTo: none, lineTo: none, stroke: none },
      ...{ arc: none, fillRect: none, measureText: () => ({ width: 10 }) as TextMetrics },
      ...{ strokeStyle: '', fillStyle: '', lineWidth: 1, font: '' },
      ...{ textAlign: 'left' as const, textBaseline: 'top' as const },
      drawImage: (_: CanvasImageSource, x: number) => void dots.push(x),
      fillText: (text: string) => void words.push(text),
    },
    { places: 3, tickets },
  );
  painter.setLayout({
    ...{ width: 700, height: 64, ratio: 1 },
    places: [undefined, box(100), box(350)],
    closed: [box(600)],
  });
  const sprite = {} as CanvasImageSource;
  painter.setColors({ lanes: ['red'], text: 'black', ground: 'white' }, [sprite, sprite, sprite]);
  const draw = (places: readonly number[], now: number, animates = true) => {
    dots.length = 0;
    words.length = 0;
    const board = { ticketAt: Int16Array.from(places) } as Board;
    return painter.draw(board, { now, animates, present: -1 });
  };
  return { painter, dots, words, draw };
};

describe('the drawn flow', () => {
  it('finds the ticket under a point, where it stands and nowhere else', () => {
    const { painter, draw } = open(3);
    draw([waiting, waiting, attending], 0, false);
    const at = (x: number, slot: number) => painter.ticketAt(slotPoint(box(x), slot));
    expect([at(100, 0), at(100, 1), at(100, 2), at(350, 0), painter.ticketAt({ x: 5, y: 5 })]).toEqual([
      ...[0, 1, -1, 2, -1],
    ]);
    draw([0, waiting, attending], 10, false);
    expect([at(100, 0), at(100, 1)]).toEqual([-1, 1]);
  });

  it('lets a ticket that moved be on its way for a moment, and stand still then', () => {
    const { dots, draw } = open(1);
    draw([waiting], 0, false);
    const [stood = 0] = dots;
    expect(draw([attending], 1_000)).toBe(true);
    expect(dots[0]).toBeCloseTo(stood);
    expect(draw([attending], 1_200)).toBe(true);
    const [between = 0] = dots;
    expect(between).toBeGreaterThan(stood);
    expect(between).toBeLessThan(350);
    expect(draw([attending], 2_000)).toBe(false);
    expect(dots[0]).toBeGreaterThan(350);
  });

  it('shows a ticket that moves again on its way once, going on from where it is', () => {
    const { dots, draw } = open(1);
    draw([waiting], 0, false);
    draw([attending], 1_000);
    draw([attending], 1_200);
    const [between = 0] = dots;
    draw([waiting], 1_200);
    expect(dots).toHaveLength(1);
    expect(dots[0]).toBeCloseTo(between);
    draw([waiting], 1_300);
    expect(dots).toHaveLength(1);
    expect(dots[0]).toBeLessThan(between);
    expect(draw([waiting], 1_500)).toBe(true);
    expect(dots).toHaveLength(1);
    expect(draw([waiting], 1_700)).toBe(false);
    expect(dots).toHaveLength(1);
  });

  it('jumps where there is nothing to move', () => {
    const { dots, draw } = open(1);
    draw([waiting], 0, false);
    draw([attending], 1, false);
    expect(dots[0]).toBeGreaterThan(350);
  });

  it('shows counts for each way when more are on their way than anybody can follow', () => {
    const { dots, words, draw } = open(mostFlights + 1);
    const all = (place: number) => Array.from({ length: mostFlights + 1 }, () => place);
    draw(all(waiting), 0, false);
    draw(all(attending), 1_000);
    expect(words).toEqual([`→ ${mostFlights + 1}`]);
    expect(dots).toEqual([]);
    draw(all(attending).fill(waiting, 0, 1), 1_100);
    expect(words).toEqual(['→ 1', `→ ${mostFlights}`]);
    draw(all(attending).fill(waiting, 0, 1), 3_000);
    expect(words).toEqual([]);
    expect(dots.length).toBeGreaterThan(0);
    expect(dots.length).toBeLessThanOrEqual(roomIn(box(100)) + roomIn(box(350)));
  });
});

it('a slot of a box is found again at its middle', () => {
  for (let slot = 0; slot < roomIn(box(40)); slot += 1)
    expect(slotAt(box(40), slotPoint(box(40), slot))).toBe(slot);
});
