import type { AnyEvent } from '#domain/catalogue.ts';

/** In which queue an event leaves a ticket that is not closed; undefined when it says nothing. */
export const queueOf = (
  event: AnyEvent,
): { readonly ticketId: string; readonly queueId: string | null } | undefined => {
  switch (event.type) {
    case 'TicketOpened': {
      const { ticketId, queueId, status } = event.data;
      return { ticketId, queueId: status === 'closed' ? null : queueId };
    }
    case 'TicketAccepted':
    case 'TicketTransferred':
    case 'TicketReopened':
    case 'TicketMenuStepped':
    case 'TicketMenuLeft':
      return { ticketId: event.data.ticketId, queueId: event.data.queueId };
    case 'TicketClosed':
    case 'TicketDeleted':
      return { ticketId: event.data.ticketId, queueId: null };
    default:
      return undefined;
  }
};
