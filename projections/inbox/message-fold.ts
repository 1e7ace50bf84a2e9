import type { MessageState } from '#contracts/views.ts';
import { isEmoji } from '#domain/message/emoji.ts';
import { fileToCome, mayFail, reactor, sendingStatuses } from '#domain/message/message.ts';
import { drawsBody, editedParts, type Part } from '#domain/message/parts.ts';
import { soughtIn } from '#domain/message/plain-parts.ts';
import { type EventOf, fold, type Touched } from '../kit/projection.ts';
import { isoInstant, type OwnRow, type RowOf, wholeSecond } from '../kit/table.ts';
import { isErased } from './erasure-fold.ts';
import { erasedMessage, messageTable, type Reaction } from './message-table.ts';
import { soughtText } from './plain-text.ts';

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
          automatic: null,
          senderName,
          ...fileToCome(event.data),
          media: event.data.mediaHint ?? null,
        });
      },
    },
    MessageQueued: {
      evolve: (_, event, touched) => {
        const { userId, media = null, automatic = null } = event.data;
        const file = media ? 'stored' : 'none';
        return begun(event, touched, {
          ...{ fromMe: true, state: 'queued', userId, automatic, senderName: null, file, media },
        });
      },
    },
    MessageSent: { evolve: row => advanced(row, 'sent') },
    MessageDelivered: { evolve: row => advanced(row, 'delivered') },
    MessageRead: { evolve: row => advanced(row, 'read') },
    MessagePlayed: { evolve: row => advanced(row, 'played') },
    MessageFailed: {
      evolve: (row, { data: { reason } }) =>
        row && mayFail(row.state) ? { ...row, state: 'failed' as const, failure: reason } : (row ?? null),
    },
    MessageUnconfirmed: { evolve: row => advanced(row, 'unknown') },
    MessageRetried: {
      evolve: row =>
        row?.state === 'failed' ? { ...row, state: 'queued' as const, failure: null } : (row ?? null),
    },
    MessageEditRequested: {
      evolve: (row, event) => asked(row, event, { kind: 'edit', body: event.data.body, emoji: '' }),
    },
    MessageDeletionRequested: {
      evolve: (row, event) => asked(row, event, { kind: 'deletion', body: '', emoji: '' }),
    },
    MessageReactionRequested: {
      evolve: (row, event) => asked(row, event, { kind: 'reaction', body: '', emoji: event.data.emoji }),
    },
    MessageChangeRefused: {
      evolve: (row, { data: { changeId, reason } }) =>
        living(row, ({ changes }) => ({
          changes: changes.map(change => (change.id === changeId ? { ...change, reason } : change)),
        })),
    },
    MessageMoved: { evolve: (row, event) => (row ? { ...row, ticketId: event.data.ticketId } : null) },
    MessageContentRecovered: {
      evolve: (row, event) => {
        const { mediaType, quotedMessageId, mediaHint: media = null } = event.data;
        const said = { ...textOf(event.data), mediaType, quotedMessageId };
        return living(row, () => ({ ...said, ...fileToCome(event.data), media }));
      },
    },
    MessageMediaStored: {
      evolve: (row, { data: { media } }) =>
        unlessDeleted(row, () => ({ media, file: media ? 'stored' : 'none', fileFailure: null })),
    },
    MessageMediaFailed: {
      evolve: (row, { data: { reason } }) =>
        unlessDeleted(row, () => ({ file: 'failed', fileFailure: reason })),
    },
    MessageMediaRequested: {
      evolve: row => unlessDeleted(row, () => ({ file: 'waiting', fileFailure: null })),
    },
    MessageEdited: {
      evolve: (row, { data: { body, changeId, parts, mentions } }) =>
        living(row, before => ({
          ...textOf({ body, mentions, parts: editedParts(before.parts, parts) }),
          ...{ isEdited: true, editUnread: false },
          changes: without(before.changes, changeId),
        })),
    },
    MessageEditUnreadable: {
      evolve: row => unlessDeleted(row, () => ({ isEdited: true, editUnread: true })),
    },
    MessageDeleted: {
      evolve: row => (row ? { ...row, ...deletedMessage } : null),
    },
    MessageReacted: {
      evolve: (row, event) =>
        living(row, ({ reactions, changes }) => ({
          reactions: reacted(reactions, event),
          changes: without(changes, event.data.changeId),
        })),
    },
  },
  'message',
);

type Beginning = Pick<
  MessageRow,
  'fromMe' | 'state' | 'userId' | 'automatic' | 'senderName' | 'file' | 'media'
> &
  Partial<Pick<MessageRow, 'fileFailure'>>;

const begun = (
  event: EventOf<'MessageReceived'> | EventOf<'MessageQueued'>,
  touched: Touched,
  beginning: Beginning,
): Next => {
  const { messageId, ticketId, contactId, connectionId, mediaType, quotedMessageId } = event.data;
  const [senderId = null, senderAltId = null] = event.persons?.filter(person => person !== contactId) ?? [];
  return {
    ...{ ticketId, contactId, connectionId, ...textOf(event.data), mediaType, quotedMessageId },
    ...untouched,
    ...beginning,
    ...{ id: messageId, senderId, senderAltId, erased: false },
    sentAt: wholeSecond(event.data.sentAt),
    placed: event.position,
    recordedAt: isoInstant(event.metadata.at),
    ...(isErased(touched, [contactId, senderId, senderAltId]) ? erasedMessage : {}),
  };
};

/** What an erased person wrote stays empty, whatever comes late. */
const living = (row: MessageRow | undefined, change: (row: MessageRow) => Partial<MessageRow>): Next =>
  row && !row.erased ? { ...row, ...change(row) } : (row ?? null);

/** What was deleted has no file and no wishes any more, whatever is told of it afterwards. */
const unlessDeleted: typeof living = (row, change) => (row?.isDeleted ? row : living(row, change));

type Said = {
  readonly body: string;
  readonly parts?: readonly Part[] | null | undefined;
  readonly mentions?: MessageRow['mentions'] | undefined;
};

const textOf = ({ body, parts = null, mentions = null }: Said) => ({
  ...{ body, parts, mentions },
  sought: soughtText([...(drawsBody(parts) ? [body] : []), soughtIn(parts ?? [])].join('\n')),
});

const deletedMessage = {
  ...{ ...textOf({ body: '' }), editUnread: false, isDeleted: true, reactions: [], changes: [] },
  ...{ file: 'none' as const, fileFailure: null, media: null },
};

const untouched = {
  ...{ failure: null, fileFailure: null, isDeleted: false, isEdited: false, editUnread: false },
  ...{ reactions: [], changes: [] },
};

type Changes = MessageRow['changes'];

/** A new wish of a kind takes the place of the refused ones of its kind. */
const asked = (
  row: MessageRow | undefined,
  event: { readonly data: { readonly changeId: string } },
  change: Pick<Changes[number], 'kind' | 'body' | 'emoji'>,
): Next =>
  unlessDeleted(row, ({ changes }) => ({
    changes: [
      ...changes.filter(({ kind, reason }) => kind !== change.kind || reason === null),
      { id: event.data.changeId, ...change, reason: null },
    ],
  }));

const without = (changes: Changes, changeId: string | undefined): Changes =>
  changes.filter(({ id }) => id !== changeId);

/** How far a message of ours has come; receipts never lead back. */
const order: readonly MessageState[] = sendingStatuses;

const advanced = (row: MessageRow | undefined, state: MessageState): Next => {
  if (!row?.fromMe || order.indexOf(state) <= order.indexOf(row.state)) return row ?? null;
  return { ...row, state, failure: null };
};

/**
 * One reaction each person; an empty one takes it back, and so does one of before that is no emoji: it could say
 * anything, and an erasure looks for words elsewhere. Who it was goes by the key it is stored under: that says
 * nothing of them, and stays what it is when they are erased.
 */
const reacted = (
  reactions: readonly Reaction[],
  { data: { emoji, fromMe, by: name }, persons }: EventOf<'MessageReacted'>,
): readonly Reaction[] => {
  const by = persons?.join(' ') ?? name;
  return [
    ...reactions.filter(reaction => reactor(reaction) !== reactor({ by, fromMe })),
    ...(isEmoji(emoji) ? [{ emoji, fromMe, by }] : []),
  ];
};
