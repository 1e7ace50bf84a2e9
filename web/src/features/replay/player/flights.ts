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

/** Tickets on their way from one place to another. */
export const openFlights = () => {
  let flights: Flight[] = [];
  const flying = new Set<number>();
  return {
    add: (flight: Flight): void => {
      flights.push(flight);
      flying.add(flight.ticket);
    },
    clear: (): void => {
      flights = [];
      flying.clear();
    },
    /** Ends those that have arrived. */
    advance: (now: number): void => {
      if (flights.length === 0) return;
      flights = flights.filter(({ begun, ticket }) => {
        const isFlying = now - begun < lastsMs;
        if (!isFlying) flying.delete(ticket);
        return isFlying;
      });
    },
    count: (): number => flights.length,
    isFlying: (ticket: number): boolean => flying.has(ticket),
    points: (now: number): readonly (Pick<Flight, 'was' | 'is'> & { readonly at: Point })[] =>
      flights.map(({ was, is, from, to, begun }) => {
        const share = eased(Math.min(1, Math.max(0, now - begun) / lastsMs));
        return { was, is, at: { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share } };
      }),
    /** How many are on each way. */
    ways: (): readonly Way[] => {
      const ways = new Map<string, Way>();
      for (const { was, is } of flights) {
        const known = ways.get(`${was}>${is}`) ?? { was, is, count: 0 };
        known.count += 1;
        ways.set(`${was}>${is}`, known);
      }
      return [...ways.values()];
    },
  };
};

const eased = (share: number): number => 1 - (1 - share) ** 3;
