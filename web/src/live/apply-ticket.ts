import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { TicketView } from '#contracts/views.ts';
import { ticketKey } from '../api/ticket.ts';
import { ticketsKey } from '../api/tickets.ts';
import { belongsTo, type TicketFilter } from '../features/tickets/ticket-filter.ts';
import type { FrameTarget } from './frame-applier.ts';
import { dropTicket, listPosition, putTicket, type TicketPages, ticketRows } from './ticket-lists.ts';

/** Shows a ticket as it now is wherever it is shown: open conversation, lists, badges. */
export const applyTicket = (target: FrameTarget, ticket: TicketView): void => {
  const { client, viewer, memory } = target;
  if (!memory.isNews(ticket.id, ticket.position)) return;
  client.setQueryData<TicketView>(ticketKey(ticket.id), known =>
    known && known.position > ticket.position ? known : known && ticket,
  );
  for (const { key, filter, pages } of loadedLists(client)) {
    const isRow = ticketRows(pages).some(row => row.id === ticket.id);
    if (!isRow && listPosition(pages) >= ticket.position) continue;
    const belongs = filter.search ? isRow : belongsTo(filter, ticket, viewer);
    client.setQueryData<TicketPages>(key, belongs ? putTicket(pages, ticket) : dropTicket(pages, ticket.id));
  }
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
  for (const { key, pages } of loadedLists(client)) {
    client.setQueryData<TicketPages>(key, dropTicket(pages, ticketId));
  }
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

type LoadedList = { readonly key: QueryKey; readonly filter: TicketFilter; readonly pages: TicketPages };

const loadedLists = (client: QueryClient): LoadedList[] =>
  client.getQueriesData<TicketPages>({ queryKey: ticketsKey }).flatMap(([key, pages]) => {
    const filter = key[1];
    return pages && isFilter(filter) ? [{ key, filter, pages }] : [];
  });

const isFilter = (value: unknown): value is TicketFilter =>
  typeof value === 'object' && value !== null && 'showAll' in value;
