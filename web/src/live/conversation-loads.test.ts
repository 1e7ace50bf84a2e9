import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { MessagesAnswer } from '#contracts/http.ts';
import type { MessageView } from '#contracts/views.ts';
import * as api from '../api/messages.ts';
import { applyMessage } from './apply-message.ts';
import { extendConversation, loadConversation } from './conversation-loads.ts';
import { type Conversation, withNewer } from './conversations.ts';
import { messageOf, ticketOf } from './testing/messages.ts';

const ticketId = 't';
const minute = (n: number): string => new Date(Date.UTC(2026, 10, 21, 10, n)).toISOString();
const message = (n: number): MessageView => messageOf({ id: `m${n}`, createdAt: minute(n), position: n });
const answer = (numbers: number[], newerCursor: string | null): MessagesAnswer => ({
  messages: numbers.map(message),
  ...{ hasMore: false, nextCursor: null, newerCursor, ticket: ticketOf, position: 1 },
});

const onItsWay = () => {
  let arrive: (page: MessagesAnswer) => void = () => undefined;
  vi.spyOn(api, 'fetchMessages').mockReturnValue(
    new Promise(resolve => {
      arrive = resolve;
    }),
  );
  return (page: MessagesAnswer) => arrive(page);
};
afterEach(() => vi.restoreAllMocks());

describe('a page that is on its way', () => {
  it('shows what was told before it came, also if it was read before that', async () => {
    const client = new QueryClient();
    const arrive = onItsWay();
    const loaded = loadConversation(ticketId, {});
    applyMessage(client, message(3), true);
    arrive(answer([1, 2], null));
    expect((await loaded).messages.map(({ id }) => id)).toEqual(['m1', 'm2', 'm3']);
  });

  it('brings the end of a conversation without losing what came meanwhile', async () => {
    const client = new QueryClient();
    const key = api.messagesKey(ticketId);
    client.setQueryData<Conversation>(key, {
      ...{ messages: [message(1)], olderCursor: null, newerCursor: 'after 1', missed: [] },
    });
    const arrive = onItsWay();
    const extended = extendConversation(client, ticketId, {
      place: { after: 'after 1' },
      extend: (known, page) => withNewer(known, page, 'after 1'),
    });
    applyMessage(client, message(3), true);
    expect(client.getQueryData<Conversation>(key)?.missed).toEqual(['m3']);
    arrive(answer([2], null));
    await extended;
    const known = client.getQueryData<Conversation>(key);
    expect(known?.messages.map(({ id }) => id)).toEqual(['m1', 'm2', 'm3']);
    expect(known?.missed).toEqual([]);
  });
});
