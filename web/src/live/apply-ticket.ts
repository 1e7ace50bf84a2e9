import type { QueryClient } from '@tanstack/react-query';
import type { TicketView } from '#contracts/views.ts';
import { ticketKey } from '../api/ticket.ts';
import { belongsTo } from '../api/ticket-filter.ts';
import type { FrameTarget } from './frame-applier.ts';
import { dropTicket, putTicket, ticketRows } from './ticket-lists.ts';
import { changeLists, loadedLists } from './ticket-lists-cache.ts';

/** Shows a ticket as it now is wherever it is shown: open conversation, lists, badges. */
export const applyTicket = (target: FrameTarget, ticket: TicketView): void => {
  const { client, viewer, memory } = target;
  if (!memory.isNews(ticket.id, ticket.position)) return;
  const queryKey = ticketKey(ticket.id);
  const isWanted = client.getQueryState(queryKey) !== undefined;
  client.setQueryData<TicketView>(queryKey, known =>
    known && known.position > ticket.position ? known : isWanted ? ticket : undefined,
  );
  changeLists(client, ({ filter, pages }) => {
    const belongs = belongsTo(filter, ticket, viewer);
    const stays = belongs === 'unknown' ? ticketRows(pages).some(row => row.id === ticket.id) : belongs;
    return stays ? putTicket(pages, ticket) : dropTicket(pages, ticket.id, ticket.position);
  });
  target.onCountsChanged();
};

/**
 * Takes a ticket off the screen. A deleted group stays as a closed one (specification, core, section 4).
 */
export const forgetTicket = (
  target: FrameTarget,
  ticketId: string,
  position: number,
  why: 'deleted' | 'hidden',
): void => {
  const { client, memory } = target;
  if (!memory.isNews(ticketId, position)) return;
  const known = knownTicket(client, ticketId);
  if (why === 'deleted' && known?.isGroup && known.status !== 'closed') {
    applyTicket(target, { ...known, status: 'closed', position });
    return;
  }
  changeLists(client, ({ pages }) => dropTicket(pages, ticketId, position));
  target.onCountsChanged();
};

/** The ticket as the cache has it, from the open conversation or from a list. */
export const knownTicket = (client: QueryClient, ticketId: string): TicketView | undefined => {
  const open = client.getQueryData<TicketView>(ticketKey(ticketId));
  if (open) return open;
  for (const { pages } of loadedLists(client)) {
    const row = ticketRows(pages).find(ticket => ticket.id === ticketId);
    if (row) return row;
  }
  return undefined;
};
