import { describe, expect, it } from 'vitest';
import type { MessageView } from '#contracts/views.ts';
import { conversationDays } from './conversation-view.ts';
import type { OutboxItem } from './outbox.ts';

const at = (day: number, minute: number): string => new Date(2026, 10, day, 10, minute).toISOString();
const message = (id: string, createdAt: string, fromMe = false, body = id): MessageView => ({
  id,
  ticketId: 't',
  contactId: 'c',
  body,
  fromMe,
  ack: 0,
  state: fromMe ? 'sent' : 'received',
  failure: null,
  mediaType: 'text',
  mediaUrl: null,
  mediaName: null,
  media: null,
  quotedMsg: null,
  isDeleted: false,
  isEdited: false,
  changes: [],
  reactions: [],
  read: true,
  senderName: null,
  createdAt,
  position: 1,
});
const waiting = (commandId: string, body: string, failure: string | null = null): OutboxItem => ({
  commandId,
  ticketId: 't',
  body,
  quotedMsg: null,
  at: at(21, 30),
  failure,
});
const keys = (messages: MessageView[], outbox: OutboxItem[]) =>
  conversationDays(messages, outbox).flatMap(day => day.bubbles.map(bubble => bubble.key));

describe('a conversation as it is drawn', () => {
  it('separates days', () => {
    const days = conversationDays(
      [message('a', at(20, 0)), message('b', at(21, 0)), message('c', at(21, 1))],
      [],
    );
    expect(days.map(day => day.bubbles.length)).toEqual([1, 2]);
  });

  it('groups one sender within three minutes', () => {
    const [day] = conversationDays(
      [
        message('a', at(21, 0)),
        message('b', at(21, 2)),
        message('c', at(21, 5)),
        message('d', at(21, 6), true),
      ],
      [],
    );
    expect(day?.bubbles.map(({ key, first, last }) => [key, first, last])).toEqual([
      ['a', true, false],
      ['b', false, true],
      ['c', true, true],
      ['d', true, true],
    ]);
  });

  it('shows a text on its way once, also when its frame overtakes the answer', () => {
    const mine = message('m', at(21, 30), true, 'Oi');
    expect(keys([], [waiting('x', 'Oi'), waiting('y', 'Oi')])).toEqual(['x', 'y']);
    expect(keys([mine], [waiting('x', 'Oi'), waiting('y', 'Oi')])).toEqual(['m', 'y']);
  });

  it('never hides a refused text behind another message', () => {
    expect(keys([message('m', at(21, 30), true, 'Oi')], [waiting('x', 'Oi', 'ERR_TICKET_CLOSED')])).toEqual([
      'm',
      'x',
    ]);
  });
});
