import type { TicketHistoryEntry } from '#contracts/ticket-notes.ts';
import { big, instant, integer, nullable, table, text, uuid, uuids, word } from '../kit/table.ts';

/** A note that somebody left at a ticket. */
export const noteTable = table('ticket_note', {
  columns: {
    id: uuid,
    ticketId: uuid,
    contactId: uuid,
    userId: nullable(uuid),
    /** Empty once the contact is erased. */
    note: text,
    createdAt: instant,
    placed: big,
  },
  indexes: ['(ticket_id, placed desc)', '(contact_id, placed desc)'],
  notifies: false,
});

/** What was done to a ticket: a row for each event of its life, under the event's id, or under the note's. */
export const historyTable = table('ticket_history', {
  columns: {
    id: uuid,
    ticketId: uuid,
    contactId: uuid,
    action: word<TicketHistoryEntry['action']>(),
    at: instant,
    actor: word<TicketHistoryEntry['actor']>(),
    userId: nullable(uuid),
    toUserId: nullable(uuid),
    queueId: nullable(uuid),
    /** Words of a transfer or a note, until they are deleted or the contact is erased. */
    notes: nullable(text),
    tagIds: uuids,
    reason: nullable(text),
    /** The mark of a rating. */
    rating: nullable(integer),
    placed: big,
  },
  indexes: ['(ticket_id, placed)', '(contact_id)'],
  notifies: false,
});

/** What contacts gave as marks: a row for each, under the message that it came in. */
export const ratingTable = table('rating', {
  columns: {
    id: uuid,
    ticketId: uuid,
    contactId: uuid,
    connectionId: uuid,
    queueId: nullable(uuid),
    /** Who had resolved the ticket. */
    userId: uuid,
    /** From 1 to 3. */
    rating: integer,
    /** When it was written. */
    at: instant,
    /** In the contact's words; null where nobody gave one, and once the contact is erased. */
    reason: nullable(text),
    placed: big,
  },
  indexes: ['(company_id, at)', '(contact_id, placed desc)', '(ticket_id)'],
  notifies: false,
});
