import { infiniteQueryOptions } from '@tanstack/react-query';
import { type MessagesAnswer, messagesAnswer, sendMessageAnswer } from '#contracts/http.ts';
import { fetchData } from './http.ts';

export const messagesKey = (ticketId: string) => ['messages', ticketId] as const;

const fetchMessages = (ticketId: string, cursor: string | null, signal?: AbortSignal) =>
  fetchData({ path: `/messages/${ticketId}`, query: { cursor }, schema: messagesAnswer, signal });

/** A conversation from its end: the first page is the newest, each page is oldest first. */
export const messagesQuery = (ticketId: string) =>
  infiniteQueryOptions({
    queryKey: messagesKey(ticketId),
    queryFn: ({ pageParam, signal }): Promise<MessagesAnswer> => fetchMessages(ticketId, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: page => (page.hasMore ? page.nextCursor : null),
  });

/** Queues a text for sending. The same command id again answers the same message. */
export const sendText = (
  ticketId: string,
  message: { body: string; quotedMsg: { id: string } | null },
  commandId: string,
): Promise<{ id: string; position: number }> =>
  fetchData({
    method: 'POST',
    path: `/messages/${ticketId}`,
    body: { ...message, fromMe: true, read: true },
    commandId,
    schema: sendMessageAnswer,
  });
