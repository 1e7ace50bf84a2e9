import { z } from 'zod';
import { type EventsOf, id, personal } from '../shared/event.ts';

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
  }),
  TicketAccepted: z.object({ ticketId: id, userId: id, queueId: id.nullable() }),
  /** Back to pending, without an attendant. */
  TicketReturned: z.object({ ticketId: id, reason: z.enum(['attendant', 'attendant-removed']) }),
  TicketTransferred: z.object({
    ticketId: id,
    queueId: id,
    userId: id.nullable(),
    notes: personal(z.string()).nullable(),
  }),
  TicketClosed: z.object({
    ticketId: id,
    userId: id.nullable(),
    justClose: z.boolean(),
    /** Why nobody had to close it: nothing was written for as long as the installation waits. */
    reason: z.literal('auto-close').optional(),
  }),
  /** A closed ticket is pending anew. */
  TicketReopened: z.object({ ticketId: id, queueId: id.nullable(), connectionId: id }),
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
  TicketDeleted: z.object({ ticketId: id }),
};
export type TicketEvent = EventsOf<typeof ticketEvents>;
