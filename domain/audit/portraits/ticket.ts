import type { Entity } from '../../shared/decider.ts';
import type { TicketEvent } from '../../ticket/events.ts';
import { isLiving, menuStepOf, type Ticket, ticketEntity } from '../../ticket/ticket.ts';
import { portrait } from '../portrait.ts';

/** The ticket with the words and the mark that no decision needs. */
type Shown = {
  readonly ticket: Ticket;
  readonly notes: Readonly<Record<string, string>>;
  readonly rating: number | undefined;
  /** Why the mark is what it is. */
  readonly explanation: string | undefined;
};

const entity: Entity<Shown, TicketEvent> = {
  initial: { ticket: ticketEntity.initial, notes: {}, rating: undefined, explanation: undefined },
  evolve: (shown, event) => {
    const ticket = ticketEntity.evolve(shown.ticket, event);
    switch (event.type) {
      case 'TicketNoted':
        return { ...shown, ticket, notes: { ...shown.notes, [event.data.noteId]: event.data.note } };
      case 'TicketNoteDeleted': {
        const { [event.data.noteId]: _, ...notes } = shown.notes;
        return { ...shown, ticket, notes };
      }
      case 'TicketRated':
        return { ...shown, ticket, rating: event.data.rating };
      case 'TicketRatingExplained':
        return { ...shown, ticket, explanation: event.data.reason };
      case 'TicketReopened':
      case 'TicketRatingAsked':
        return { ...shown, ticket, rating: undefined, explanation: undefined };
      default:
        return { ...shown, ticket };
    }
  },
};

const picture = ({ ticket, notes, rating, explanation }: Shown, { data }: TicketEvent) => {
  const living = isLiving(ticket) ? ticket : undefined;
  const step = menuStepOf(ticket);
  return {
    status: ticket.status === 'none' ? undefined : ticket.status,
    userId: living?.userId,
    queueId: living?.queueId,
    contactId: living?.contactId,
    connectionId: living?.connectionId,
    isGroup: living?.isGroup,
    tagIds: living && (living.tagIds ?? []),
    optionId: living && (step?.optionId ?? null),
    wrong: living && (step?.wrong ?? null),
    /** The one that the event is about, and all of them. */
    note: living && 'noteId' in data ? notes[data.noteId] : undefined,
    notes: living && Object.values(notes),
    ratingStatus: living?.rating?.status,
    rating: living && rating,
    explanation: living && explanation,
  };
};

const mark = ['ratingStatus', 'rating', 'explanation'] as const;
const life = ['status', 'userId', 'queueId'] as const;
/** Of a closing, a return and a deletion: the ticket's status after it, and who had the ticket before. */
const always = ['status', 'userId'] as const;

export const ticketPortrait = portrait({
  entity,
  picture,
  shows: {
    TicketOpened: { of: [...life, 'contactId', 'connectionId', 'isGroup'], said: ['choosesQueue'] },
    TicketAccepted: { of: life },
    TicketReturned: { of: life, always, said: ['reason'] },
    TicketTransferred: { of: life, said: ['notes', 'reason'] },
    TicketClosed: { of: life, always, said: ['reason', 'justClose'] },
    TicketReopened: { of: [...life, 'connectionId', ...mark], said: ['undoesClosing'] },
    TicketRead: {},
    TicketTagged: { of: ['tagIds'] },
    TicketNoted: { of: ['note'] },
    TicketNoteDeleted: { of: ['note'] },
    TicketMenuStepped: { of: ['queueId', 'optionId', 'wrong'] },
    TicketMenuLeft: { of: ['queueId', 'optionId'], said: ['reason'] },
    TicketRatingAsked: { of: mark, said: ['userId', 'until'] },
    TicketRated: { of: ['ratingStatus', 'rating'], said: ['userId'] },
    TicketRatingExplained: { of: ['explanation'] },
    TicketRatingEnded: { of: ['ratingStatus'] },
    TicketThanked: {},
    TicketDeleted: {
      of: [...life, 'contactId', 'connectionId', 'tagIds', 'notes', ...mark],
      always,
    },
  },
});
