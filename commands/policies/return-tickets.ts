import { deriveId } from '#eventstore/event-id.ts';
import type { Recorded } from '#eventstore/types.ts';
import { attendance } from './attended-tickets.ts';

/** A ticket that an attendant who is gone still has, and the command that gives it back. */
export type ReturnTicket = {
  readonly companyId: string;
  readonly ticketId: string;
  readonly userId: string;
  readonly commandId: string;
  readonly causationId: string;
};

export type Remembered = {
  /** The open tickets of a user, as the log stood at the event. */
  readonly ticketsOf: (userId: string) => readonly string[];
  readonly isRemoved: (userId: string) => boolean;
};

/**
 * The policy "nobody's tickets wait for somebody who is gone": the tickets of a removed attendant are pending
 * anew, and so is one that is given to a removed attendant afterwards.
 */
export const returnTickets = (event: Recorded, remembered: Remembered): readonly ReturnTicket[] => {
  if (event.type === 'UserRemoved') {
    const { userId } = event.data;
    return remembered.ticketsOf(userId).map(ticketId => command(event, ticketId, userId));
  }
  const given = attendance(event);
  if (!given || given.userId === null || !remembered.isRemoved(given.userId)) return [];
  return [command(event, given.ticketId, given.userId)];
};

const command = (event: Recorded, ticketId: string, userId: string): ReturnTicket => ({
  companyId: event.companyId,
  ticketId,
  userId,
  commandId: deriveId('return-tickets', event.id, ticketId),
  causationId: event.id,
});
