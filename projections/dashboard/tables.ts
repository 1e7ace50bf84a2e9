import type { CompanyRule, QueueRule } from '#domain/dashboard/business-time.ts';
import type { TicketStatus } from '#domain/ticket/events.ts';
import type { LivingTicket } from '#domain/ticket/ticket.ts';
import { big, flag, instant, integer, json, nullable, table, text, uuid, word } from '../kit/table.ts';
import { indexesByLength } from './span-lengths.ts';

/**
 * What figures are made of: rows that say what was, for good. No counter is kept. Whoever had a ticket then stands in
 * the row, whatever becomes of them, of the queue or of the contact; nothing personal is in any of them. Durations are
 * milliseconds, null while it goes on: by the calendar, and within the hours that were in force then.
 */

export type ClosedFrom = {
  readonly status: TicketStatus;
  readonly queueId: string | null;
  readonly userId: string | null;
  readonly menu: NonNullable<LivingTicket['menu']> | null;
  readonly connectionId: string;
  readonly stayId: string | null;
  readonly handlingId: string | null;
  readonly waitId: string | null;
};

/** Where each ticket stands, and which of its facts are still going on. Not a figure itself. */
export const attendanceTable = table('attendance', {
  columns: {
    id: uuid,
    contactId: uuid,
    connectionId: uuid,
    isGroup: flag,
    status: word<TicketStatus | 'deleted'>(),
    queueId: nullable(uuid),
    userId: nullable(uuid),
    menu: nullable(json<NonNullable<LivingTicket['menu']>>()),
    /** Since when it has each of its tags. */
    tagsSince: json<Readonly<Record<string, string>>>(),
    /** When its tags last changed; what is said later counts later, whatever the clock showed. */
    taggedAt: nullable(instant),
    /** The one going on, else the last one; null for groups and for history, of which there are no figures. */
    episodeId: nullable(uuid),
    /** How it stood when it was closed: what it goes on with when the closing is undone. */
    closedFrom: nullable(json<ClosedFrom>()),
    deletedAt: nullable(instant),
    stayId: nullable(uuid),
    handlingId: nullable(uuid),
    waitId: nullable(uuid),
    /** When the customer first wrote in this episode. */
    customerSince: nullable(instant),
    responded: flag,
  },
  notifies: false,
});

/** A message that came to a closed ticket, until it is moved to the next one. */
export const strayTable = table('stray_message', {
  columns: { id: uuid, at: instant },
  notifies: false,
});

export type ContactClosing = {
  readonly ticketId: string;
  readonly at: string;
  readonly closerId: string | null;
};
/** The last closings of a contact's tickets, the newest last: who comes back soon after one had not been helped. */
export const lastClosingTable = table('last_closing', {
  columns: { id: uuid, closings: json<readonly ContactClosing[]>() },
  notifies: false,
});

/** What the company had said of its hours, and of whose count, one after the other. */
export const companyHoursTable = table('company_hours', {
  columns: { id: uuid, rules: json<readonly CompanyRule[]>() },
  notifies: false,
});

/** What was said of a queue's hours, one after the other; also when it is gone. */
export const queueHoursTable = table('queue_hours', {
  columns: { id: uuid, rules: json<readonly QueueRule[]>() },
  notifies: false,
});

export type Closing = 'human' | 'bot' | 'timeout' | 'deleted';
const place = { ticketId: uuid, contactId: uuid, connectionId: uuid, queueId: nullable(uuid) };

/** A ticket from its opening, or a reopening, to its closing. Its queue is the last one: the one it was closed in. */
export const episodeTable = table('episode', {
  columns: {
    id: uuid,
    ...place,
    /** The first queue and the first attendant that it had, and when: periods that ended before know neither. */
    firstQueueId: nullable(uuid),
    firstQueueAt: nullable(instant),
    firstUserId: nullable(uuid),
    firstUserAt: nullable(instant),
    openedAt: instant,
    openedBy: word<'contact' | 'user' | 'machine'>(),
    /** An attendant opened the closed ticket again. */
    reopened: flag,
    /** Since the last closing of a ticket of the same contact, and who had closed that. */
    sinceClosedMs: nullable(big),
    formerCloserId: nullable(uuid),
    customerSince: nullable(instant),
    firstResponseAt: nullable(instant),
    responseMs: nullable(big),
    responseBusinessMs: nullable(big),
    responderId: nullable(uuid),
    /** The queue in which it was then. */
    responseQueueId: nullable(uuid),
    closedAt: nullable(instant),
    closing: nullable(word<Closing>()),
    closerId: nullable(uuid),
    resolutionMs: nullable(big),
    resolutionBusinessMs: nullable(big),
  },
  indexes: [
    '(company_id, opened_at) include (first_queue_id, first_queue_at, first_user_id, first_user_at, connection_id, ticket_id)',
    '(company_id, closed_at) include (closing, resolution_ms, resolution_business_ms, queue_id, connection_id, closer_id, ticket_id)',
    '(company_id, first_response_at) include (response_ms, response_business_ms, responder_id, response_queue_id, connection_id, ticket_id)',
    '(ticket_id) include (id, company_id, first_queue_id, first_queue_at, first_user_id, first_user_at)',
  ],
});

/** Each time that a ticket had a tag, for figures of a tag. */
export const ticketTagTable = table('ticket_tag', {
  key: ['ticketId', 'tagId', 'givenAt'],
  columns: { ticketId: uuid, tagId: uuid, givenAt: instant, takenAt: nullable(instant) },
  indexes: ['(company_id, tag_id, ticket_id) include (given_at, taken_at)'],
  notifies: false,
});

export type StayEnd = 'accepted' | 'transferred' | 'menu' | 'closed' | 'deleted';

/** A ticket waiting for somebody: in a queue, or its contact in the menu. */
export const stayTable = table('queue_stay', {
  columns: {
    id: uuid,
    episodeId: uuid,
    ...place,
    inMenu: flag,
    enteredAt: instant,
    leftAt: nullable(instant),
    ended: nullable(word<StayEnd>()),
    /** Who accepted it. */
    userId: nullable(uuid),
    ms: nullable(big),
    businessMs: nullable(big),
  },
  indexes: [
    '(company_id, left_at) include (ms, business_ms, ended, in_menu, queue_id, connection_id, user_id, ticket_id)',
    '(company_id, entered_at) where left_at is null',
    ...indexesByLength('entered_at', 'left_at'),
  ],
});

export type HandlingEnd = 'transferred' | 'returned' | 'closed' | 'deleted';

/** An attendant having a ticket, from accepting it to giving it away. */
export const handlingTable = table('handling', {
  columns: {
    id: uuid,
    episodeId: uuid,
    ...place,
    userId: uuid,
    startedAt: instant,
    endedAt: nullable(instant),
    ended: nullable(word<HandlingEnd>()),
    ms: nullable(big),
    businessMs: nullable(big),
  },
  indexes: [
    '(company_id, ended_at) include (ms, business_ms, user_id, queue_id, connection_id, ticket_id)',
    '(company_id, started_at) where ended_at is null',
    ...indexesByLength('started_at', 'ended_at'),
  ],
});

/** A customer waiting for an answer, from the first message without one. */
export const waitTable = table('customer_wait', {
  columns: {
    id: uuid,
    episodeId: uuid,
    ...place,
    since: instant,
    until: nullable(instant),
    ended: nullable(word<'answered' | 'phone' | 'closed' | 'deleted'>()),
    userId: nullable(uuid),
    ms: nullable(big),
    businessMs: nullable(big),
  },
  indexes: [
    '(company_id, until) include (ms, business_ms, ended, user_id, queue_id, connection_id, ticket_id)',
    '(episode_id, since)',
  ],
  notifies: false,
});

export const markTable = table('mark', {
  columns: { id: uuid, episodeId: uuid, ...place, userId: uuid, rating: integer, at: instant },
  indexes: ['(company_id, at) include (rating, user_id, queue_id, connection_id, ticket_id)'],
});

/**
 * When a contact's first message ever came to us, and the episode that it came in; groups are none. Null where a phone
 * brought older ones first: then the contact is not new.
 */
export const leadTable = table('lead', {
  columns: {
    ...{ id: uuid, ticketId: uuid, episodeId: nullable(uuid), connectionId: uuid },
    at: nullable(instant),
  },
  indexes: ['(company_id, at) include (ticket_id, episode_id, connection_id)'],
  notifies: false,
});

/** What queues and tags are called, also those that are gone. */
export const labelTable = table('label', {
  columns: { id: uuid, kind: word<'queue' | 'tag'>(), name: text, color: text, removed: flag },
  indexes: ['(company_id)'],
});
