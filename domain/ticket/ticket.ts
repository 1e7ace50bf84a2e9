import type { Entity } from '../shared/decider.ts';
import type { TicketEvent, TicketStatus } from './events.ts';

type Place = {
  readonly contactId: string;
  readonly connectionId: string;
  readonly queueId: string | null;
  readonly isGroup: boolean;
  /** Absent while it never had any, like the notes. */
  readonly tagIds?: readonly string[];
  /** Notes that are there, and who wrote them. */
  readonly notes?: readonly Note[];
};

type Note = { readonly id: string; readonly userId: string | null };

export type LivingTicket = Place &
  (
    | { readonly status: 'pending'; readonly userId: null }
    | { readonly status: 'open'; readonly userId: string }
    | { readonly status: 'groups'; readonly userId: string | null }
    | { readonly status: 'closed'; readonly userId: string | null }
  );

export type Ticket = { readonly status: 'none' } | LivingTicket | { readonly status: 'deleted' };

export const isLiving = (ticket: Ticket): ticket is LivingTicket =>
  ticket.status !== 'none' && ticket.status !== 'deleted';

const evolve = (ticket: Ticket, event: TicketEvent): Ticket => {
  if (event.type === 'TicketOpened') {
    const { contactId, connectionId, queueId, isGroup, userId, status } = event.data;
    return held({ contactId, connectionId, queueId, isGroup }, status, userId);
  }
  if (event.type === 'TicketDeleted') return { status: 'deleted' };
  if (!isLiving(ticket)) return ticket;
  const { status: _status, userId: _userId, ...place } = ticket;
  switch (event.type) {
    case 'TicketAccepted':
      return held({ ...place, queueId: event.data.queueId }, 'open', event.data.userId);
    case 'TicketReturned':
      return held(place, 'pending', null);
    case 'TicketTransferred':
      return held({ ...place, queueId: event.data.queueId }, 'open', event.data.userId);
    case 'TicketClosed':
      return { ...place, status: 'closed', userId: event.data.userId };
    case 'TicketReopened':
      return held(
        { ...place, queueId: event.data.queueId, connectionId: event.data.connectionId },
        'pending',
        null,
      );
    case 'TicketRead':
      return ticket;
    case 'TicketTagged':
      return { ...ticket, tagIds: event.data.tagIds };
    case 'TicketNoted': {
      const { noteId, userId } = event.data;
      return { ...ticket, notes: [...(ticket.notes ?? []), { id: noteId, userId }] };
    }
    case 'TicketNoteDeleted':
      return { ...ticket, notes: (ticket.notes ?? []).filter(({ id }) => id !== event.data.noteId) };
  }
};

/** Open without an attendant is pending. */
const held = (place: Place, status: TicketStatus, userId: string | null): LivingTicket => {
  if (status === 'groups' || status === 'closed') return { ...place, status, userId };
  if (status === 'open' && userId !== null) return { ...place, status, userId };
  return { ...place, status: 'pending', userId: null };
};

export const ticketEntity: Entity<Ticket, TicketEvent> = { initial: { status: 'none' }, evolve };
