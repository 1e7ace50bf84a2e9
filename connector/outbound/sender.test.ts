import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { createLanes } from '../inbound/lanes.ts';
import type { Queued } from './just-queued.ts';
import type { Due, Outbox, OutboxRow } from './outbox.ts';
import { createSender } from './sender.ts';

const ending = new AbortController();
afterEach(() => ending.abort());

const row = (position: number): OutboxRow => ({
  ...{ id: `m${position}`, messageId: `m${position}`, contactId: 'c', waId: `w${position}`, kind: 'message' },
  ...{ position, tries: 1, uncertain: false, jid: '1@lid', changed: false },
});
const queued = ({ messageId, position }: OutboxRow) =>
  ({
    ...{ type: 'MessageQueued', position, erased: false },
    data: { messageId, body: messageId, mediaType: 'text', quotedMessageId: null, media: null },
  }) as unknown as Queued;

/** Rows in memory; giving one back takes longer than the pause after a failure. */
const createOutbox = (rows: OutboxRow[], givingBackMs: number) => {
  const waiting = new Set(rows);
  const outbox: Partial<Outbox> = {
    onTheirWay: async () => [],
    recover: async () => undefined,
    due: async (): Promise<Due> => ({
      single: waiting.size > 0,
      program: false,
      mass: false,
      uploads: false,
      reads: false,
    }),
    take: async limit => {
      const taken = [...waiting].sort((one, other) => one.position - other.position).slice(0, limit);
      for (const each of taken) waiting.delete(each);
      return taken;
    },
    putBack: async each => {
      await pause(givingBackMs);
      waiting.add(each);
    },
  };
  return outbox as Outbox;
};

it('lets nothing overtake a message that could not be sent, however long it takes to give it back', async () => {
  const rows = [row(1), row(2), row(3)];
  const sent: string[] = [];
  const done = Promise.withResolvers<void>();
  let fails = true;
  const relayMessage = vi.fn(
    async (_jid: string, _content: unknown, { messageId }: { messageId: string }) => {
      if (fails) {
        fails = false;
        throw Object.assign(new Error('Postgres is away'), { code: 'ECONNREFUSED' });
      }
      sent.push(messageId);
      if (sent.length === rows.length) done.resolve();
    },
  );
  const sender = createSender({
    ...{ outbox: createOutbox(rows, 400), lanes: createLanes(1), log: pino({ level: 'silent' }) },
    ...{ companyId: 'company', connectionId: 'connection', signal: ending.signal },
    pool: {} as never,
    store: {} as never,
    commands: { message: { learn: () => undefined } } as never,
    uploads: {} as never,
    justQueued: { add: () => undefined, take: each => queued(each), forget: () => undefined },
    sentIds: { add: () => undefined, messageIdOf: () => undefined } as never,
  });
  sender.opened({ relayMessage, user: { id: '5@s.whatsapp.net' } } as never);
  await done.promise;
  sender.closed();
  expect(sent).toEqual(['w1', 'w2', 'w3']);
});
