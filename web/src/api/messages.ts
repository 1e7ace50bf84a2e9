import { type MessagesAnswer, messagesAnswer, sendMessageAnswer } from '#contracts/http.ts';
import { fetchData } from './http.ts';

export const messagesKey = (ticketId: string) => ['messages', ticketId] as const;

/** Which part of a conversation: the newest page when nothing is said. */
export type MessagesPlace = {
  /** Before this cursor, towards the older ones. */
  readonly cursor?: string;
  /** After this cursor, towards the newer ones. */
  readonly after?: string;
  /** With this message about its middle. ERR_NO_MESSAGE_FOUND when the conversation has no such message. */
  readonly around?: string;
};

/** A page of a conversation, oldest first. */
export const fetchMessages = (
  ticketId: string,
  place: MessagesPlace,
  signal?: AbortSignal,
): Promise<MessagesAnswer> =>
  fetchData({ path: `/messages/${ticketId}`, query: { ...place }, schema: messagesAnswer, signal });

/** Queues a text for sending, with a file that the server has where one is named. The same command id again answers the same message. */
export const sendText = (
  ticketId: string,
  message: { body: string; quotedMsg: { id: string } | null; mediaPath?: string; mediaName?: string },
  commandId: string,
): Promise<{ id: string; position: number }> =>
  fetchData({
    method: 'POST',
    path: `/messages/${ticketId}`,
    body: { ...message, fromMe: true, read: true },
    commandId,
    schema: sendMessageAnswer,
  });
