import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pingIntervalMs } from '#contracts/live.ts';
import type { Notification } from '#projections/position.ts';
import type { Queryable } from '#projections/tenant.ts';
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

it('asks of each message once whether it is new, though its batch is notified in parts', async () => {
  vi.useRealTimers();
  let hear: (notified: Notification) => void = () => {};
  const asked: { readonly ids: unknown; readonly after: unknown }[] = [];
  const reading = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const query = async (name: string, _text: string, values: readonly unknown[]) => {
    if (name === 'messages_placed') asked.push({ ids: values[1], after: values[2] });
    await reading.promise;
    return [];
  };
  const hub = createLiveHub({
    positions: {
      known: () => 100,
      onNotification: (projection: string, listener: typeof hear) => {
        if (projection === 'inbox') hear = listener;
        return () => {};
      },
      onListening: (listener: () => void) => {
        listener();
        return () => {};
      },
    },
    metrics: {
      ...{ sockets: { inc: () => {}, dec: () => {} }, frames: { inc: () => {} } },
      fanOut: { startTimer: () => () => asked.length > 1 && done.resolve() },
    },
    tenants: {
      read: (companyId: string, work: (db: Queryable) => unknown) =>
        work({ companyId, query } as unknown as Queryable),
    },
    mediaLinks: { signed: (each: unknown) => each, withPictures: (all: unknown) => all },
  } as unknown as HubDeps);
  hub.enter({
    companyId: 'company',
    send: () => {},
    sendAll: () => {},
    close: () => {},
  } as unknown as LiveConnection);
  const note = (position: number, ids: readonly string[], more?: true) =>
    hear({
      ...{ position, companyId: 'company' },
      changes: ids.map(id => ({ table: 'message', id, op: 'upsert' as const })),
      ...(more && { more }),
    });
  note(110, ['first'], true);
  note(110, ['second']);
  note(120, ['first', 'third']);
  reading.resolve();
  await done.promise;
  expect(asked).toEqual([
    { ids: ['first', 'second'], after: 100 },
    { ids: ['first', 'third'], after: 110 },
  ]);
  hub.close();
});
