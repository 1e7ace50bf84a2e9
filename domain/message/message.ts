import type { Entity } from '../shared/decider.ts';
import type { MediaHint, MediaType, MessageEvent } from './events.ts';

/**
 * How far a message of ours has come, in this order. Unknown may have been sent, WhatsApp has not said; failed counts
 * as not even sent.
 */
export const sendingStatuses = [
  'queued',
  'unknown',
  'failed',
  'sent',
  'delivered',
  'read',
  'played',
] as const;
export type SendingStatus = (typeof sendingStatuses)[number];

const failing: ReadonlySet<Message['status']> = new Set(['queued', 'unknown', 'sent']);

/** WhatsApp may report an error of what it has taken, too; what has reached somebody cannot fail any more. */
export const mayFail = (status: Message['status']): boolean => failing.has(status);

/** What somebody of the company wants to become of a message. */
export type Change =
  | { readonly kind: 'edit'; readonly body: string }
  | { readonly kind: 'deletion' }
  | { readonly kind: 'reaction'; readonly emoji: string };

type Content = {
  readonly ticketId: string;
  readonly contactId: string;
  readonly connectionId: string;
  readonly sentAt: string;
  readonly fromMe: boolean;
  readonly mediaType: MediaType;
  /** Whether the message has a file, and whether it is here. */
  readonly file: FileState;
  /** The emoji of each person, by who reacted. */
  readonly reactions: Readonly<Record<string, string>>;
  /** What WhatsApp has not done yet, by its id, in the order it was asked for. */
  readonly changes: Readonly<Record<string, Change & { readonly refused: boolean }>>;
};

export const fileStates = ['none', 'waiting', 'stored', 'failed'] as const;
export type FileState = (typeof fileStates)[number];

const withFile: ReadonlySet<MediaType> = new Set(['image', 'audio', 'video', 'application']);

type FileToCome =
  | { readonly file: 'none' | 'waiting'; readonly fileFailure: null }
  | { readonly file: 'failed'; readonly fileFailure: 'not-downloaded' | 'no-key' };

/**
 * The state of the file of a message that has just come in: of history it is got when somebody asks, and one that
 * nothing opens is never had.
 */
export const fileToCome = ({
  mediaType,
  mediaHint,
  history = false,
}: {
  readonly mediaType: MediaType;
  readonly mediaHint?: MediaHint | null | undefined;
  readonly history?: boolean | undefined;
}): FileToCome => {
  if (!withFile.has(mediaType)) return { file: 'none', fileFailure: null };
  if (mediaHint?.keyless) return { file: 'failed', fileFailure: 'no-key' };
  return history ? { file: 'failed', fileFailure: 'not-downloaded' } : { file: 'waiting', fileFailure: null };
};

export type LivingMessage = Content & { readonly status: 'received' | SendingStatus };
export type Message =
  | { readonly status: 'none' }
  | LivingMessage
  | { readonly status: 'deleted'; readonly ticketId: string; readonly contactId: string };

export const isLivingMessage = (message: Message): message is LivingMessage =>
  message.status !== 'none' && message.status !== 'deleted';

const evolve = (message: Message, event: MessageEvent): Message => {
  if (event.type === 'MessageReceived') {
    const { fromMe } = event.data.waKey;
    return begun(event, {
      status: fromMe ? 'sent' : 'received',
      file: fileToCome(event.data).file,
      fromMe,
    });
  }
  if (event.type === 'MessageQueued') {
    return begun(event, { status: 'queued', file: event.data.media ? 'stored' : 'none', fromMe: true });
  }
  if (event.type === 'MessageMoved') {
    return message.status === 'none' ? message : { ...message, ticketId: event.data.ticketId };
  }
  if (!isLivingMessage(message)) return message;
  switch (event.type) {
    case 'MessageSent':
      return { ...message, status: 'sent' };
    case 'MessageDelivered':
      return { ...message, status: 'delivered' };
    case 'MessageRead':
      return { ...message, status: 'read' };
    case 'MessagePlayed':
      return { ...message, status: 'played' };
    case 'MessageFailed':
      return { ...message, status: 'failed' };
    case 'MessageUnconfirmed':
      return { ...message, status: 'unknown' };
    case 'MessageRetried':
      return { ...message, status: 'queued' };
    case 'MessageEditRequested':
      return asked(message, event, { kind: 'edit', body: event.data.body });
    case 'MessageDeletionRequested':
      return asked(message, event, { kind: 'deletion' });
    case 'MessageReactionRequested':
      return asked(message, event, { kind: 'reaction', emoji: event.data.emoji });
    case 'MessageChangeRefused': {
      const { changeId } = event.data;
      const change = message.changes[changeId];
      if (!change) return message;
      return { ...message, changes: { ...message.changes, [changeId]: { ...change, refused: true } } };
    }
    case 'MessageContentRecovered':
      return { ...message, mediaType: event.data.mediaType, file: fileToCome(event.data).file };
    case 'MessageMediaStored':
      return { ...message, file: 'stored' };
    case 'MessageMediaFailed':
      return { ...message, file: 'failed' };
    case 'MessageMediaRequested':
      return { ...message, file: 'waiting' };
    case 'MessageEdited':
      return { ...message, changes: without(message.changes, event.data.changeId) };
    case 'MessageEditUnreadable':
      return message;
    case 'MessageDeleted':
      return { status: 'deleted', ticketId: message.ticketId, contactId: message.contactId };
    case 'MessageReacted': {
      const who = reactor(event.data);
      const changes = without(message.changes, event.data.changeId);
      return { ...message, changes, reactions: { ...message.reactions, [who]: event.data.emoji } };
    }
  }
};

type Beginning = Extract<MessageEvent, { type: 'MessageReceived' | 'MessageQueued' }>;

const begun = (
  { data: { ticketId, contactId, connectionId, mediaType, sentAt } }: Beginning,
  rest: Pick<LivingMessage, 'status' | 'file' | 'fromMe'>,
): LivingMessage => ({
  ...{ ...rest, ticketId, contactId, connectionId, mediaType, sentAt },
  ...{ reactions: {}, changes: {} },
});

const asked = (
  message: LivingMessage,
  { data: { changeId } }: { readonly data: { readonly changeId: string } },
  change: Change,
): LivingMessage => ({
  ...message,
  changes: { ...message.changes, [changeId]: { ...change, refused: false } },
});

const without = (changes: LivingMessage['changes'], changeId: string | undefined): LivingMessage['changes'] =>
  Object.fromEntries(Object.entries(changes).filter(([id]) => id !== changeId));

/** The company reacts as one, whichever of its devices did. */
export const reactor = (reaction: { readonly fromMe: boolean; readonly by: string }): string =>
  reaction.fromMe ? 'me' : reaction.by;

export const messageEntity: Entity<Message, MessageEvent> = { initial: { status: 'none' }, evolve };
