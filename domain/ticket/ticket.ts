import type { MenuStep } from '../menu/menu.ts';
import type { Entity } from '../shared/decider.ts';
import type { TicketEvent, TicketStatus } from './events.ts';
import type { LeavingReason } from './leaving-reasons.ts';

type Place = {
  readonly contactId: string;
  readonly connectionId: string;
  readonly queueId: string | null;
  readonly isGroup: boolean;
  /** Absent while it never had any, like the notes. */
  readonly tagIds?: readonly string[];
  /**
   * Where its contact stands in the menu; `ahead`: it has not begun, and a queue is to be chosen; `over`: it waits for
   * people, machines may still say when they are there; `people`: they have it, and machines are silent. Absent: not
   * begun, and there is nothing to choose.
   */
  readonly menu?: MenuStep | 'ahead' | 'over' | 'people';
  /** Notes that are there, and who wrote them. */
  readonly notes?: readonly Note[];
  /** What the contact was asked after the last closing, and has answered; absent while there was no asking. */
  readonly rating?: Rating;
  /** Messages that only said thanks after the last closing; absent while there were none. */
  readonly thanks?: readonly string[];
};

export type Rating =
  | { readonly status: 'asked'; readonly userId: string; readonly askedAt: string; readonly until: string }
  | {
      readonly status: 'rated';
      readonly messageId: string;
      readonly ratedAt: string;
      /** Null when no reason is waited for. */
      readonly reasonUntil: string | null;
      readonly reasonId?: string;
    }
  | { readonly status: 'ended' };

type Note = { readonly id: string; readonly userId: string | null };

export type LivingTicket = Place &
  (
    | { readonly status: 'pending'; readonly userId: null }
    | { readonly status: 'open'; readonly userId: string }
    | { readonly status: 'groups'; readonly userId: string | null }
    | { readonly status: 'closed'; readonly userId: string | null }
  );

type RatingEvent = Extract<TicketEvent, { type: `TicketRat${string}` }>;

export type Ticket = { readonly status: 'none' } | LivingTicket | { readonly status: 'deleted' };

export const isLiving = (ticket: Ticket): ticket is LivingTicket =>
  ticket.status !== 'none' && ticket.status !== 'deleted';

/** The step of the menu that its contact is at; undefined out of it. */
export const menuStepOf = (ticket: Ticket): MenuStep | undefined =>
  isLiving(ticket) && typeof ticket.menu === 'object' ? ticket.menu : undefined;

/** Whether its contact is to choose a queue, or an option in one. */
export const isChoosing = (ticket: Ticket): boolean =>
  isLiving(ticket) && (ticket.menu === 'ahead' || menuStepOf(ticket) !== undefined);

/** Whether machines may write in it: nobody has had it or written in it since it was opened. Once not, never again. */
export const isForMachines = (ticket: Ticket): ticket is LivingTicket & { readonly status: 'pending' } =>
  ticket.status === 'pending' && !ticket.isGroup && ticket.menu !== 'people';

/** Whoever took it out of the menu, or had enough texts, is not written to by machines any more. */
const silencing: ReadonlySet<LeavingReason> = new Set(['taken-out', 'answered', 'limited']);

const evolve = (ticket: Ticket, event: TicketEvent): Ticket => {
  if (event.type === 'TicketOpened') {
    const { contactId, connectionId, queueId, isGroup, userId, status, choosesQueue } = event.data;
    const place = { contactId, connectionId, queueId, isGroup };
    const menu = status === 'open' ? ('people' as const) : choosesQueue ? ('ahead' as const) : undefined;
    return held(menu ? { ...place, menu } : place, status, userId);
  }
  if (event.type === 'TicketDeleted') return { status: 'deleted' };
  if (!isLiving(ticket)) return ticket;
  const { status: _status, userId: _userId, ...place } = ticket;
  switch (event.type) {
    case 'TicketAccepted':
      return held({ ...place, queueId: event.data.queueId, menu: 'people' }, 'open', event.data.userId);
    case 'TicketReturned':
      return held({ ...place, menu: 'people' }, 'pending', null);
    case 'TicketTransferred': {
      const { queueId, reason } = event.data;
      const menu =
        reason === undefined ? 'people' : ticket.menu && (isChoosing(ticket) ? 'over' : ticket.menu);
      return held({ ...place, queueId, ...(menu ? { menu } : {}) }, 'open', event.data.userId);
    }
    case 'TicketClosed':
      return { ...place, menu: 'people', status: 'closed', userId: event.data.userId };
    case 'TicketReopened': {
      const { rating: _rating, thanks: _thanks, ...rest } = place;
      const { queueId, connectionId } = event.data;
      return held({ ...rest, queueId, connectionId, menu: 'people' }, 'pending', null);
    }
    case 'TicketRatingAsked':
    case 'TicketRated':
    case 'TicketRatingExplained':
    case 'TicketRatingEnded':
      return { ...ticket, rating: rated(ticket.rating, event) };
    case 'TicketThanked':
      return { ...ticket, thanks: [...(ticket.thanks ?? []), event.data.messageId] };
    case 'TicketRead':
      return ticket;
    case 'TicketMenuStepped': {
      const { queueId, optionId, wrong } = event.data;
      return { ...ticket, queueId, menu: { queueId, optionId, wrong } };
    }
    case 'TicketMenuLeft': {
      const { queueId, reason } = event.data;
      return { ...ticket, queueId, menu: silencing.has(reason) ? 'people' : 'over' };
    }
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

const rated = (rating: Rating | undefined, event: RatingEvent): Rating => {
  switch (event.type) {
    case 'TicketRatingAsked': {
      const { userId, askedAt, until } = event.data;
      return { status: 'asked', userId, askedAt, until };
    }
    case 'TicketRated': {
      const { messageId, ratedAt, reasonUntil } = event.data;
      return { status: 'rated', messageId, ratedAt, reasonUntil };
    }
    case 'TicketRatingExplained':
      return rating?.status === 'rated'
        ? { ...rating, reasonUntil: null, reasonId: event.data.messageId }
        : { status: 'ended' };
    case 'TicketRatingEnded':
      return rating?.status === 'rated' ? { ...rating, reasonUntil: null } : { status: 'ended' };
  }
};

/** Open without an attendant is pending. */
const held = (place: Place, status: TicketStatus, userId: string | null): LivingTicket => {
  if (status === 'groups' || status === 'closed') return { ...place, status, userId };
  if (status === 'open' && userId !== null) return { ...place, status, userId };
  return { ...place, status: 'pending', userId: null };
};

export const ticketEntity: Entity<Ticket, TicketEvent> = { initial: { status: 'none' }, evolve };
