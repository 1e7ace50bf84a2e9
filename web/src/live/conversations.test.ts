import { describe, expect, it } from 'vitest';
import type { MessagesAnswer } from '#contracts/http.ts';
import type { MessageView } from '#contracts/views.ts';
import { type Conversation, conversationOf, putMessage, withNewer, withOlder } from './conversations.ts';
import { messageOf, ticketOf } from './testing/messages.ts';

const message = (n: number, change: Partial<MessageView> = {}): MessageView =>
  messageOf({
    id: `m${n}`,
    createdAt: new Date(Date.UTC(2026, 10, 21, 10, n)).toISOString(),
    position: n,
    ...change,
  });
const page = (numbers: number[], older: string | null, newer: string | null): MessagesAnswer => ({
  messages: numbers.map(n => message(n)),
  hasMore: older !== null,
  nextCursor: older,
  newerCursor: newer,
  ticket: ticketOf,
  position: 100,
});
const ids = ({ messages }: Conversation) => messages.map(({ id }) => id);

/** In the middle: 4 and 5, with more on both sides. */
const middle = conversationOf(page([4, 5], 'before 4', 'after 5'));

describe('a conversation of several pages', () => {
  it('grows on both sides, and knows what leads on', () => {
    const older = withOlder(middle, page([2, 3], 'before 2', 'after 3'), 'before 4');
    const both = withNewer(older, page([6, 7], 'before 6', null), 'after 5');
    expect(ids(both)).toEqual(['m2', 'm3', 'm4', 'm5', 'm6', 'm7']);
    expect(both).toMatchObject({ olderCursor: 'before 2', newerCursor: null });
  });

  it('shows a message once that is on two pages', () => {
    expect(ids(withOlder(middle, page([3, 4], null, null), 'before 4'))).toEqual(['m3', 'm4', 'm5']);
    expect(ids(withNewer(middle, page([5, 6], null, null), 'after 5'))).toEqual(['m4', 'm5', 'm6']);
  });

  it('takes no page that was asked for another part of it', () => {
    expect(withOlder(middle, page([1], null, null), 'before 9')).toBe(middle);
    expect(withNewer(middle, page([20], null, null), 'after 19')).toBe(middle);
  });
});

describe('a message that comes', () => {
  const heard = (n: number, change: Partial<MessageView> = {}, isNew = true) => ({
    message: message(n, change),
    isNew,
  });

  it('is put at the end when the end is there', () => {
    const newest = conversationOf(page([4, 5], 'before 4', null));
    expect(ids(putMessage(newest, heard(6)))).toEqual(['m4', 'm5', 'm6']);
  });

  it('leaves no gap when newer ones are not loaded: it is counted, and comes with its page', () => {
    const missed = putMessage(putMessage(middle, heard(9)), heard(9));
    expect(ids(missed)).toEqual(['m4', 'm5']);
    expect(missed.missed).toEqual(['m9']);
    const one = withNewer(missed, page([6, 7], 'x', 'after 7'), 'after 5');
    expect(one.missed).toEqual(['m9']);
    expect(withNewer(one, page([8, 9], 'x', null), 'after 7').missed).toEqual([]);
  });

  it('is not counted when the company wrote it, or when only something became of it', () => {
    expect(putMessage(middle, heard(9, { fromMe: true })).missed).toEqual([]);
    expect(putMessage(middle, heard(9, {}, false)).missed).toEqual([]);
  });

  it('is left to its page when it is older than what is loaded', () => {
    expect(putMessage(middle, heard(1, {}, false))).toBe(middle);
  });

  it('replaces its older state where it stands, and never its newer one', () => {
    const edited = putMessage(middle, heard(4, { body: 'new', position: 50 }, false));
    expect(edited.messages.map(({ body }) => body)).toEqual(['new', 'm5']);
    expect(putMessage(edited, heard(4, { body: 'old', position: 49 }, false))).toBe(edited);
  });
});
