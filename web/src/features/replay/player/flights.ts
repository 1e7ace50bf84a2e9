import type { Point } from './flow-geometry.ts';

const lastsMs = 450;
/** With more than this on their way at once nobody follows one: counts are shown for each way instead. */
export const mostFlights = 1_000;

type Flight = {
  readonly ticket: number;
  readonly way: string;
  readonly from: Point;
  readonly to: Point;
  readonly begun: number;
};
export type Way = { readonly from: Point; readonly to: Point; count: number };

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
    points: (now: number): readonly { readonly ticket: number; readonly way: string; readonly at: Point }[] =>
      flights.map(({ ticket, way, from, to, begun }) => {
        const share = eased(Math.min(1, Math.max(0, now - begun) / lastsMs));
        return {
          ticket,
          way,
          at: { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share },
        };
      }),
    /** How many are on each way, each from the middle of one place to that of another. */
    ways: (ends: (way: string) => Pick<Way, 'from' | 'to'>): readonly Way[] => {
      const ways = new Map<string, Way>();
      for (const { way } of flights) {
        const known = ways.get(way) ?? { ...ends(way), count: 0 };
        known.count += 1;
        ways.set(way, known);
      }
      return [...ways.values()];
    },
  };
};

const eased = (share: number): number => 1 - (1 - share) ** 3;
