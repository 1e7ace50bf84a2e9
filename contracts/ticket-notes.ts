import { z } from 'zod';
import { line } from '#domain/shared/fields.ts';
import { userRef } from './views.ts';

/** The calls about notes and a ticket's history, under /api: core specification, section 7. */

const id = z.uuid();

/** A note somebody of the company left at a ticket; never sent. */
export const ticketNoteView = z.object({
  id,
  note: z.string(),
  ticketId: id,
  contactId: id,
  /** Null once the user's name is not known any more. */
  user: userRef.nullable(),
  createdAt: z.iso.datetime(),
});
export type TicketNoteView = z.output<typeof ticketNoteView>;

/** GET /ticket-notes/list: of one ticket, or of all tickets of a contact that the caller may see; newest first. */
export const ticketNotesQuery = z.object({ ticketId: id.optional(), contactId: id.optional() });
export const ticketNotesAnswer = z.array(ticketNoteView);
/** POST /ticket-notes answers the note; DELETE /ticket-notes/{id} is its writer's, and an admin's. */
export const createTicketNoteBody = z.object({ ticketId: id, note: line(2, 5000).input });

/** GET /tickets/{id}/history: what was done to a ticket, the oldest first. */
export const ticketActions = [
  'opened',
  'accepted',
  'returned',
  'transferred',
  'closed',
  'reopened',
  'menuLeft',
  'tagged',
  'noted',
  'noteDeleted',
  'ratingAsked',
  'rated',
  'ratingExplained',
] as const;
export const ticketHistoryEntry = z.object({
  /** The log position of what was done: unique in a ticket. */
  position: z.number().int(),
  action: z.enum(ticketActions),
  at: z.iso.datetime(),
  /** Who did it: somebody of the company; else what did. */
  actor: z.enum(['user', 'contact', 'policy', 'system', 'token']),
  user: userRef.nullable(),
  /** Whom a transfer or an accept names, and who is rated. */
  to: userRef.nullable(),
  queue: z.object({ id, name: z.string(), color: z.string() }).nullable(),
  /** The words left with a transfer, of a note, or of a rating's reason. */
  notes: z.string().nullable(),
  tags: z.array(z.object({ id, name: z.string(), color: z.string() })),
  /** Why, where it was not an attendant's wish: `attendant-removed`, `queue-removed`, `auto-close`; of `menuLeft`
   * every one of the event's; `undone` of a reopening that took a closing back. */
  reason: z.string().nullable(),
  /** The mark of a rating, from 1 to 3. */
  rating: z.number().int().nullable(),
});
export type TicketHistoryEntry = z.output<typeof ticketHistoryEntry>;
export const ticketHistoryAnswer = z.array(ticketHistoryEntry);
