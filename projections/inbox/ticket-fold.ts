import type { TicketEvent } from '#domain/ticket/events.ts';
import { isChoosing, isLiving, type Ticket, ticketEntity } from '#domain/ticket/ticket.ts';
import { type EventOf, fold, type Touched } from '../kit/projection.ts';
import { isoInstant, type Key, type OwnRow, type RowOf } from '../kit/table.ts';
import { messageTable } from './message-table.ts';
import {
  answered,
  lastRewritten,
  movedIn,
  movedOut,
  withHistory,
  withNewMessage,
} from './ticket-messages.ts';
import { deletedTicketTable, ticketCounterTable, ticketTable } from './ticket-tables.ts';

type TicketRow = RowOf<typeof ticketTable>;
type Next = OwnRow<typeof ticketTable> | null;

/** Stands for the text of a last message that was deleted; the same in every language. */
const deletedMark = '🚫';

export const ticketCounterFold = fold(ticketCounterTable, {
  TicketOpened: {
    keys: event => [[event.companyId]],
    evolve: (row, event) => ({ company: event.companyId, lastNumber: (row?.lastNumber ?? 0) + 1 }),
  },
});

export const deletedTicketFold = fold(deletedTicketTable, {
  TicketDeleted: { evolve: (_, event) => ({ id: event.data.ticketId }) },
});

const ofTicket = (event: { readonly data: { readonly ticketId: string } }): Key[] => [[event.data.ticketId]];
/** The ticket that a message stands in, which only the message's row knows. */
const ofMessage = (event: { readonly data: { readonly messageId: string } }, touched: Touched): Key[] => {
  const message = touched.get(messageTable, event.data.messageId);
  return message ? [[message.ticketId]] : [];
};

export const ticketFold = fold(
  ticketTable,
  {
    TicketOpened: { evolve: (_, event, touched) => opened(event, touched) },
    TicketAccepted: { evolve: (row, event) => moved(row, event) },
    TicketReturned: { evolve: (row, event) => moved(row, event) },
    TicketTransferred: {
      evolve: (row, event) => {
        const next = moved(row, event);
        // Only notes are personal in it: a note that was erased was one.
        const noted = event.data.notes !== null || event.erased === true;
        return next && noted ? { ...next, notes: next.notes + 1 } : next;
      },
    },
    TicketClosed: { evolve: (row, event) => moved(row, event) },
    TicketReopened: { evolve: (row, event) => moved(row, event) },
    TicketRead: {
      evolve: (row, event) =>
        row ? { ...row, unread: 0, readPosition: event.position, revision: event.revision } : null,
    },
    TicketTagged: {
      evolve: (row, { data, revision }) => (row ? { ...row, tagIds: data.tagIds, revision } : null),
    },
    TicketNoted: {
      evolve: (row, { revision }) => (row ? { ...row, notes: row.notes + 1, revision } : null),
    },
    TicketNoteDeleted: {
      evolve: (row, { revision }) => (row ? { ...row, notes: Math.max(0, row.notes - 1), revision } : null),
    },
    TicketMenuStepped: { evolve: (row, event) => moved(row, event) },
    TicketMenuLeft: {
      evolve: (row, event) => {
        const next = moved(row, event);
        return next && { ...next, limited: event.data.reason === 'limited' };
      },
    },
    TicketRatingAsked: { evolve: (row, { revision }) => (row ? { ...row, revision } : null) },
    TicketRated: { evolve: answered },
    TicketRatingExplained: { evolve: answered },
    TicketThanked: { evolve: answered },
    TicketRatingEnded: { evolve: (row, { revision }) => (row ? { ...row, revision } : null) },
    TicketDeleted: { evolve: () => null },
    MessageReceived: {
      keys: ofTicket,
      evolve: (row, event, touched) =>
        event.data.history ? withHistory(row, event, touched) : withNewMessage(row, event, touched),
    },
    MessageQueued: {
      keys: ofTicket,
      evolve: (row, event, touched) => withNewMessage(row, event, touched),
    },
    MessageMoved: {
      keys: (event, touched) => {
        const from = touched.before(messageTable, event.data.messageId)?.ticketId;
        return from && from !== event.data.ticketId ? [[from], [event.data.ticketId]] : [];
      },
      evolve: (row, event, touched, [ticketId]) =>
        ticketId === event.data.ticketId ? movedIn(row, event, touched) : movedOut(row, event, touched),
    },
    MessageEdited: {
      keys: ofMessage,
      evolve: (row, event, touched) => lastRewritten(row, touched, event.data.messageId),
    },
    MessageDeleted: {
      keys: ofMessage,
      evolve: (row, event) =>
        row?.lastMessageId === event.data.messageId ? { ...row, lastMessage: deletedMark } : (row ?? null),
    },
    MessageContentRecovered: {
      keys: ofMessage,
      evolve: (row, event, touched) => lastRewritten(row, touched, event.data.messageId),
    },
  },
  'ticket',
);

const opened = (event: EventOf<'TicketOpened'>, touched: Touched): Next => {
  const { ticketId, contactId, connectionId, isGroup } = event.data;
  const at = isoInstant(event.metadata.at);
  const place = placeOf(ticketEntity.evolve(ticketEntity.initial, event));
  return {
    id: ticketId,
    number: touched.get(ticketCounterTable, event.companyId)?.lastNumber ?? 0,
    ...place,
    isGroup,
    contactId,
    connectionId,
    lastMessageId: null,
    lastMessage: '',
    lastMessageType: null,
    lastMessageFromMe: false,
    lastMessageAt: null,
    lastSenderId: null,
    lastSenderAltId: null,
    settled: null,
    tagIds: [],
    notes: 0,
    menuSince: place.inMenu ? at : null,
    limited: false,
    unread: 0,
    readPosition: 0,
    createdAt: at,
    updatedAt: at,
    activeAt: at,
    revision: event.revision,
  };
};

/** Where a ticket stands after an event of its life is the domain's knowledge, not ours. */
const moved = (row: TicketRow | undefined, event: EventOf<TicketEvent['type']>): Next => {
  if (!row) return null;
  const place = placeOf(ticketEntity.evolve(asTicket(row), event));
  const updatedAt = isoInstant(event.metadata.at);
  return {
    ...row,
    ...place,
    menuSince: place.inMenu ? sinceOf(row, event) : null,
    limited: row.limited && place.status === 'pending',
    updatedAt,
    settled: null,
    revision: event.revision,
  };
};

/** An invalid answer leaves its contact where it was. */
const sinceOf = (row: TicketRow, event: EventOf<TicketEvent['type']>): string => {
  const stays = event.type === 'TicketMenuStepped' && event.data.wrong > 0;
  return (stays && row.menuSince) || isoInstant(event.metadata.at);
};

const asTicket = ({ status, menu, ...row }: TicketRow): Ticket => {
  const { contactId, connectionId, queueId, userId, isGroup } = row;
  const place = { contactId, connectionId, queueId, isGroup, ...(menu ? { menu } : {}) };
  if (status === 'open') {
    return userId === null ? { ...place, status: 'pending', userId: null } : { ...place, status, userId };
  }
  return status === 'pending' ? { ...place, status, userId: null } : { ...place, status, userId };
};

const placeOf = (ticket: Ticket) => {
  if (!isLiving(ticket)) throw new Error('a ticket that is not there has no place');
  const { status, queueId, userId, connectionId, menu = null } = ticket;
  return { status, queueId, userId, connectionId, menu, inMenu: isChoosing(ticket) };
};
