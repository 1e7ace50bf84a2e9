import type { MessageEvent } from '../../message/events.ts';
import { isLivingMessage, type Message, messageEntity, reactor } from '../../message/message.ts';
import type { Entity } from '../../shared/decider.ts';
import { portrait } from '../portrait.ts';

/** The message with its words, which no decision needs, and the name of its file. */
type Shown = {
  readonly message: Message;
  readonly body: string | undefined;
  readonly fileName: string | null | undefined;
};

const entity: Entity<Shown, MessageEvent> = {
  initial: { message: messageEntity.initial, body: undefined, fileName: undefined },
  evolve: (shown, event) => {
    const next = { ...shown, message: messageEntity.evolve(shown.message, event) };
    switch (event.type) {
      case 'MessageReceived':
      case 'MessageContentRecovered':
        return { ...next, body: event.data.body, fileName: event.data.mediaHint?.name };
      case 'MessageQueued':
        return { ...next, body: event.data.body, fileName: event.data.media?.name };
      case 'MessageMediaStored':
        return { ...next, fileName: event.data.media?.name ?? shown.fileName };
      case 'MessageEdited':
        return { ...next, body: event.data.body };
      default:
        return next;
    }
  },
};

const picture = ({ message, body, fileName }: Shown, { data }: MessageEvent) => {
  const living = isLivingMessage(message) ? message : undefined;
  const place = message.status === 'none' ? undefined : message;
  const change = living && 'changeId' in data ? living.changes[data.changeId ?? ''] : undefined;
  return {
    messageStatus: place?.status,
    ticketId: place?.ticketId,
    contactId: place?.contactId,
    connectionId: living?.connectionId,
    fromMe: living?.fromMe,
    mediaType: living?.mediaType,
    body: living && body,
    fileName: living && fileName,
    fileState: living && (living.file === 'none' ? null : living.file),
    /** How what somebody asked for stands. */
    request: change && (change.refused ? 'refused' : 'waiting'),
    /** Of the one who reacted. */
    emoji: living && 'by' in data ? living.reactions[reactor(data)] : undefined,
  };
};

const place = ['messageStatus', 'ticketId', 'contactId', 'connectionId'] as const;
const content = ['mediaType', 'body', 'fileName', 'fileState'] as const;

export const messagePortrait = portrait({
  entity,
  picture,
  shows: {
    MessageReceived: {
      of: [...place, ...content, 'fromMe'],
      said: ['sentAt', 'senderName', 'history', 'answers'],
    },
    MessageQueued: {
      of: [...place, ...content],
      said: ['sentAt', 'userId', 'automatic', 'mass', 'externalId'],
    },
    MessageUnconfirmed: { of: ['messageStatus'] },
    MessageRetried: { of: ['messageStatus'], said: ['userId'] },
    MessageSent: { of: ['messageStatus'] },
    MessageDelivered: { of: ['messageStatus'] },
    MessageRead: { of: ['messageStatus'] },
    MessagePlayed: { of: ['messageStatus'] },
    MessageFailed: { of: ['messageStatus'], said: ['reason'] },
    MessageMoved: { of: ['ticketId'] },
    MessageContentRecovered: { of: content },
    MessageMediaStored: { of: ['fileState', 'fileName'] },
    MessageMediaFailed: { of: ['fileState'], said: ['reason'] },
    MessageMediaRequested: { of: ['fileState'] },
    MessageEditRequested: { of: ['request'], said: ['body'] },
    MessageDeletionRequested: { of: ['request'] },
    MessageReactionRequested: { of: ['request'], said: ['emoji'] },
    MessageChangeRefused: { of: ['request'], said: ['reason'] },
    MessageEdited: { of: ['body'] },
    MessageEditUnreadable: {},
    MessageDeleted: { of: ['messageStatus', ...content] },
    MessageReacted: { of: ['emoji'] },
  },
});
