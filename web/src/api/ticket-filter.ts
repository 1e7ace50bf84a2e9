import type { TicketView } from '#contracts/views.ts';
import { dayOf } from '#domain/shared/calendar.ts';
import { canSee, type Viewer } from '#domain/ticket/visibility.ts';
import { companyZone } from '../shared/company-zone.ts';
import { plain } from '../shared/plain-text.ts';

export type ListStatus = 'open' | 'pending' | 'groups' | 'closed';

/** What one list of tickets is asked for. `queueIds` null is every queue; days are YYYY-MM-DD. */
export type TicketFilter = {
  readonly status?: ListStatus;
  readonly showAll: boolean;
  readonly queueIds: readonly string[] | null;
  readonly search?: string;
  readonly tagIds?: readonly string[];
  readonly userIds?: readonly string[];
  readonly created?: string;
  readonly updated?: string;
};

/**
 * Whether a ticket belongs to a list, by the rules of the real-time lists (specification, core, section 4): the
 * status of the list, a chosen queue, and the user's own when the list is of open ones and does not show all. What
 * was searched for may stand in a message that is not on this screen: then it is unknown.
 */
export const belongsTo = (filter: TicketFilter, ticket: TicketView, viewer: Viewer): boolean | 'unknown' => {
  if (!canSee(viewer, ticket) || !isChosen(filter, ticket)) return false;
  if (filter.status !== undefined && ticket.status !== filter.status) return false;
  if (filter.status === 'open' && !filter.showAll && ticket.userId !== viewer.userId) return false;
  return !filter.search || speaksOf(ticket, filter.search) || 'unknown';
};

const isChosen = (filter: TicketFilter, ticket: TicketView): boolean => {
  const { queueIds, tagIds, userIds, created, updated } = filter;
  return (
    (queueIds === null || ticket.queueId === null || queueIds.includes(ticket.queueId)) &&
    (!tagIds?.length || ticket.tags.some(({ id }) => tagIds.includes(id))) &&
    (!userIds?.length || (ticket.userId !== null && userIds.includes(ticket.userId))) &&
    (!created || dayOf(new Date(ticket.createdAt), companyZone()) === created) &&
    (!updated || dayOf(new Date(ticket.updatedAt), companyZone()) === updated)
  );
};

const speaksOf = ({ contact, lastMessage }: TicketView, search: string): boolean => {
  const wanted = plain(search.trim());
  const words = wanted.split(/\s+/);
  // Of shorter words the server looks for the whole.
  const pieces = words.every(word => word.length >= 3) ? words : [wanted];
  const has = (text: string): boolean => pieces.every(piece => plain(text).includes(piece));
  const digits = /\p{L}/u.test(wanted) ? '' : wanted.replaceAll(/\D/g, '');
  return (
    has(contact.name) || has(lastMessage) || (digits.length >= 3 && plain(contact.number).includes(digits))
  );
};
