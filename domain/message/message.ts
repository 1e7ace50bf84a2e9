import type { Entity } from '../shared/decider.ts';
import type { MediaType, MessageEvent } from './events.ts';

/** How far a message of ours has come, in this order. Failed counts as not even sent. */
export const sendingStatuses = ['queued', 'failed', 'sent', 'delivered', 'read', 'played'] as const;
export type SendingStatus = (typeof sendingStatuses)[number];

type Content = {
  readonly ticketId: string;
  readonly contactId: string;
  readonly fromMe: boolean;
  readonly mediaType: MediaType;
  /** Whether the message has a file, and whether it is here. */
  readonly file: FileState;
  /** The emoji of each person, by who reacted. */
  readonly reactions: Readonly<Record<string, string>>;
};

export const fileStates = ['none', 'waiting', 'stored', 'failed'] as const;
export type FileState = (typeof fileStates)[number];

const withFile: ReadonlySet<MediaType> = new Set(['image', 'audio', 'video', 'application']);

/** The state of the file of a message that has just come in. */
export const fileToCome = (mediaType: MediaType): FileState => (withFile.has(mediaType) ? 'waiting' : 'none');

export type LivingMessage = Content & { readonly status: 'received' | SendingStatus };
export type Message =
  | { readonly status: 'none' }
  | LivingMessage
  | { readonly status: 'deleted'; readonly ticketId: string; readonly contactId: string };

export const isLivingMessage = (message: Message): message is LivingMessage =>
  message.status !== 'none' && message.status !== 'deleted';

const evolve = (message: Message, event: MessageEvent): Message => {
  if (event.type === 'MessageReceived') {
    const { ticketId, contactId, mediaType, waKey } = event.data;
    const status = waKey.fromMe ? 'sent' : 'received';
    const file = fileToCome(mediaType);
    return { status, ticketId, contactId, mediaType, file, fromMe: waKey.fromMe, reactions: {} };
  }
  if (event.type === 'MessageQueued') {
    const { ticketId, contactId, mediaType, media } = event.data;
    const file = media ? 'stored' : 'none';
    return { status: 'queued', ticketId, contactId, mediaType, file, fromMe: true, reactions: {} };
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
    case 'MessageContentRecovered':
      return { ...message, mediaType: event.data.mediaType, file: fileToCome(event.data.mediaType) };
    case 'MessageMediaStored':
      return { ...message, file: 'stored' };
    case 'MessageMediaFailed':
      return { ...message, file: 'failed' };
    case 'MessageMediaRequested':
      return { ...message, file: 'waiting' };
    case 'MessageEdited':
      return message;
    case 'MessageDeleted':
      return { status: 'deleted', ticketId: message.ticketId, contactId: message.contactId };
    case 'MessageReacted': {
      const who = reactor(event.data);
      return { ...message, reactions: { ...message.reactions, [who]: event.data.emoji } };
    }
  }
};

/** The company reacts as one, whichever of its devices did. */
export const reactor = (reaction: { readonly fromMe: boolean; readonly by: string }): string =>
  reaction.fromMe ? 'me' : reaction.by;

export const messageEntity: Entity<Message, MessageEvent> = { initial: { status: 'none' }, evolve };
