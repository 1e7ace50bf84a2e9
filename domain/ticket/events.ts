import { z } from 'zod';
import { type EventsOf, id, isoDate, personal } from '../shared/event.ts';
import { leavingReasons } from './leaving-reasons.ts';

export const ticketStatuses = ['pending', 'open', 'closed', 'groups'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

export const ticketEvents = {
  /** `status` is pending, open (when somebody opens it for themselves), groups, or closed, for a chat's history. */
  TicketOpened: z.object({
    ticketId: id,
    contactId: id,
    connectionId: id,
    queueId: id.nullable(),
    userId: id.nullable(),
    status: z.enum(['pending', 'open', 'groups', 'closed']),
    isGroup: z.boolean(),
    /** Its contact is to choose one of the connection's queues. */
    choosesQueue: z.boolean().optional(),
  }),
  TicketAccepted: z.object({ ticketId: id, userId: id, queueId: id.nullable() }),
  /** Back to pending, without an attendant. */
  TicketReturned: z.object({ ticketId: id, reason: z.enum(['attendant', 'attendant-removed']) }),
  /** To no queue only where its own is gone. */
  TicketTransferred: z.object({
    ticketId: id,
    queueId: id.nullable(),
    userId: id.nullable(),
    notes: personal(z.string()).nullable(),
    /** Why nobody had to move it: its queue was removed. */
    reason: z.literal('queue-removed').optional(),
  }),
  TicketClosed: z.object({
    ticketId: id,
    userId: id.nullable(),
    justClose: z.boolean(),
    /** Why nobody had to close it: nothing was written for as long as the installation waits. */
    reason: z.literal('auto-close').optional(),
  }),
  /** A closed ticket is pending anew. */
  TicketReopened: z.object({
    ticketId: id,
    queueId: id.nullable(),
    connectionId: id,
    /** Whoever resolved it took that back at once, and has it again: the closing before this counts as none. */
    undoesClosing: z.literal(true).optional(),
  }),
  /** The attendant has seen everything up to here. */
  TicketRead: z.object({ ticketId: id, userId: id.nullable() }),
  /** The ticket has these tags from now on, and no others. */
  TicketTagged: z.object({ ticketId: id, tagIds: z.array(id) }),
  /** Somebody of the company left a note at it, which is never sent. */
  TicketNoted: z.object({
    ticketId: id,
    noteId: id,
    userId: id.nullable(),
    note: personal(z.string()),
  }),
  TicketNoteDeleted: z.object({ ticketId: id, noteId: id }),
  /** Its contact chooses from the menu and is here from now on: at the queues, or among the options below `optionId`. */
  TicketMenuStepped: z.object({
    ticketId: id,
    queueId: id.nullable(),
    optionId: id.nullable(),
    /** Invalid answers in a row. */
    wrong: z.number().int(),
    /** The message that asked, and the list in it: the answer is read against that, whatever changes meanwhile. */
    messageId: id.optional(),
    offered: z.array(z.object({ id, name: z.string() })).optional(),
  }),
  /** It waits for people from now on: in no queue only where its connection has none. */
  TicketMenuLeft: z.object({ ticketId: id, queueId: id.nullable(), reason: z.enum(leavingReasons) }),
  /** The contact is asked for a mark, which counts until then; it is that of `userId`, who resolved. */
  TicketRatingAsked: z.object({ ticketId: id, userId: id, askedAt: isoDate, until: isoDate }),
  /**
   * 1 dissatisfied, 2 satisfied, 3 very satisfied. `messageId` is the answer, `ratedAt` WhatsApp's time of it. Until
   * `reasonUntil` the next text is the reason; null when there is no asking why.
   */
  TicketRated: z.object({
    ticketId: id,
    userId: id,
    rating: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    messageId: id,
    ratedAt: isoDate,
    reasonUntil: isoDate.nullable(),
  }),
  /** Why the mark is what it is; `answerId` is the message that it came in. */
  TicketRatingExplained: z.object({
    ticketId: id,
    answerId: id,
    messageId: id,
    reason: personal(z.string()),
  }),
  /** What was asked is not waited for any more: the contact wrote something else, or was not asked after all. */
  TicketRatingEnded: z.object({ ticketId: id }),
  /** Shortly after the closing the contact said thanks, agreed or took leave: that stands here and asks for nothing. */
  TicketThanked: z.object({ ticketId: id, messageId: id }),
  TicketDeleted: z.object({ ticketId: id }),
};
export type TicketEvent = EventsOf<typeof ticketEvents>;
