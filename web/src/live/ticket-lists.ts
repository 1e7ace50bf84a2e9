import type { InfiniteData } from '@tanstack/react-query';
import type { TicketView } from '#contracts/views.ts';
import type { TicketPage, TicketPlace } from '../api/ticket-page.ts';

export type TicketPages = InfiniteData<TicketPage, string | null>;

const known = new WeakMap<object, readonly TicketView[]>();

/** The rows of a list, in order, each ticket once and as it was last seen. */
export const ticketRows = (pages: Pick<TicketPages, 'pages'>): readonly TicketView[] => {
  const rows = known.get(pages.pages) ?? gathered(pages.pages);
  known.set(pages.pages, rows);
  return rows;
};

const gathered = (pages: readonly TicketPage[]): readonly TicketView[] => {
  const rows = new Map<string, TicketView>();
  for (const ticket of pages.flatMap(page => page.tickets)) {
    const other = rows.get(ticket.id);
    if (!other || other.position < ticket.position) rows.set(ticket.id, ticket);
  }
  return [...rows.values()].sort(byRecency);
};

/** The log position up to which all of the list knows everything. */
export const listPosition = (pages: TicketPages): number =>
  Math.min(...pages.pages.map(page => page.position));

/** Last written in first, as the server sorts. */
export const byRecency = (a: TicketPlace, b: TicketPlace): number =>
  compare(b.activeAt, a.activeAt) || compare(b.id, a.id);

/** Whether all there is of the list is loaded. */
export const isComplete = (pages: Pick<TicketPages, 'pages'>): boolean =>
  !(pages.pages.at(-1)?.hasMore ?? true);

/** How many tickets the list has in all, as far as its pages know. */
export const ticketCount = (pages: Pick<TicketPages, 'pages'>): number =>
  isComplete(pages) ? ticketRows(pages).length : (pages.pages[0]?.count ?? 0);

/**
 * Puts a ticket at its place, replacing the row it had. What the page that would have it already knew changes
 * nothing, and a ticket behind the last page is left to the next one.
 */
export const putTicket = (pages: TicketPages, ticket: TicketView): TicketPages => {
  const rows = ticketRows(pages);
  const index = rows.findIndex(row => row.id === ticket.id);
  const before = rows[index];
  if (before ? before.position > ticket.position : knownAt(pages, ticket) >= ticket.position) return pages;
  const others = before ? rows.toSpliced(index, 1) : rows;
  if (isBehind(pages, ticket)) return before ? withRows(pages, others, 0) : pages;
  return withRows(pages, others.toSpliced(placeAmong(others, ticket), 0, ticket), before ? 0 : 1);
};

/** Takes a ticket out, unless the row is of a later time than `position`. */
export const dropTicket = (
  pages: TicketPages,
  ticketId: string,
  position = Number.POSITIVE_INFINITY,
): TicketPages => {
  const rows = ticketRows(pages);
  const others = rows.filter(row => row.id !== ticketId || row.position > position);
  return others.length === rows.length ? pages : withRows(pages, others, -1);
};

/** Changes rows where they stand. */
export const mapTickets = (pages: TicketPages, change: (ticket: TicketView) => TicketView): TicketPages => {
  const rows = ticketRows(pages);
  const changed = rows.map(change);
  return changed.every((row, index) => row === rows[index]) ? pages : withRows(pages, changed, 0);
};

/** The log position that the page knew which would have this ticket. */
const knownAt = (pages: TicketPages, ticket: TicketPlace): number => {
  const page = pages.pages.find(({ end }) => !end || byRecency(ticket, end) <= 0) ?? pages.pages.at(-1);
  return page?.position ?? 0;
};

const isBehind = (pages: TicketPages, ticket: TicketPlace): boolean => {
  if (isComplete(pages)) return false;
  const end = pages.pages.at(-1)?.end ?? ticketRows(pages).at(-1);
  return end !== undefined && byRecency(ticket, end) > 0;
};

/** Where a ticket goes in sorted rows. */
const placeAmong = (rows: readonly TicketView[], ticket: TicketPlace): number => {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row && byRecency(row, ticket) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
};

/**
 * The first page carries all rows from here on; where each page ends and what it knew stays. How many there are in
 * all is known of a complete list only: what comes to the top of another may have been counted further down.
 */
const withRows = (pages: TicketPages, rows: readonly TicketView[], change: number): TicketPages => {
  const complete = isComplete(pages);
  const count = (page: TicketPage): number =>
    complete ? rows.length : Math.max(rows.length, page.count + Math.min(0, change));
  const changed = pages.pages.map((page, index) => ({
    ...page,
    tickets: index === 0 ? [...rows] : [],
    count: count(page),
  }));
  known.set(changed, rows);
  return { ...pages, pages: changed };
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
