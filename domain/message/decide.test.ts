import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { given, rejected } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import type { Ticket } from '../ticket/ticket.ts';
import * as decide from './decide.ts';
import type { MessageEvent, WaKey } from './events.ts';
import { type Message, messageEntity, sendingStatuses } from './message.ts';

const messageId = idOf(1);
const [ticketId, contactId, connectionId, ana] = [idOf(2), idOf(3), idOf(4), idOf(5)];
const message = given(messageEntity);
const waKey: WaKey = { id: 'W1', remoteJid: '1@lid', fromMe: false, participant: null };
const content = { body: 'Oi', mediaType: 'text' as const, quotedMessageId: null };
const place = { messageId, ticketId, contactId, connectionId };
const sentAt = '2026-11-21T12:00:00.000Z';

const received: MessageEvent = {
  type: 'MessageReceived',
  data: { ...place, ...content, waKey, sentAt, senderName: null },
};
const unreadable: MessageEvent = {
  ...received,
  data: { ...received.data, body: '', mediaType: 'unavailable' },
};
const queued: MessageEvent = {
  type: 'MessageQueued',
  data: { ...place, ...content, waId: '3EB0', userId: ana, sentAt },
};

const open: Ticket = {
  ...{ status: 'open', userId: ana, contactId, connectionId },
  ...{ queueId: null, isGroup: false },
};
const queue = (body: string, ticket: Ticket = open) => {
  const command = { messageId, ticketId, waId: '3EB0', userId: ana, sentAt, ...content, body };
  return (state: Message) => decide.queueMessage(command, state, ticket, { userId: ana, profile: 'user' });
};

describe('queueing a message', () => {
  it('puts it on its way to the contact of the ticket', () => {
    expect(message().when(queue('Oi')).events).toMatchObject([
      { type: 'MessageQueued', data: { contactId, connectionId, waId: '3EB0' } },
    ]);
  });
  it.each(['', ' ', ' \n\t '])('refuses a text without a visible character (%j)', body => {
    expect(message().when(queue(body)).decision).toEqual(rejected('ERR_EMPTY_MESSAGE'));
  });
  it('refuses what the ticket refuses', () => {
    const pending: Ticket = { ...open, status: 'pending', userId: null };
    expect(message().when(queue('Oi', pending)).rejection?.rejected).toBe('ERR_TICKET_NOT_OPEN');
  });
  it('refuses an id that is used', () => {
    expect(message(queued).when(queue('Oi')).rejection?.rejected).toBe('ERR_CREATING_MESSAGE');
  });
});

describe('what came as history', () => {
  const history = (mediaType: 'text' | 'image'): MessageEvent => ({
    ...received,
    data: { ...received.data, mediaType, history: true },
  });
  it('has its file left until somebody asks for it', () => {
    const request = (state: Message) => decide.requestMedia({ messageId }, state);
    expect(message(history('image')).when(request).events).toHaveLength(1);
    expect(message(history('text')).when(request).decision).toEqual([]);
  });
});

describe('receiving and moving', () => {
  it('stays quiet when it is there', () => {
    const receive = (state: Message) => decide.receiveMessage(received.data as decide.ReceiveMessage, state);
    expect(message().when(receive).events).toEqual([received]);
    expect(message(received).when(receive).decision).toEqual([]);
  });
  it('moves once', () => {
    const move = (state: Message) => decide.moveMessage({ messageId, ticketId: idOf(9) }, state);
    const moved = message(received).when(move);
    expect(moved.after).toMatchObject({ ticketId: idOf(9) });
    expect(message(received, ...moved.events).when(move).decision).toEqual([]);
    expect(message().when(move).rejection?.rejected).toBe('ERR_NO_MESSAGE_FOUND');
  });
});

describe('receipts', () => {
  const steps = {
    sent: (state: Message) => decide.recordSent({ messageId, waKey }, state),
    delivered: (state: Message) => decide.recordDelivered({ messageId }, state),
    read: (state: Message) => decide.recordRead({ messageId }, state),
    played: (state: Message) => decide.recordPlayed({ messageId }, state),
    failed: (state: Message) => decide.recordFailed({ messageId, reason: 'x' }, state),
  };
  const names = Object.keys(steps) as (keyof typeof steps)[];
  const told = (...order: (keyof typeof steps)[]) => {
    const events: MessageEvent[] = [queued];
    for (const name of order) events.push(...message(...events).when(steps[name]).events);
    return events;
  };

  it('lead from queued to played', () => {
    expect(told('sent', 'delivered', 'read', 'played').map(event => event.type)).toEqual([
      ...['MessageQueued', 'MessageSent', 'MessageDelivered', 'MessageRead', 'MessagePlayed'],
    ]);
  });
  it.each([
    [
      ['played', 'read'],
      ['MessageRead', 'MessagePlayed'],
    ],
    [
      ['read', 'played', 'played'],
      ['MessageRead', 'MessagePlayed'],
    ],
    [
      ['sent', 'failed', 'played'],
      ['MessageSent', 'MessageFailed', 'MessageRead', 'MessagePlayed'],
    ],
  ] as const)('tell once that it was read, whichever of %j comes first', (order, expected) => {
    expect(told(...order).map(event => event.type)).toEqual(['MessageQueued', ...expected]);
  });
  it('never lead back, in whatever order they come', () => {
    const rank = (state: Message) => (sendingStatuses as readonly string[]).indexOf(state.status);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...names.filter(name => name !== 'failed'))), order => {
        const ranks = told(...order).map((_, index, all) => rank(message(...all.slice(0, index + 1)).state));
        expect(ranks).toEqual([...new Set(ranks)].sort((one, other) => one - other));
      }),
    );
  });
  it('tell of failure only before it has reached somebody', () => {
    expect(told('failed').at(-1)?.type).toBe('MessageFailed');
    expect(told('sent', 'failed').at(-1)?.type).toBe('MessageFailed');
    expect(told('delivered', 'failed').at(-1)?.type).toBe('MessageDelivered');
    expect(told('failed', 'failed')).toHaveLength(2);
  });
  it('tell of no failure of what was given up once WhatsApp has it', () => {
    const giveUp = (state: Message) =>
      decide.recordFailed({ messageId, reason: 'x', unlessSent: true }, state);
    expect(message(...told('sent')).when(giveUp).decision).toEqual([]);
    expect(message(queued).when(giveUp).events).toEqual([
      { type: 'MessageFailed', data: { messageId, reason: 'x' } },
    ]);
  });
  it('believe a receipt after a failure', () => {
    expect(told('failed', 'delivered').at(-1)?.type).toBe('MessageDelivered');
  });
  it('are quiet on what a contact wrote, and count for what the own phone wrote', () => {
    const own: MessageEvent = {
      type: 'MessageReceived',
      data: { ...place, ...content, waKey: { ...waKey, fromMe: true }, sentAt, senderName: null },
    };
    expect(message(received).when(steps.read).decision).toEqual([]);
    expect(message(own).when(steps.sent).decision).toEqual([]);
    expect(message(own).when(steps.read).events).toHaveLength(1);
  });
  it('are refused for a message that never was', () => {
    for (const name of names) {
      expect(message().when(steps[name]).rejection?.rejected).toBe('ERR_NO_MESSAGE_FOUND');
    }
  });
});

describe('what comes later', () => {
  const react =
    (emoji: string, by = 'clara') =>
    (state: Message) =>
      decide.recordReaction({ messageId, emoji, fromMe: false, by }, state);
  const remove = (state: Message) => decide.recordDeleted({ messageId }, state);
  const recover = (state: Message) => decide.recoverContent({ messageId, ...content }, state);

  it('fills in only what could not be read', () => {
    expect(message(unreadable).when(recover).events).toHaveLength(1);
    expect(message(received).when(recover).decision).toEqual([]);
  });
  it('keeps one reaction a person, taken back by an empty one', () => {
    const first = message(received).when(react('👍'));
    expect(message(received, ...first.events).when(react('👍')).decision).toEqual([]);
    expect(message(received, ...first.events).when(react('👍', 'davi')).events).toHaveLength(1);
    expect(message(received, ...first.events).when(react('')).events).toHaveLength(1);
    expect(message(received).when(react('')).decision).toEqual([]);
  });
  it('takes no words for a reaction', () => {
    const words = message(received).when(react('Maria, 11 98888-7777'));
    expect(words.rejection?.rejected).toBe('ERR_VALIDATION');
  });
  it('deletes once, and nothing happens to it afterwards', () => {
    const gone = message(received).when(remove);
    expect(gone.after.status).toBe('deleted');
    expect(message(received, ...gone.events).when(remove).decision).toEqual([]);
    expect(message(received, ...gone.events).when(react('👍')).decision).toEqual([]);
  });
});
