import { type Summary, summarise } from '../bench/measure.ts';
import type { Direction } from './talk.ts';

export const ways = {
  'in → log': 'in',
  'in → read model': 'in',
  'in → frame': 'in',
  'out → phone': 'out',
} as const satisfies Record<string, Direction>;
export type Way = keyof typeof ways;
export type Measured = Way | 'list';
export const tenths = 10;

/**
 * Latencies in milliseconds, by the tenth of the run in which something began. What arrives more than once counts
 * the first time.
 */
export const createTimes = (durationMs: number) => {
  const began = { in: new Map<number, number>(), out: new Map<number, number>() };
  const arrivedBy = new Map<Way, Set<number>>();
  const taken = new Map<Measured, number[][]>();
  let start = performance.now();

  const tenthAt = (at: number) =>
    Math.min(tenths - 1, Math.max(0, Math.floor(((at - start) * tenths) / durationMs)));
  const note = (what: Measured, begunAt: number, now = performance.now()) => {
    const rows = taken.get(what) ?? Array.from({ length: tenths }, (): number[] => []);
    taken.set(what, rows);
    rows[tenthAt(begunAt)]?.push(now - begunAt);
  };
  return {
    start: () => {
      start = performance.now();
    },
    begin: (direction: Direction, n: number) => {
      began[direction].set(n, performance.now());
    },
    note,
    arrived: (way: Way, n: number, now = performance.now()) => {
      const begunAt = began[ways[way]].get(n);
      const known = arrivedBy.get(way) ?? new Set();
      arrivedBy.set(way, known);
      if (begunAt === undefined || known.has(n)) return;
      known.add(n);
      note(way, begunAt, now);
    },
    of: (what: Measured, tenth: number): Summary =>
      summarise(taken.get(what)?.[tenth] ?? [], durationMs / tenths),
  };
};
export type Times = ReturnType<typeof createTimes>;
