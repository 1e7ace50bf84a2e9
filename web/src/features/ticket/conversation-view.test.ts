import { describe, expect, it } from 'vitest';
import type { MessageView } from '#contracts/views.ts';
import type { OutboxItem } from '../../live/outbox/outbox.ts';
import { messageOf } from '../../live/testing/messages.ts';
import { conversationRows, countNews } from './conversation-view.ts';

const at = (day: number, minute: number): string => new Date(2026, 10, day, 10, minute).toISOString();
const message = (id: string, createdAt: string, fromMe = false, body = id): MessageView =>
  messageOf({ id, body, fromMe, createdAt, state: fromMe ? 'sent' : 'received' });
const waiting = (commandId: string, body: string, failure: string | null = null): OutboxItem => ({
  commandId,
  messageId: `message ${commandId}`,
  ticketId: 't',
  body,
  quotedMsg: null,
  at: at(21, 30),
  failure,
});
const bubbles = (messages: MessageView[], outbox: OutboxItem[] = []) =>
  conversationRows(messages, outbox).flatMap(row => (row.kind === 'day' ? [] : [row]));
const keys = (messages: MessageView[], outbox: OutboxItem[]) =>
  bubbles(messages, outbox).map(({ key }) => key);

describe('a conversation as it is drawn', () => {
  it('opens each day once, before its first message', () => {
    const rows = conversationRows(
      [message('a', at(20, 0)), message('b', at(21, 0)), message('c', at(21, 1))],
      [],
    );
    expect(rows.map(row => (row.kind === 'day' ? row.day : row.key))).toEqual([
      '2026-11-20',
      'a',
      '2026-11-21',
      'b',
      'c',
    ]);
  });

  it('groups one sender within three minutes', () => {
    const rows = bubbles([
      message('a', at(21, 0)),
      message('b', at(21, 2)),
      message('c', at(21, 5)),
      message('d', at(21, 6), true),
    ]);
    expect(rows.map(({ key, first, last }) => [key, first, last])).toEqual([
      ['a', true, false],
      ['b', false, true],
      ['c', true, true],
      ['d', true, true],
    ]);
  });

  it('keeps two members of a group apart', () => {
    const [ana, bob] = [
      { ...message('a', at(21, 0)), senderName: 'Ana' },
      { ...message('b', at(21, 0)), senderName: 'Bob' },
    ];
    expect(bubbles([ana, bob]).map(({ first }) => first)).toEqual([true, true]);
  });

  it('shows a text on its way once, also when its frame overtakes the answer', () => {
    const mine = message('message x', at(21, 30), true, 'Oi');
    expect(keys([], [waiting('x', 'Oi'), waiting('y', 'Oi')])).toEqual(['message x', 'message y']);
    expect(keys([mine], [waiting('x', 'Oi'), waiting('y', 'Oi')])).toEqual(['message x', 'message y']);
  });

  it('never hides a refused text behind another message', () => {
    expect(keys([message('m', at(21, 30), true, 'Oi')], [waiting('x', 'Oi', 'ERR_TICKET_CLOSED')])).toEqual([
      'm',
      'message x',
    ]);
  });
});

describe('the news of a conversation', () => {
  const messages = [
    message('a', at(21, 0)),
    message('b', at(21, 1)),
    message('c', at(21, 2), true),
    message('d', at(21, 3)),
  ];
  it('are what contacts wrote behind what was seen', () => {
    expect(countNews(messages, 'a')).toBe(2);
    expect(countNews(messages, 'd')).toBe(0);
  });
  it('are none when what was seen is not there', () => {
    expect(countNews(messages, 'z')).toBe(0);
    expect(countNews(messages, undefined)).toBe(0);
  });
});
