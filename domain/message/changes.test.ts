import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import type { Ticket } from '../ticket/ticket.ts';
import * as changes from './changes.ts';
import { recordFailed, recordSent, recordUnconfirmed } from './decide.ts';
import type { MessageEvent } from './events.ts';
import { type Message, messageEntity } from './message.ts';

const messageId = idOf(1);
const [ticketId, contactId, connectionId, ana, changeId] = [idOf(2), idOf(3), idOf(4), idOf(5), idOf(6)];
const message = given(messageEntity);
const writtenAt = '2026-11-21T12:00:00.000Z';
const later = (minutes: number) => new Date(Date.parse(writtenAt) + minutes * 60_000).toISOString();

const base = { messageId, ticketId, contactId, connectionId, body: 'Oi', quotedMessageId: null };
const queued: MessageEvent = {
  type: 'MessageQueued',
  data: { ...base, mediaType: 'text', waId: '3EB0', userId: ana, sentAt: writtenAt },
};
const image: MessageEvent = { ...queued, data: { ...queued.data, mediaType: 'image' } };
const received: MessageEvent = {
  type: 'MessageReceived',
  data: {
    ...{ ...base, mediaType: 'text', sentAt: writtenAt, senderName: null },
    waKey: { id: 'W1', remoteJid: '1@lid', fromMe: false, participant: null },
  },
};
const waKey = { id: '3EB0', remoteJid: '1@lid', fromMe: true, participant: null };
const sent: MessageEvent = { type: 'MessageSent', data: { messageId, waKey } };
const failed: MessageEvent = { type: 'MessageFailed', data: { messageId, reason: 'WhatsApp 463' } };
const deleted: MessageEvent = { type: 'MessageDeleted', data: { messageId } };

const open: Ticket = {
  ...{ status: 'open', userId: ana, contactId, connectionId },
  ...{ queueId: null, isGroup: false },
};
const asking = (over: Partial<changes.Asking> = {}): changes.Asking => ({
  ...{ ticket: open, sender: { userId: ana, profile: 'user' }, at: later(1) },
  ...over,
});
const wish = { messageId, changeId, waId: '3EB1', userId: ana };
const edit =
  (body = 'Olá', over?: Partial<changes.Asking>) =>
  (state: Message) =>
    changes.requestEdit({ ...wish, body }, state, asking(over));
const remove = (over?: Partial<changes.Asking>) => (state: Message) =>
  changes.requestDeletion(wish, state, asking(over));
const react =
  (emoji: string, id = changeId) =>
  (state: Message) =>
    changes.requestReaction({ ...wish, changeId: id, emoji }, state, asking());
const retry = (over?: Partial<changes.Asking>) => (state: Message) =>
  changes.retryMessage({ messageId, userId: ana }, state, asking(over));
const done = (state: Message) => changes.recordChangeDone({ messageId, changeId }, state);
const refused = (state: Message) => changes.recordChangeRefused({ messageId, changeId, reason: 'x' }, state);
const first = <T>([one]: readonly T[]): T => {
  if (one === undefined) throw new Error('nothing was decided');
  return one;
};

describe('a change of a message', () => {
  const wishes = { edit: edit(), deletion: remove(), reaction: react('👍'), retry: retry() };
  const names = Object.keys(wishes) as (keyof typeof wishes)[];

  it.each(names)('is refused to who may not answer the ticket (%s)', name => {
    const others = { sender: { userId: idOf(9), profile: 'user' as const } };
    const closed = { ticket: { ...open, status: 'closed' as const } };
    const all = { edit, deletion: remove, reaction: undefined, retry };
    const make = all[name];
    for (const [over, code] of [
      [others, 'ERR_NO_PERMISSION'],
      [closed, 'ERR_TICKET_CLOSED'],
    ] as const) {
      const decide =
        name === 'reaction'
          ? (state: Message) => changes.requestReaction({ ...wish, emoji: '👍' }, state, asking(over))
          : name === 'edit'
            ? edit('Olá', over)
            : make === remove
              ? remove(over)
              : retry(over);
      expect(message(queued, failed).when(decide).rejection?.rejected).toBe(code);
    }
  });
  it.each(names)('needs a message that is there (%s)', name => {
    expect(message().when(wishes[name]).rejection?.rejected).toBe('ERR_NO_MESSAGE_FOUND');
    const gone = message(queued, sent, deleted).when(wishes[name]);
    if (name === 'deletion') expect(gone.decision).toEqual([]);
    else expect(gone.rejection?.rejected).toBe('ERR_NO_MESSAGE_FOUND');
  });
  it('counts when WhatsApp has taken it, once', () => {
    for (const [decide, type] of [
      [edit(), 'MessageEdited'],
      [remove(), 'MessageDeleted'],
      [react('👍'), 'MessageReacted'],
    ] as const) {
      const asked = first(message(queued, sent).when(decide).events);
      const taken = message(queued, sent, asked).when(done).events;
      expect(taken).toMatchObject([{ type, data: { changeId } }]);
      expect(message(queued, sent, asked, ...taken).when(done).decision).toEqual([]);
    }
  });
  it('is told of as refused once, and believed done when WhatsApp says so after all', () => {
    const asked = first(message(queued, sent).when(edit()).events);
    const given = first(message(queued, sent, asked).when(refused).events);
    expect(given).toMatchObject({ type: 'MessageChangeRefused', data: { reason: 'x' } });
    expect(message(queued, sent, asked, given).when(refused).decision).toEqual([]);
    expect(message(queued, sent, asked, given).when(done).events).toMatchObject([{ data: { body: 'Olá' } }]);
  });
  it('that nobody asked for cannot be done or refused', () => {
    expect(message(queued, sent).when(done).decision).toEqual([]);
    expect(message(queued, sent).when(refused).decision).toEqual([]);
    expect(message().when(done).rejection?.rejected).toBe('ERR_NO_MESSAGE_FOUND');
  });
});

describe('an edit', () => {
  it('is for own texts, while they wait and when they are out', () => {
    expect(message(queued).when(edit()).events).toMatchObject([
      { type: 'MessageEditRequested', data: { body: 'Olá', waId: '3EB1', connectionId } },
    ]);
    expect(message(queued, sent).when(edit()).events).toHaveLength(1);
    for (const history of [[received], [image, sent], [queued, failed]])
      expect(message(...history).when(edit()).rejection?.rejected).toBe('ERR_EDIT_WAPP_MSG');
  });
  it('is possible for fifteen minutes', () => {
    expect(message(queued, sent).when(edit('Olá', { at: later(15) })).events).toHaveLength(1);
    const late = message(queued, sent).when(edit('Olá', { at: later(15.1) }));
    expect(late.rejection).toMatchObject({ rejected: 'ERR_EDIT_WAPP_MSG', details: { reason: 'too-old' } });
  });
  it('leaves a visible character', () => {
    expect(message(queued).when(edit(' \n ')).rejection?.rejected).toBe('ERR_EMPTY_MESSAGE');
  });
});

describe('a deletion for everyone', () => {
  it('is for own messages of every kind and state', () => {
    for (const history of [[queued], [queued, sent], [queued, failed], [image, sent]])
      expect(message(...history).when(remove()).events).toHaveLength(1);
    const theirs = message(received).when(remove());
    expect(theirs.rejection).toMatchObject({
      ...{ rejected: 'ERR_DELETE_WAPP_MSG', details: { reason: 'not-own' } },
    });
  });
  it('is possible for sixty hours', () => {
    expect(message(queued, sent).when(remove({ at: later(60 * 60) })).events).toHaveLength(1);
    const late = message(queued, sent).when(remove({ at: later(60 * 60 + 1) }));
    expect(late.rejection?.rejected).toBe('ERR_DELETE_WAPP_MSG');
  });
  it('is asked for once while it is on its way, and again after a refusal', () => {
    const asked = first(message(queued, sent).when(remove()).events);
    expect(message(queued, sent, asked).when(remove()).decision).toEqual([]);
    const no = first(message(queued, sent, asked).when(refused).events);
    expect(message(queued, sent, asked, no).when(remove()).events).toHaveLength(1);
  });
});

describe('a reaction', () => {
  it('is one emoji', () => {
    expect(message(received).when(react('Maria')).rejection?.rejected).toBe('ERR_VALIDATION');
  });
  it('is for messages of both sides, and one for the company', () => {
    for (const history of [[received], [queued, sent]]) {
      const asked = first(message(...history).when(react('👍')).events);
      expect(message(...history, asked).when(react('👍')).decision).toEqual([]);
      const taken = first(message(...history, asked).when(done).events);
      const after = message(...history, asked, taken);
      expect(after.when(react('👍')).decision).toEqual([]);
      expect(after.when(react('', idOf(7))).events).toHaveLength(1);
      expect(after.when(react('❤️', idOf(7))).events).toHaveLength(1);
    }
    expect(message(received).when(react('')).decision).toEqual([]);
  });
  it('is not for what was never sent', () => {
    expect(message(queued, failed).when(react('👍')).rejection?.rejected).toBe('ERR_NO_MESSAGE_FOUND');
  });
});

describe('sending again', () => {
  it('puts a failed message on its way once more', () => {
    const again = message(queued, failed).when(retry());
    expect(again.events).toMatchObject([{ type: 'MessageRetried', data: { connectionId, userId: ana } }]);
    expect(again.after.status).toBe('queued');
    const fail = (state: Message) => recordFailed({ messageId, reason: 'x' }, state);
    expect(message(queued, failed, ...again.events).when(fail).events).toHaveLength(1);
  });
  it('is quiet on what is on its way or further, and on what is being deleted', () => {
    for (const history of [[queued], [queued, sent]])
      expect(message(...history).when(retry()).decision).toEqual([]);
    const asked = first(message(queued, failed).when(remove()).events);
    expect(message(queued, failed, asked).when(retry()).decision).toEqual([]);
  });
  it('is not for what a contact wrote', () => {
    expect(message(received).when(retry()).rejection?.rejected).toBe('ERR_NO_MESSAGE_FOUND');
  });
});

describe('a message in doubt', () => {
  const doubt = (state: Message) => recordUnconfirmed({ messageId }, state);
  const unknown: MessageEvent = { type: 'MessageUnconfirmed', data: { messageId } };

  it('is unknown until WhatsApp says what became of it', () => {
    expect(message(queued).when(doubt).after.status).toBe('unknown');
    const ack = (state: Message) => recordSent({ messageId, waKey }, state);
    expect(message(queued, unknown).when(ack).after.status).toBe('sent');
    const fail = (state: Message) => recordFailed({ messageId, reason: 'x' }, state);
    expect(message(queued, unknown).when(fail).after.status).toBe('failed');
    expect(message(queued, unknown, failed).when(ack).after.status).toBe('sent');
  });
  it('is in doubt once, and never after it was confirmed', () => {
    for (const history of [[queued, unknown], [queued, sent], [queued, failed], [received]])
      expect(message(...history).when(doubt).decision).toEqual([]);
  });
});
