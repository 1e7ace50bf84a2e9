import type { MediaType } from '#domain/message/events.ts';
import type { TicketStatus } from '#domain/ticket/events.ts';
import type { LivingTicket } from '#domain/ticket/ticket.ts';
import {
  big,
  flag,
  instant,
  integer,
  json,
  nullable,
  type Row,
  table,
  text,
  uuid,
  uuids,
  word,
} from '../kit/table.ts';

/** Stands for no queue or user in the tally. */
export const nobody = '00000000-0000-0000-0000-000000000000';
/** Stands in the tally for the queue that a contact is choosing: not everybody sees these tickets. */
export const notChosenYet = '00000000-0000-0000-0000-000000000001';

export type SettledTicket = {
  readonly lastMessageId: string | null;
  readonly lastMessage: string;
  readonly lastMessageType: MediaType | null;
  readonly lastMessageFromMe: boolean;
  readonly lastMessageAt: string | null;
  readonly lastSenderId: string | null;
  readonly lastSenderAltId: string | null;
  readonly updatedAt: string;
  readonly activeAt: string;
};

/** One attendance, with what a list shows of it. */
export const ticketTable = table('ticket', {
  columns: {
    id: uuid,
    number: integer,
    status: word<TicketStatus>(),
    isGroup: flag,
    contactId: uuid,
    connectionId: uuid,
    queueId: nullable(uuid),
    userId: nullable(uuid),
    lastMessageId: nullable(uuid),
    lastMessage: text,
    lastMessageType: nullable(word<MediaType>()),
    lastMessageFromMe: flag,
    lastMessageAt: nullable(instant),
    /** The member of a group who wrote it, or whose it is when it came from a ticket of somebody else. */
    lastSenderId: nullable(uuid),
    lastSenderAltId: nullable(uuid),
    /** What a list showed of a closed ticket before messages came in that will move on to the next one. */
    settled: nullable(json<SettledTicket>()),
    /** As they were given: some may be removed since. */
    tagIds: uuids,
    /** Notes left at it and with transfers. */
    notes: integer,
    /** As the domain has it. */
    menu: nullable(json<NonNullable<LivingTicket['menu']>>()),
    /** Its contact is choosing from the menu, and stands there since then. */
    inMenu: flag,
    menuSince: nullable(instant),
    /** Machines have written as much as they may: somebody should look at it. */
    limited: flag,
    unread: integer,
    /** The attendant has seen everything up to this position. */
    readPosition: big,
    createdAt: instant,
    /** When something last became of it. */
    updatedAt: instant,
    /** When it was last written in, or opened: what lists are sorted by. */
    activeAt: instant,
    revision: integer,
  },
  indexes: [
    '(company_id, status, active_at desc, id desc)',
    '(company_id, user_id, status, active_at desc, id desc) where user_id is not null',
    '(company_id, active_at desc, id desc)',
    '(company_id, updated_at)',
    '(company_id, position)',
    '(company_id, queue_id, status, active_at desc, id desc)',
    '(company_id, status, active_at desc, id desc) where queue_id is null',
    '(company_id, status, active_at desc, id desc) where unread > 0',
    '(company_id, created_at)',
    '(company_id, status, active_at desc, id desc) where is_group',
    '(contact_id)',
    '(last_sender_id) where last_sender_id is not null',
    '(last_sender_alt_id) where last_sender_alt_id is not null',
  ],
  was: ({ status, queueId, userId, isGroup, connectionId, inMenu }: Row) => ({
    status,
    queueId,
    userId,
    isGroup,
    connectionId,
    chatbot: inMenu,
  }),
});

/** The last number given to a ticket of a company. */
export const ticketCounterTable = table('ticket_counter', {
  key: ['company'],
  columns: { company: uuid, lastNumber: integer },
  notifies: false,
});

/** Which tickets have a tag: what the filter and the counts of tags look through. */
export const ticketTagTable = table('ticket_tag', {
  key: ['ticketId', 'tagId'],
  columns: { ticketId: uuid, tagId: uuid },
  indexes: ['(tag_id, ticket_id)'],
  notifies: false,
});

/** What went away, so that a screen that was offline learns of it. */
export const deletedTicketTable = table('deleted_ticket', {
  columns: { id: uuid },
  indexes: ['(company_id, position)'],
  notifies: false,
});

/** How many tickets stand where: what counts and badges are summed from. `nobody` stands for no queue or user. */
export const tallyTable = table('ticket_tally', {
  key: ['company', 'status', 'queueId', 'userId', 'kind', 'connectionId'],
  columns: {
    company: uuid,
    status: word<TicketStatus>(),
    queueId: uuid,
    userId: uuid,
    kind: word<'group' | 'person'>(),
    connectionId: uuid,
    tickets: integer,
    /** Tickets with something unread. */
    unread: integer,
  },
  notifies: false,
});
