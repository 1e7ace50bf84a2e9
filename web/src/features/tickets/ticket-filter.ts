import type { TicketView } from '#contracts/views.ts';
import { canSee, type Viewer } from '#domain/ticket/visibility.ts';

export type ListStatus = 'open' | 'pending' | 'groups' | 'closed';

/** What one list of tickets is asked for. `queueIds` null is every queue. */
export type TicketFilter = {
  readonly status?: ListStatus;
  readonly showAll: boolean;
  readonly queueIds: readonly string[] | null;
  readonly search?: string;
};

/**
 * Whether a ticket belongs to a list, by the rules of the real-time lists (specification, core, section 4): the
 * status of the list, a chosen queue, and the user's own when the list is of open ones and does not show all.
 */
export const belongsTo = (filter: TicketFilter, ticket: TicketView, viewer: Viewer): boolean => {
  if (!canSee(viewer, ticket)) return false;
  if (filter.status !== undefined && ticket.status !== filter.status) return false;
  if (filter.status === 'open' && !filter.showAll && ticket.userId !== viewer.userId) return false;
  if (filter.queueIds === null || ticket.queueId === null) return true;
  return filter.queueIds.includes(ticket.queueId);
};
