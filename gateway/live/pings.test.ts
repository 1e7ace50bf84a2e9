import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pingIntervalMs } from '#contracts/live.ts';
import type { LiveConnection } from './connection.ts';
import { startPings } from './pings.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const stepMs = 50;
const setUp = (count: number) => {
  const pinged = new Map<LiveConnection, number>();
  let now = 0;
  const pings = startPings(pingIntervalMs, connection => {
    now += 1;
    pinged.set(connection, (pinged.get(connection) ?? 0) + 1);
  });
  const connections = Array.from({ length: count }, () => ({}) as LiveConnection);
  for (const connection of connections) pings.enter(connection);
  /** How many were pinged in each of the steps of so much time. */
  const steps = (ms: number): readonly number[] =>
    Array.from({ length: ms / stepMs }, () => {
      now = 0;
      vi.advanceTimersByTime(stepMs);
      return now;
    });
  return { pings, connections, pinged, steps };
};

describe('pings of sockets that came in the same moment', () => {
  it('go to each once in the interval, a few at a time', () => {
    const { pings, connections, pinged, steps } = setUp(10_000);
    const most = Math.max(...steps(pingIntervalMs));
    expect(pinged.size).toBe(connections.length);
    expect(new Set(pinged.values())).toEqual(new Set([1]));
    expect(most).toBeLessThanOrEqual(Math.ceil(connections.length / (pingIntervalMs / stepMs)));
    pings.close();
  });

  it('go on in as many steps after the process stood still', () => {
    const { pings, pinged, steps } = setUp(3_600);
    const clock = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => clock + 60_000);
    const [first] = steps(stepMs);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(40);
    expect(new Set(pinged.values())).toEqual(new Set([1]));
    pings.close();
  });

  it('do not go to who has left', () => {
    const { pings, connections, pinged, steps } = setUp(100);
    for (const connection of connections.slice(50)) pings.leave(connection);
    steps(pingIntervalMs);
    expect([...pinged.keys()]).toEqual(connections.slice(0, 50));
    pings.close();
  });
});
