import type { Board } from '#domain/replay/board.ts';
import { laneOf, nowhere, stageOf } from '#domain/replay/moves.ts';
import { mostFlights, openFlights } from './flights.ts';
import {
  type Box,
  contains,
  dotSize,
  middleOf,
  type Point,
  roomIn,
  slotAt,
  slotPoint,
} from './flow-geometry.ts';
import { openSlots } from './slots.ts';
import { wayOf } from './ways.ts';

/** Where everything is drawn, in CSS pixels: each place, and for each lane what is closed. */
export type Layout = {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
  readonly places: readonly (Box | undefined)[];
  readonly closed: readonly (Box | undefined)[];
};
export type Colors = { readonly lanes: readonly string[]; readonly text: string; readonly ground: string };

type Context = Pick<
  CanvasRenderingContext2D,
  | 'setTransform'
  | 'clearRect'
  | 'drawImage'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'stroke'
  | 'arc'
  | 'fillText'
  | 'fillRect'
  | 'measureText'
  | 'strokeStyle'
  | 'fillStyle'
  | 'lineWidth'
  | 'font'
  | 'textAlign'
  | 'textBaseline'
>;

/** How far before its place a ticket comes in. */
const arrivesFrom = 28;

/**
 * Draws who stands where, as dots, and those on their way. It looks at what has become of the board since the last
 * frame, so that it does not matter how the board came there.
 */
export const openFlowPainter = (context: Context, size: { places: number; tickets: number }) => {
  const drawn = new Int16Array(size.tickets);
  const slots = openSlots(size.places, size.tickets);
  const flights = openFlights();
  let layout: Layout | undefined;
  let colors: Colors = { lanes: [], text: '#000', ground: '#fff' };
  let sprites: readonly CanvasImageSource[] = [];
  let [isDirty, present] = [true, -1];

  const pointOf = (ticket: number, place: number): Point | undefined => {
    const box = layout?.places[place];
    if (!box) return undefined;
    const slot = slots.slotOf(ticket);
    return slot < roomIn(box) ? slotPoint(box, slot) : middleOf(box);
  };
  /** From outside of the board, or to what is closed. */
  const outside = (place: number, isArriving: boolean): Point => {
    const box = isArriving ? layout?.places[place] : layout?.closed[laneOf(place)];
    if (!box) return { x: 0, y: 0 };
    return isArriving ? { x: box.x - arrivesFrom, y: box.y + box.height / 2 } : middleOf(box);
  };

  const move = (ticket: number, was: number, is: number, now: number | null): void => {
    const from = was === nowhere ? outside(is, true) : pointOf(ticket, was);
    if (was !== nowhere) slots.release(was, ticket);
    if (is !== nowhere) slots.take(is, ticket);
    drawn[ticket] = is;
    const to = is === nowhere ? outside(was, false) : pointOf(ticket, is);
    if (now !== null && from && to) flights.add({ ticket, was, is, from, to, begun: now });
  };
  const dot = ({ x, y }: Point, place: number): void => {
    const sprite = sprites[place];
    if (sprite) context.drawImage(sprite, x - dotSize / 2, y - dotSize / 2, dotSize, dotSize);
  };
  const drawPlaces = (): void => {
    for (let place = 1; place < size.places; place += 1) {
      const box = layout?.places[place];
      if (!box) continue;
      const [room, of] = [roomIn(box), slots.of(place)];
      for (let slot = 0; slot < of.length && slot < room; slot += 1) {
        const ticket = of[slot] ?? -1;
        if (ticket >= 0 && !flights.isFlying(ticket)) dot(slotPoint(box, slot), place);
      }
    }
  };
  const drawWays = (): void => {
    if (!layout) return;
    context.font = '600 12px Inter, sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    const ways = flights.ways().map(way => ({ ...way, ...wayOf(layout as Layout, way) }));
    for (const { from, to, isLong, lane } of ways) {
      if (!isLong) continue;
      context.strokeStyle = colors.lanes[lane] ?? colors.text;
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(from.x, from.y);
      context.lineTo(to.x, to.y);
      context.stroke();
    }
    for (const { at, lane, count } of ways) {
      const text = `→ ${count}`;
      const width = context.measureText(text).width + 12;
      context.fillStyle = colors.lanes[lane] ?? colors.text;
      context.fillRect(at.x - width / 2, at.y - 10, width, 20);
      context.fillStyle = colors.ground;
      context.fillText(text, at.x, at.y);
    }
  };
  const drawFlights = (now: number): void => {
    for (const { was, is, at } of flights.points(now)) dot(at, is || was);
  };
  const drawPresent = (): void => {
    const place = drawn[present] ?? nowhere;
    const box = layout?.places[place];
    const isDrawn = box && slots.slotOf(present) < roomIn(box) && !flights.isFlying(present);
    const at = isDrawn ? pointOf(present, place) : undefined;
    if (!at) return;
    context.strokeStyle = colors.text;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(at.x, at.y, dotSize / 2 + 3, 0, Math.PI * 2);
    context.stroke();
  };

  return {
    setLayout: (next: Layout): void => {
      layout = next;
      flights.clear();
      isDirty = true;
    },
    setColors: (next: Colors, dots: readonly CanvasImageSource[]): void => {
      [colors, sprites, isDirty] = [next, dots, true];
    },
    /**
     * Draws a board; `animates`: those that moved since the last time are on their way for a moment. Answers whether
     * any is on its way still.
     */
    draw: (board: Board, frame: { now: number; animates: boolean; present: number }): boolean => {
      if (!layout) return false;
      const { ticketAt } = board;
      if (!frame.animates && flights.count() > 0 && frame.present !== present) flights.clear();
      for (let ticket = 0; ticket < ticketAt.length; ticket += 1) {
        const [was, is] = [drawn[ticket] ?? nowhere, ticketAt[ticket] ?? nowhere];
        if (was === is) continue;
        move(ticket, was, is, frame.animates ? frame.now : null);
        isDirty = true;
      }
      const hadFlights = flights.count() > 0;
      flights.advance(frame.now);
      if (!isDirty && !hadFlights && present === frame.present) return false;
      [isDirty, present] = [false, frame.present];
      const { ratio, width, height } = layout;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      drawPlaces();
      if (flights.count() > mostFlights) drawWays();
      else drawFlights(frame.now);
      drawPresent();
      return flights.count() > 0;
    },
    /** Which ticket is under a point; -1 for none. */
    ticketAt: (point: Point): number => {
      const place = layout?.places.findIndex(box => box && contains(box, point)) ?? -1;
      const box = layout?.places[place];
      return box ? slots.at(place, slotAt(box, point)) : -1;
    },
  };
};
export type FlowPainter = ReturnType<typeof openFlowPainter>;

/** A dot for each place: those who wait are rings, those attended to are filled. */
export const dotsOf = (places: number, colors: Colors, ratio: number): readonly HTMLCanvasElement[] =>
  Array.from({ length: places }, (_, place) => {
    const dot = document.createElement('canvas');
    dot.width = dotSize * ratio;
    dot.height = dotSize * ratio;
    const context = dot.getContext('2d');
    const color = colors.lanes[laneOf(place)];
    if (!context || place === nowhere || !color) return dot;
    context.scale(ratio, ratio);
    context.beginPath();
    const isRing = stageOf(place) === 'waiting';
    context.arc(dotSize / 2, dotSize / 2, isRing ? dotSize / 2 - 1 : dotSize / 2 - 0.25, 0, Math.PI * 2);
    context.strokeStyle = color;
    context.fillStyle = color;
    context.lineWidth = 2;
    if (isRing) context.stroke();
    else context.fill();
    return dot;
  });
