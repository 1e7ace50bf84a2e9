import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pingIntervalMs } from '#contracts/live.ts';
import type { LiveConnection } from './connection.ts';
import { createLiveHub, type HubDeps } from './hub.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const deps = {
  positions: { known: () => 1, onNotification: () => () => {}, onListening: () => () => {} },
  metrics: { sockets: { inc: () => {}, dec: () => {} } },
} as unknown as HubDeps;

it('gives every page a sign of life in time, which a page knows a dead connection by', () => {
  const hub = createLiveHub(deps);
  const sent: unknown[] = [];
  const page = {
    companyId: 'company',
    answeredPing: true,
    ping: () => {},
    close: () => {},
    send: (frame: Buffer) => sent.push(JSON.parse(frame.subarray(2).toString())),
  } as unknown as LiveConnection;
  hub.enter(page);
  vi.advanceTimersByTime(pingIntervalMs);
  expect(sent).toEqual([{ event: 'ping', data: {}, position: 0 }]);
  hub.close();
});
