import type { MediaType } from '#domain/message/events.ts';
import { cutText } from '#domain/shared/text.ts';
import type { EventOf, Touched } from '../kit/projection.ts';
import { isoInstant, type OwnRow, type RowOf } from '../kit/table.ts';
import { messageTable } from './message-table.ts';
import type { SettledTicket, ticketTable } from './ticket-tables.ts';

/** What messages make of the ticket that they stand in. Each answers the ticket's next row, null for none. */

type TicketRow = RowOf<typeof ticketTable>;
type Next = OwnRow<typeof ticketTable> | null;

const excerptLength = 255;

type LastMessage = {
  readonly id: string;
  readonly contactId: string;
  readonly body: string;
  readonly mediaType: MediaType;
  readonly fromMe: boolean;
  readonly sentAt: string;
  readonly senderId: string | null;
  readonly senderAltId: string | null;
};

/** The message's row has taken the event in before. */
export const withNewMessage = (
  row: TicketRow | undefined,
  event: EventOf<'MessageReceived'> | EventOf<'MessageQueued'>,
  touched: Touched,
): Next => {
  const message = touched.get(messageTable, event.data.messageId);
  if (!row || !message) return row ?? null;
  const isAnswer = event.type === 'MessageReceived' && event.data.answers !== undefined;
  const next = withMessage(row, message, event.metadata.at, message.fromMe || isAnswer ? 0 : 1);
  // It will be moved to the contact's next ticket: this one is then as it was (ADR 7).
  const passes = row.status === 'closed' && event.type === 'MessageReceived' && !isAnswer;
  return next && passes ? { ...next, settled: row.settled ?? settledOf(row) } : next;
};

/** What came to a closed ticket was an answer or thanks, and stands there: nobody has to read it. */
export const answered = (
  row: TicketRow | undefined,
  { data, revision }: EventOf<'TicketRated'> | EventOf<'TicketRatingExplained'> | EventOf<'TicketThanked'>,
  touched: Touched,
): Next => {
  if (!row) return null;
  const message = touched.get(messageTable, data.messageId);
  if (message?.ticketId !== row.id) return { ...row, revision };
  return { ...row, revision, settled: null, unread: Math.max(0, row.unread - 1) };
};

const settledOf = (row: TicketRow): SettledTicket => ({
  lastMessageId: row.lastMessageId,
  lastMessage: row.lastMessage,
  lastMessageType: row.lastMessageType,
  lastMessageFromMe: row.lastMessageFromMe,
  lastMessageAt: row.lastMessageAt,
  lastSenderId: row.lastSenderId,
  lastSenderAltId: row.lastSenderAltId,
  updatedAt: row.updatedAt,
  activeAt: row.activeAt,
});

/** History was read on the phone, and moves a ticket in no list but from where its opening put it. */
export const withHistory = (
  row: TicketRow | undefined,
  event: EventOf<'MessageReceived'>,
  touched: Touched,
): Next => {
  const message = touched.get(messageTable, event.data.messageId);
  if (!row || !message) return row ?? null;
  const next = withMessage(row, message, event.metadata.at, 0);
  const isNewest = next?.lastMessageId === message.id;
  const { updatedAt, activeAt } = row;
  const isWhen = row.status === 'closed' && isNewest;
  return (
    next && {
      ...next,
      ...(isWhen ? { updatedAt: message.sentAt, activeAt: message.sentAt } : { updatedAt, activeAt }),
    }
  );
};

/** The newest by WhatsApp's time is the last message; one that comes late only counts as unread. */
const withMessage = (row: TicketRow | undefined, last: LastMessage, at: string, unread: number): Next => {
  if (!row) return null;
  const now = isoInstant(at);
  const known = { ...row, unread: row.unread + unread, updatedAt: now, activeAt: now };
  if (row.lastMessageAt !== null && row.lastMessageAt > last.sentAt) return known;
  return {
    ...known,
    lastMessageId: last.id,
    lastMessage: excerpt(last.body),
    lastMessageType: last.mediaType,
    lastMessageFromMe: last.fromMe,
    lastMessageAt: last.sentAt,
    lastSenderId: last.senderId ?? elsewhere(row, last),
    lastSenderAltId: last.senderAltId,
  };
};

/** Whose a message is that was moved here from a ticket of somebody else, while the two were one. */
const elsewhere = (row: TicketRow, { contactId }: LastMessage): string | null =>
  contactId === row.contactId ? null : contactId;

export const movedIn = (
  row: TicketRow | undefined,
  event: EventOf<'MessageMoved'>,
  touched: Touched,
): Next => {
  const message = touched.get(messageTable, event.data.messageId);
  if (!row || !message) return row ?? null;
  return withMessage(row, message, event.metadata.at, message.fromMe ? 0 : 1);
};

export const movedOut = (
  row: TicketRow | undefined,
  event: EventOf<'MessageMoved'>,
  touched: Touched,
): Next => {
  const message = touched.get(messageTable, event.data.messageId);
  if (!row || !message) return row ?? null;
  const rest = { ...row, unread: Math.max(0, row.unread - (message.fromMe ? 0 : 1)) };
  // What else came in after the closing moves on as well, in whatever order.
  if (row.settled) return { ...rest, ...row.settled, settled: null };
  if (row.lastMessageId !== message.id) return rest;
  return {
    ...rest,
    lastMessageId: null,
    lastMessage: '',
    lastMessageType: null,
    lastMessageFromMe: false,
    lastSenderId: null,
    lastSenderAltId: null,
  };
};

export const lastRewritten = (row: TicketRow | undefined, touched: Touched, id: string): Next => {
  const message = touched.get(messageTable, id);
  if (!row || !message || row.lastMessageId !== id) return row ?? null;
  return { ...row, lastMessage: excerpt(message.body), lastMessageType: message.mediaType };
};

const excerpt = (body: string): string => cutText(body, excerptLength);
