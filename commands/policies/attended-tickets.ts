import type { AnyEvent } from '#domain/catalogue.ts';

/** What an event says about who attends a ticket; undefined when it says nothing. `userId` null: nobody. */
export const attendance = (
  event: AnyEvent,
): { readonly ticketId: string; readonly userId: string | null } | undefined => {
  switch (event.type) {
    case 'TicketOpened':
    case 'TicketAccepted':
    case 'TicketTransferred':
      return { ticketId: event.data.ticketId, userId: event.data.userId };
    case 'TicketReturned':
    case 'TicketClosed':
    case 'TicketReopened':
    case 'TicketDeleted':
      return { ticketId: event.data.ticketId, userId: null };
    default:
      return undefined;
  }
};
