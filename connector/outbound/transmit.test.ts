import { describe, expect, it, vi } from 'vitest';
import type { Recorded } from '#eventstore/types.ts';
import type { OutboxRow } from './outbox.ts';
import { createTransmit } from './transmit.ts';

const [anas, bobs] = ['5511988887777@s.whatsapp.net', '5511977776666@s.whatsapp.net'];
const event = (type: string, data: object) =>
  ({
    ...{ type, data: { messageId: 'm', ...data }, erased: false },
    metadata: { at: new Date().toISOString() },
  }) as unknown as Recorded;
const sentAt = new Date().toISOString();
const content = { ticketId: 't', contactId: 'ana', connectionId: 'c', mediaType: 'text', sentAt };
const waKey = (fromMe: boolean) => ({ id: 'W', remoteJid: anas, fromMe, participant: null });
const queued = event('MessageQueued', { ...content, waId: 'W', body: 'Às nove', quotedMessageId: null });
const sent = event('MessageSent', { waKey: waKey(true) });
const received = event('MessageReceived', { ...content, waKey: waKey(false), body: 'Oi' });
const edit = event('MessageEditRequested', { changeId: 'x', body: 'Às dez' });
const deletion = event('MessageDeletionRequested', { changeId: 'x' });
const reaction = event('MessageReactionRequested', { changeId: 'x', emoji: '👍' });

/** Sends a change of a message of Ana, who is written to as Bob by now. Resolves with the chats it went to. */
const changed = async (kind: OutboxRow['kind'], events: readonly Recorded[]) => {
  const row: OutboxRow = {
    ...{
      id: 'x',
      messageId: 'm',
      contactId: 'ana',
      waId: 'X',
      kind,
      position: 9,
      tries: 1,
      uncertain: false,
    },
  };
  const relayMessage = vi.fn(async (_jid: string, _content: unknown) => undefined);
  const transmit = createTransmit({
    ...{ companyId: 'company', connectionId: 'c', signal: AbortSignal.timeout(5_000) },
    pool: { query: async () => ({ rows: [{ jid: bobs }] }) } as never,
    store: { load: async () => events } as never,
    outbox: { wasDropped: async () => false } as never,
    inFlight: { add: () => undefined } as never,
    ...{ commands: {} as never, uploads: {} as never, outcomes: {} as never },
    ...{ justQueued: {} as never, sentIds: {} as never },
  });
  await transmit.send(row, { socket: { relayMessage } as never, orGone: work => work });
  return relayMessage.mock.calls.flatMap(call => [
    call[0],
    JSON.stringify(call[1]).match(/\d+@[a-z.]+/)?.[0],
  ]);
};

describe('a change of a message whose contact is written to elsewhere now', () => {
  it.each([
    ['edit', [queued, sent, edit]],
    ['deletion', [queued, sent, deletion]],
    ['reaction', [queued, sent, reaction]],
    ['reaction', [received, reaction]],
  ] as const)('goes to the chat in which it stands: %s', async (kind, events) => {
    expect(await changed(kind, events)).toEqual([anas, anas]);
  });

  it('goes to where the contact is when nobody knows where it stands', async () => {
    expect(await changed('edit', [queued, edit])).toEqual([bobs, bobs]);
  });
});
