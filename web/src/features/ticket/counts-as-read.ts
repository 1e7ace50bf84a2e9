import type { TicketView } from '#contracts/views.ts';

/**
 * Whether a ticket is read by being shown to this user: one that they attend to, a group, and a closed one, which
 * nobody attends to any more.
 */
export const countsAsRead = (userId: string, { userId: attendant, status }: TicketView): boolean =>
  attendant === userId || status === 'groups' || status === 'closed';
