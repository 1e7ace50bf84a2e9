import { LRUCache } from 'lru-cache';
import type { TicketView } from '#contracts/views.ts';

/** Recognises that all that happened to a ticket is that somebody read it. A ticket not seen lately was changed. */
export const createReadMarks = () => {
  const seen = new LRUCache<string, { readonly unread: number; readonly rest: string }>({ max: 20_000 });
  return {
    onlyRead: (ticket: TicketView): boolean => {
      const { status, userId, queueId, lastMessageAt, lastMessage, whatsappId } = ticket;
      const rest = JSON.stringify([status, userId, queueId, lastMessageAt, lastMessage, whatsappId]);
      const before = seen.get(ticket.id);
      seen.set(ticket.id, { unread: ticket.unreadMessages, rest });
      return before !== undefined && before.unread > 0 && ticket.unreadMessages === 0 && before.rest === rest;
    },
  };
};
export type ReadMarks = ReturnType<typeof createReadMarks>;
