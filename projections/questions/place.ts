import type { Recorded } from '#eventstore/types.ts';
import type { Hours } from './hours.ts';

/** Where a ticket stands, as far as questions ask. Ids alone. */
export type Place = {
  readonly queueId: string | null;
  readonly connectionId: string;
  readonly userId: string | null;
  readonly tagIds: readonly string[];
  readonly isGroup: boolean;
  /** Groups, and history that a phone told of, are no attendances until somebody reopens them. */
  readonly counts: boolean;
  readonly closed: boolean;
};
/** A customer's message that came to a closed ticket, until it is moved to the next one. */
export type Stray = { readonly stray: string };
export type Note = Place | Stray | Hours;

/** What an event is about: the ticket, and what is noted of a message. Undefined for what questions do not look at. */
export const subjectOf = (
  event: Recorded,
): { readonly ticketId: string; readonly messageId?: string } | undefined => {
  switch (event.type) {
    case 'TicketOpened':
    case 'TicketAccepted':
    case 'TicketReturned':
    case 'TicketTransferred':
    case 'TicketClosed':
    case 'TicketReopened':
    case 'TicketTagged':
    case 'TicketMenuStepped':
    case 'TicketMenuLeft':
    case 'TicketRated':
    case 'TicketDeleted':
    case 'MessageQueued':
      return { ticketId: event.data.ticketId };
    case 'MessageReceived':
    case 'MessageMoved':
      return { ticketId: event.data.ticketId, messageId: event.data.messageId };
    default:
      return undefined;
  }
};

/** Where the ticket stands after an event; undefined for one whose opening was never read. */
export const placeAfter = (before: Place | undefined, event: Recorded): Place | undefined => {
  if (event.type === 'TicketOpened') {
    const { queueId, userId, connectionId, isGroup, status } = event.data;
    const closed = status === 'closed';
    return { queueId, connectionId, userId, tagIds: [], isGroup, counts: !isGroup && !closed, closed };
  }
  if (!before) return undefined;
  switch (event.type) {
    case 'TicketAccepted':
    case 'TicketTransferred':
      return { ...before, queueId: event.data.queueId, userId: event.data.userId };
    case 'TicketReturned':
      return { ...before, userId: null };
    case 'TicketMenuStepped':
    case 'TicketMenuLeft':
      return { ...before, queueId: event.data.queueId, userId: null };
    case 'TicketReopened': {
      const { queueId, connectionId } = event.data;
      return { ...before, queueId, connectionId, userId: null, counts: !before.isGroup, closed: false };
    }
    case 'TicketTagged':
      return { ...before, tagIds: event.data.tagIds };
    case 'TicketClosed':
    case 'TicketDeleted':
      return { ...before, closed: true };
    default:
      return before;
  }
};

/** A message of the customer that waits outside of any attendance for its next ticket. */
export const strayAfter = (place: Place | undefined, event: Recorded): Stray | undefined =>
  event.type === 'MessageReceived' && isCustomers(event) && place?.closed && place.counts
    ? { stray: event.metadata.at }
    : undefined;

type Received = Extract<Recorded, { type: 'MessageReceived' }>;
/** What was read on a phone before we knew it, and answers to questions, count for nobody. */
export const isCustomers = ({ data }: Received): boolean =>
  !data.history && !data.answers && !data.waKey.fromMe;
