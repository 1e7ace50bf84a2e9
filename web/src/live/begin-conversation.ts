import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { messagesKey } from '../api/messages.ts';
import { ticketQuery } from '../api/ticket.ts';
import { loadConversation } from './conversation-loads.ts';

/** Has what a conversation shows at its end fetched while it is being opened: all at once, before anything is drawn. */
export const beginConversation = (client: QueryClient, ticketId: string): void => {
  void client.prefetchQuery(
    queryOptions({
      queryKey: messagesKey(ticketId),
      queryFn: ({ signal }) => loadConversation(ticketId, {}, signal),
    }),
  );
  void client.prefetchQuery(ticketQuery(ticketId));
};

/** A conversation at its end, not at one of its messages. */
const address = /^\/tickets\/([^/?]+)$/;

/** The same for what an address of the page leads to, where that is a conversation at its end. */
export const beginAt = (client: QueryClient, to: string): void => {
  const [, ticketId] = address.exec(to) ?? [];
  if (ticketId) beginConversation(client, ticketId);
};
