import type { InfiniteData } from '@tanstack/react-query';
import type { TicketsAnswer } from '#contracts/http.ts';
import type { TicketView } from '#contracts/views.ts';

export type TicketPages = InfiniteData<TicketsAnswer, string | null>;

/** The rows of a list, each ticket once. */
export const ticketRows = (pages: Pick<TicketPages, 'pages'>): TicketView[] => {
  const rows = new Map<string, TicketView>();
  for (const page of pages.pages) {
    for (const ticket of page.tickets) if (!rows.has(ticket.id)) rows.set(ticket.id, ticket);
  }
  return [...rows.values()];
};

/** The log position up to which the list as it was loaded knows everything. */
export const listPosition = (pages: TicketPages): number =>
  Math.max(0, ...pages.pages.map(page => page.position));

/** Last changed first, as the server sorts. */
export const byRecency = (a: TicketView, b: TicketView): number =>
  compare(b.updatedAt, a.updatedAt) || compare(b.id, a.id);

/**
 * Puts a ticket at its place, replacing the row it had. A ticket whose place is behind the last loaded row is left
 * to the next page.
 */
export const putTicket = (pages: TicketPages, ticket: TicketView): TicketPages => {
  const rows = ticketRows(pages);
  const known = rows.find(row => row.id === ticket.id);
  if (known && known.position > ticket.position) return pages;
  const others = rows.filter(row => row.id !== ticket.id);
  const place = others.findIndex(row => byRecency(ticket, row) < 0);
  const hasMore = pages.pages.at(-1)?.hasMore ?? false;
  const grown = known ? 0 : 1;
  if (place >= 0) return withRows(pages, others.toSpliced(place, 0, ticket), grown);
  if (hasMore && others.length > 0) return withRows(pages, others, -Number(known !== undefined));
  return withRows(pages, [...others, ticket], grown);
};

export const dropTicket = (pages: TicketPages, ticketId: string): TicketPages => {
  const rows = ticketRows(pages);
  const others = rows.filter(row => row.id !== ticketId);
  return others.length === rows.length ? pages : withRows(pages, others, -1);
};

/** The first page carries all rows from here on; where the next page begins stays as it was. */
const withRows = (pages: TicketPages, rows: TicketView[], change: number): TicketPages => ({
  ...pages,
  pages: pages.pages.map((page, index) => ({
    ...page,
    tickets: index === 0 ? rows : [],
    count: Math.max(0, page.count + change),
  })),
});

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
