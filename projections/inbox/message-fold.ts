import type { MessageState } from '#contracts/views.ts';
import { fileToCome, reactor, sendingStatuses } from '#domain/message/message.ts';
import { type EventOf, fold, type Touched } from '../kit/projection.ts';
import { isoInstant, type OwnRow, type RowOf, wholeSecond } from '../kit/table.ts';
import { isErased } from './erasure-fold.ts';
import { erasedMessage, messageTable, type Reaction } from './message-table.ts';

type MessageRow = RowOf<typeof messageTable>;
type Next = OwnRow<typeof messageTable> | null;

export const messageFold = fold(
  messageTable,
  {
    MessageReceived: {
      evolve: (_, event, touched) => {
        const { fromMe } = event.data.waKey;
        const { senderName } = event.data;
        return begun(event, touched, {
          fromMe,
          state: fromMe ? 'sent' : 'received',
          userId: null,
          senderName,
          file: fileToCome(event.data.mediaType),
          media: event.data.mediaHint ?? null,
        });
      },
    },
    MessageQueued: {
      evolve: (_, event, touched) => {
        const { userId, media = null } = event.data;
        const file = media ? 'stored' : 'none';
        return begun(event, touched, {
          ...{ fromMe: true, state: 'queued', userId, senderName: null, file, media },
        });
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
        const { body, mediaType, quotedMessageId, mediaHint: media = null } = event.data;
        return living(row, () => ({ body, mediaType, quotedMessageId, file: fileToCome(mediaType), media }));
      },
    },
    MessageMediaStored: {
      evolve: (row, { data: { media } }) =>
        withFile(row, () => ({ media, file: media ? 'stored' : 'none', fileFailure: null })),
    },
    MessageMediaFailed: {
      evolve: (row, { data: { reason } }) => withFile(row, () => ({ file: 'failed', fileFailure: reason })),
    },
    MessageMediaRequested: {
      evolve: row => withFile(row, () => ({ file: 'waiting', fileFailure: null })),
    },
    MessageEdited: { evolve: (row, event) => living(row, () => ({ body: event.data.body, isEdited: true })) },
    MessageDeleted: {
      evolve: row => (row ? { ...row, ...deletedMessage } : null),
    },
    MessageReacted: {
      evolve: (row, event) => living(row, ({ reactions }) => ({ reactions: reacted(reactions, event) })),
    },
  },
  'message',
);

type Beginning = Pick<MessageRow, 'fromMe' | 'state' | 'userId' | 'senderName' | 'file' | 'media'>;

const begun = (
  event: EventOf<'MessageReceived'> | EventOf<'MessageQueued'>,
  touched: Touched,
  beginning: Beginning,
): Next => {
  const { messageId, ticketId, contactId, connectionId, body, mediaType, quotedMessageId } = event.data;
  const senderId = event.persons?.find(person => person !== contactId) ?? null;
  return {
    ...{ ticketId, contactId, connectionId, body, mediaType, quotedMessageId },
    ...untouched,
    ...beginning,
    ...{ id: messageId, senderId, erased: false },
    sentAt: wholeSecond(event.data.sentAt),
    placed: event.position,
    recordedAt: isoInstant(event.metadata.at),
    ...(isErased(touched, [contactId, senderId]) ? erasedMessage : {}),
  };
};

/** What an erased person wrote stays empty, whatever comes late. */
const living = (row: MessageRow | undefined, change: (row: MessageRow) => Partial<MessageRow>): Next =>
  row && !row.erased ? { ...row, ...change(row) } : (row ?? null);

/** What was deleted has no file any more, whatever is told of it afterwards. */
const withFile: typeof living = (row, change) => (row?.isDeleted ? row : living(row, change));

const deletedMessage = {
  ...{ body: '', isDeleted: true, reactions: [] },
  ...{ file: 'none' as const, fileFailure: null, media: null },
};

const untouched = { failure: null, fileFailure: null, isDeleted: false, isEdited: false, reactions: [] };

/** How far a message of ours has come; it never goes back. */
const order: readonly MessageState[] = sendingStatuses;

const advanced = (row: MessageRow | undefined, state: MessageState): Next => {
  if (!row?.fromMe || order.indexOf(state) <= order.indexOf(row.state)) return row ?? null;
  return { ...row, state, failure: null };
};

/**
 * One reaction each person; an empty one takes it back. Who it was goes by the key it is stored under: that says
 * nothing of them, and stays what it is when they are erased.
 */
const reacted = (
  reactions: readonly Reaction[],
  { data: { emoji, fromMe, by: name }, persons }: EventOf<'MessageReacted'>,
): readonly Reaction[] => {
  const by = persons?.join(' ') ?? name;
  return [
    ...reactions.filter(reaction => reactor(reaction) !== reactor({ by, fromMe })),
    ...(emoji === '' ? [] : [{ emoji, fromMe, by }]),
  ];
};
