import type { AnyEvent } from '#domain/catalogue.ts';

/** What an event says of a ticket's silence. */
export type Silence =
  /** Somebody attends it from now on: if nothing is written, it is silent from here. */
  | { readonly ticketId: string; readonly change: 'attended' }
  | { readonly ticketId: string; readonly change: 'written' }
  /** Nobody attends it: it waits for as long as it takes. */
  | { readonly ticketId: string; readonly change: 'over' };

/** Undefined when it says nothing. What a phone tells of the past breaks no silence, nor does a warning of its end. */
export const silenceOf = (event: AnyEvent): Silence | undefined => {
  switch (event.type) {
    case 'TicketOpened':
      return of(event.data.ticketId, event.data.status === 'open' ? 'attended' : 'over');
    case 'TicketTransferred':
      return of(event.data.ticketId, event.data.userId === null ? 'over' : 'attended');
    case 'TicketAccepted':
      return of(event.data.ticketId, 'attended');
    case 'TicketReturned':
    case 'TicketClosed':
    case 'TicketReopened':
    case 'TicketDeleted':
      return of(event.data.ticketId, 'over');
    case 'MessageReceived':
      return event.data.history ? undefined : of(event.data.ticketId, 'written');
    case 'MessageQueued':
      return event.data.automatic === 'auto-close-warning' ? undefined : of(event.data.ticketId, 'written');
    case 'MessageMoved':
      return of(event.data.ticketId, 'written');
    default:
      return undefined;
  }
};

const of = (ticketId: string, change: Silence['change']): Silence => ({ ticketId, change });

/** Those of the tickets that were still silent after these events. */
export const stillQuiet = (ticketIds: readonly string[], events: Iterable<AnyEvent>): ReadonlySet<string> => {
  const quiet = new Set(ticketIds);
  for (const event of events) quiet.delete(silenceOf(event)?.ticketId ?? '');
  return quiet;
};
