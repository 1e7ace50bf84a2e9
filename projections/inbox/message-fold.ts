import type { MessageState } from '#contracts/views.ts';
import { reactor, sendingStatuses } from '#domain/message/message.ts';
import { fold } from '../kit/projection.ts';
import { isoInstant, type OwnRow, type RowOf, wholeSecond } from '../kit/table.ts';
import { messageTable, type Reaction } from './message-table.ts';

type MessageRow = RowOf<typeof messageTable>;
type Next = OwnRow<typeof messageTable> | null;

export const messageFold = fold(
  messageTable,
  {
    MessageReceived: {
      evolve: (_, event): Next => {
        const { messageId, ticketId, contactId, connectionId, body, mediaType, quotedMessageId } = event.data;
        return {
          ...{ ticketId, contactId, connectionId, body, mediaType, quotedMessageId },
          ...untouched,
          id: messageId,
          fromMe: event.data.waKey.fromMe,
          state: event.data.waKey.fromMe ? 'sent' : 'received',
          userId: null,
          senderName: event.data.senderName,
          sentAt: wholeSecond(event.data.sentAt),
          placed: event.position,
          recordedAt: isoInstant(event.metadata.at),
        };
      },
    },
    MessageQueued: {
      evolve: (_, event): Next => {
        const { messageId, ticketId, contactId, connectionId, body, mediaType, quotedMessageId } = event.data;
        return {
          ...{ ticketId, contactId, connectionId, body, mediaType, quotedMessageId },
          ...untouched,
          id: messageId,
          fromMe: true,
          state: 'queued',
          userId: event.data.userId,
          senderName: null,
          sentAt: wholeSecond(event.data.sentAt),
          placed: event.position,
          recordedAt: isoInstant(event.metadata.at),
        };
      },
    },
    MessageSent: { evolve: row => advanced(row, 'sent') },
    MessageDelivered: { evolve: row => advanced(row, 'delivered') },
    MessageRead: { evolve: row => advanced(row, 'read') },
    MessagePlayed: { evolve: row => advanced(row, 'played') },
    MessageFailed: {
      evolve: (row, event) => {
        const failed = advanced(row, 'failed');
        return failed && failed !== row ? { ...failed, failure: event.data.reason } : failed;
      },
    },
    MessageMoved: { evolve: (row, event) => (row ? { ...row, ticketId: event.data.ticketId } : null) },
    MessageContentRecovered: {
      evolve: (row, event) => {
        const { body, mediaType, quotedMessageId } = event.data;
        return row ? { ...row, body, mediaType, quotedMessageId } : null;
      },
    },
    MessageEdited: {
      evolve: (row, event) => (row ? { ...row, body: event.data.body, isEdited: true } : null),
    },
    MessageDeleted: {
      evolve: row => (row ? { ...row, body: '', isDeleted: true, reactions: [] } : null),
    },
    MessageReacted: {
      evolve: (row, event) => (row ? { ...row, reactions: reacted(row.reactions, event.data) } : null),
    },
  },
  'message',
);

const untouched = { failure: null, isDeleted: false, isEdited: false, reactions: [] };

/** How far a message of ours has come; it never goes back. */
const order: readonly MessageState[] = sendingStatuses;

const advanced = (row: MessageRow | undefined, state: MessageState): Next => {
  if (!row?.fromMe || order.indexOf(state) <= order.indexOf(row.state)) return row ?? null;
  return { ...row, state, failure: null };
};

/** One reaction each person; an empty one takes it back. */
const reacted = (reactions: readonly Reaction[], { by, emoji, fromMe }: Reaction): readonly Reaction[] => [
  ...reactions.filter(reaction => reactor(reaction) !== reactor({ by, fromMe })),
  ...(emoji === '' ? [] : [{ emoji, fromMe, by }]),
];
