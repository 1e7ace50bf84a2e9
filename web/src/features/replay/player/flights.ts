import type { Point } from './flow-geometry.ts';

const lastsMs = 450;
/** With more than this on their way at once nobody follows one: counts are shown for each way instead. */
export const mostFlights = 1_000;

type Flight = {
  readonly ticket: number;
  readonly was: number;
  readonly is: number;
  readonly from: Point;
  readonly to: Point;
  readonly begun: number;
};
type Way = Pick<Flight, 'was' | 'is'> & { count: number };

/** Tickets on their way from one place to another, each once. */
export const openFlights = () => {
  const flights = new Map<number, Flight>();
  return {
    /** One that moves again while it is on its way goes on from where it is seen. */
    add: (flight: Flight): void => {
      const underWay = flights.get(flight.ticket);
      const from = underWay ? pointOf(underWay, flight.begun) : flight.from;
      flights.set(flight.ticket, { ...flight, from });
    },
    clear: (): void => flights.clear(),
    /** Ends those that have arrived. */
    advance: (now: number): void => {
      for (const { begun, ticket } of flights.values()) if (now - begun >= lastsMs) flights.delete(ticket);
    },
    count: (): number => flights.size,
    isFlying: (ticket: number): boolean => flights.has(ticket),
    points: (now: number): readonly (Pick<Flight, 'was' | 'is'> & { readonly at: Point })[] =>
      Array.from(flights.values(), flight => ({
        ...{ was: flight.was, is: flight.is },
        at: pointOf(flight, now),
      })),
    /** How many are on each way. */
    ways: (): readonly Way[] => {
      const ways = new Map<string, Way>();
      for (const { was, is } of flights.values()) {
        const known = ways.get(`${was}>${is}`) ?? { was, is, count: 0 };
        known.count += 1;
        ways.set(`${was}>${is}`, known);
      }
      return [...ways.values()];
    },
  };
};

const pointOf = ({ begun, from, to }: Flight, now: number): Point => {
  const share = eased(Math.min(1, Math.max(0, now - begun) / lastsMs));
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
};

const eased = (share: number): number => 1 - (1 - share) ** 3;
