import type { QueryClient } from '@tanstack/react-query';
import type { MessagesAnswer } from '#contracts/http.ts';
import { fetchMessages, type MessagesPlace, messagesKey } from '../api/messages.ts';
import { type Conversation, conversationOf, type HeardMessage, putMessage } from './conversations.ts';

/** What is heard of a conversation while a page of it is on its way: the page may have been read before. */
const underway = new Map<string, Set<HeardMessage[]>>();

/** Tells the pages on their way to this screen of a message. */
export const hearMessage = (heard: HeardMessage): void => {
  for (const kept of underway.get(heard.message.ticketId) ?? []) kept.push(heard);
};

type Loaded = { readonly page: MessagesAnswer; readonly heard: readonly HeardMessage[] };

const loadPage = async (ticketId: string, place: MessagesPlace, signal?: AbortSignal): Promise<Loaded> => {
  const heard: HeardMessage[] = [];
  const all = underway.get(ticketId) ?? new Set();
  underway.set(ticketId, all.add(heard));
  try {
    return { page: await fetchMessages(ticketId, place, signal), heard };
  } finally {
    all.delete(heard);
    if (all.size === 0) underway.delete(ticketId);
  }
};

/** A conversation about a place, with everything that this screen has heard of meanwhile. */
export const loadConversation = async (
  ticketId: string,
  place: MessagesPlace,
  signal?: AbortSignal,
): Promise<Conversation> => {
  const { page, heard } = await loadPage(ticketId, place, signal);
  return heard.reduce(putMessage, conversationOf(page));
};

type Extend = (known: Conversation, page: MessagesAnswer) => Conversation;

/** Puts one more page to the conversation that is shown. It does not matter what became of that meanwhile. */
export const extendConversation = async (
  client: QueryClient,
  ticketId: string,
  { place, extend }: { readonly place: MessagesPlace; readonly extend: Extend },
): Promise<void> => {
  const { page, heard } = await loadPage(ticketId, place);
  client.setQueryData<Conversation>(
    messagesKey(ticketId),
    known => known && heard.reduce(putMessage, extend(known, page)),
  );
};
