import { z } from 'zod';
import { possibleTime } from '#domain/shared/time.ts';
import { ticketHistoryEntry, ticketNoteView } from './ticket-notes.ts';
import { contactView, messageView, queueRef, userRef } from './views.ts';

/**
 * The company as it was at an instant, under /api/replay/as-it-was, for who has the right `replay:view`. Reads alone:
 * nothing can be done in the past. Who had a ticket then stands in it; what things are called is what they are called
 * now, or were when they went. What happened at the instant itself has happened.
 */
const id = z.uuid();
const count = z.number().int();
const isoDate = z.iso.datetime();
/** In UTC. One to come is refused with ERR_INSTANT_TO_COME, one before the company was there with ERR_BEFORE_HISTORY. */
const instant = isoDate.overwrite(possibleTime);

export const pastQuery = z.strictObject({ at: instant });

const gone = { removed: z.boolean() };
const pastQueue = queueRef.extend(gone);

/** GET /replay/as-it-was: how many tickets stood where; `closed` are closings since the day began in the company's zone. */
export const pastOverview = z.object({
  at: isoDate,
  zone: z.string(),
  /** When the day began that the instant falls on. */
  from: isoDate,
  /** `menu` of those waiting were choosing from the menu. */
  counters: z.object({ waiting: count, menu: count, attending: count, closed: count }),
  /** Null: of no queue. Only those with a number, and those that are there. */
  queues: z.array(z.object({ queue: pastQueue.nullable(), waiting: count, attending: count, closed: count })),
  attendants: z.array(z.object({ user: userRef, attending: count, closed: count })),
});
export type PastOverview = z.output<typeof pastOverview>;

export const pastLists = ['waiting', 'attending', 'closed'] as const;
export type PastList = (typeof pastLists)[number];

/** GET /replay/as-it-was/tickets: who stood so for the longest first; of `closed` each closing, the newest first. */
export const pastTicketsQuery = pastQuery.extend({
  list: z.enum(pastLists),
  queueId: id.optional(),
  /** Who had it, or closed it. */
  userId: id.optional(),
  cursor: z.string().max(200).optional(),
});

export const pastTicketRow = z.object({
  id,
  /** Null while it is not known. */
  number: count.nullable(),
  status: z.enum(['pending', 'menu', 'open', 'closed']),
  contact: contactView.pick({
    id: true,
    name: true,
    number: true,
    profilePicUrl: true,
    isGroup: true,
    erased: true,
  }),
  queue: pastQueue.nullable(),
  user: userRef.nullable(),
  connection: z.object({ id, name: z.string() }).nullable(),
  /** Since when it stood so, or when it was closed. */
  since: isoDate,
  /** Since when its customer had been waiting for an answer, whatever queue it was in; null where not. */
  customerSince: isoDate.nullable(),
  /** What a closed ticket had become by the instant; null where it stood closed. */
  became: z.enum(['reopened', 'deleted']).nullable(),
});
export type PastTicketRow = z.output<typeof pastTicketRow>;
export const pastTickets = z.object({
  tickets: z.array(pastTicketRow),
  nextCursor: z.string().nullable(),
});
export type PastTickets = z.output<typeof pastTickets>;

/** GET /replay/as-it-was/changes: what is not as it was between two instants, up to 50 tickets of each kind. */
export const pastChangesQuery = pastQuery.extend({ from: instant });
export const pastChangeKinds = ['came', 'went', 'moved'] as const;
const standing = pastTicketRow.pick({ status: true, queue: true, user: true });
export const pastChange = pastTicketRow
  .pick({ id: true, number: true, contact: true, connection: true })
  .extend({
    /** `came` and `went`: into and out of what is going on; `moved`: to another state, queue or person. */
    change: z.enum(pastChangeKinds),
    before: standing.nullable(),
    after: standing.nullable(),
  });
export type PastChange = z.output<typeof pastChange>;
export const pastChanges = z.object({
  from: isoDate,
  at: isoDate,
  counts: z.object({ came: count, went: count, moved: count }),
  changes: z.array(pastChange),
});
export type PastChanges = z.output<typeof pastChanges>;

/** GET /replay/as-it-was/tickets/{id}: ERR_NO_TICKET_FOUND where it was not there yet, or no more. */
export const pastTicket = z.object({
  at: isoDate,
  ticket: pastTicketRow.omit({ status: true, since: true, customerSince: true, became: true }).extend({
    /** `groups` is that of a group. */
    status: z.enum(['pending', 'menu', 'open', 'closed', 'groups']),
    tags: z.array(pastQueue),
    createdAt: isoDate,
    /** It was deleted since. */
    gone: z.boolean(),
  }),
  notes: z.array(ticketNoteView.omit({ contactId: true }).extend({ later: z.enum(['deleted']).nullable() })),
  history: z.array(ticketHistoryEntry),
});
export type PastTicketAnswer = z.output<typeof pastTicket>;

/** GET /replay/as-it-was/tickets/{id}/messages: the newest page of the conversation as it was, oldest first. */
export const pastMessagesQuery = pastQuery.extend({ cursor: z.string().max(200).optional() });
export const pastMessage = messageView.extend({
  /** What became of it since. */
  later: z.enum(['edited', 'deleted']).nullable(),
  /** What it said was taken back since, and is shown to who may read the audit trail. */
  withheld: z.boolean(),
});
export type PastMessageView = z.output<typeof pastMessage>;
export const pastMessages = z.object({ messages: z.array(pastMessage), nextCursor: z.string().nullable() });
export type PastMessages = z.output<typeof pastMessages>;
