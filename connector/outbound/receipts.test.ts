import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '#eventstore/types.ts';
import { createLanes } from '../inbound/lanes.ts';
import { keyOf, type Receipt } from './receipt.ts';
import type { ReceiptNotes } from './receipt-notes.ts';
import { openReceipts } from './receipts.ts';
import { rememberSent } from './sent-ids.ts';

let ending = new AbortController();
afterEach(() => {
  ending.abort();
  ending = new AbortController();
});

/** A log and a table in memory, either of which may be out of reach. */
const scene = () => {
  const down = { log: false, table: false };
  const logged = new Set<string>();
  const table = new Map<string, Receipt>();
  const unknown = new Set<string>();
  const written = vi.fn();
  const record =
    (step: Receipt['step']) =>
    async (_context: unknown, { messageId }: { messageId: string }) => {
      if (down.log) throw new StoreUnavailable('out of reach');
      logged.add(`${messageId} ${step}`);
      return { changed: true };
    };
  const notes: ReceiptNotes = {
    write: async (_connectionId, receipt) => {
      if (down.table) throw new StoreUnavailable('out of reach');
      written();
      table.set(keyOf(receipt), receipt);
    },
    forget: (_connectionId, receipts) => {
      for (const receipt of receipts) table.delete(keyOf(receipt));
    },
    after: async (_connectionId, place) =>
      place ? [] : [...table.values()].map(receipt => ({ ...receipt, stale: false })),
  };
  const find = async (waIds: readonly string[]) =>
    waIds
      .filter(waId => !unknown.has(waId))
      .map(waId => ({ waId, messageId: waId, fromMe: true, participant: null, chat: [] }));
  const message = {
    recordDelivered: record('delivered'),
    recordRead: record('read'),
    recordPlayed: record('played'),
  };
  const take = openReceipts({
    ...{ commands: { message } as never, lanes: createLanes(32), notes, find, isChange: async () => false },
    ...{ companyId: 'c', connectionId: 'w', sentIds: rememberSent() },
    ...{ log: pino({ level: 'silent' }), signal: ending.signal },
  });
  return { take, down, logged, table, unknown, written };
};

it('writes nothing down that the log takes at once', async () => {
  const { take, logged, written } = scene();
  await take([{ waId: 'A', step: 'delivered' }]);
  await take([{ waId: 'A', step: 'read' }]);
  expect([...logged]).toEqual(['A delivered', 'A read']);
  expect(written).not.toHaveBeenCalled();
});

it('may not be acknowledged while neither the log nor the table can be reached', async () => {
  const { take, down, table, logged } = scene();
  Object.assign(down, { log: true, table: true });
  let safe = false;
  const taking = take([{ waId: 'A', step: 'read' }]).then(() => {
    safe = true;
  });
  expect([safe, table.size]).toEqual([false, 0]);
  down.table = false;
  await taking;
  expect([...table.keys()]).toEqual(['A read']);
  down.log = false;
  await vi.waitFor(() => expect([...logged]).toEqual(['A read']), { timeout: 10_000 });
  await vi.waitFor(() => expect(table.size).toBe(0), { timeout: 10_000 });
});

it('writes down once what every member of a group tells of a message that is not known', async () => {
  const { take, written, table, unknown, logged } = scene();
  unknown.add('A');
  for (let member = 0; member < 5; member += 1) await take([{ waId: 'A', step: 'read' }]);
  expect([written.mock.calls.length, [...table.keys()]]).toEqual([1, ['A read']]);
  unknown.clear();
  await vi.waitFor(() => expect([...logged]).toEqual(['A read']), { timeout: 10_000 });
});

it('holds a bounded number at a time, and records the others from the table', {
  timeout: 30_000,
}, async () => {
  const { take, down, table, logged } = scene();
  down.log = true;
  const receipts = Array.from({ length: 2_500 }, (_, n): Receipt => ({ waId: `M${n}`, step: 'delivered' }));
  await take(receipts);
  expect(table.size).toBe(2_500);
  down.log = false;
  await vi.waitFor(() => expect(logged.size).toBe(2_500), { timeout: 25_000 });
  await vi.waitFor(() => expect(table.size).toBe(0), { timeout: 10_000 });
});
