import { type Decision, isRejection, nothing, reject } from '../shared/decision.ts';
import { refuseClosed, refuseMenuText, refuseSend, type Sender } from '../ticket/decide.ts';
import { isLiving, type Ticket } from '../ticket/ticket.ts';
import { type AutomaticKind, isOfMenu, isSentWhileClosed } from './automatic.ts';
import { isReaction } from './emoji.ts';
import type { Media, MediaHint, MediaType, Mention, MessageEvent, WaKey } from './events.ts';
import {
  isLivingMessage,
  type LivingMessage,
  type Message,
  mayFail,
  reactor,
  type SendingStatus,
  sendingStatuses,
} from './message.ts';
import type { Part } from './parts.ts';

type Decided = Decision<MessageEvent>;

type Content = {
  readonly body: string;
  readonly mediaType: MediaType;
  readonly quotedMessageId: string | null;
};

/** What a message shows beside its words, and whom they name. */
type Shown = {
  readonly parts?: Part[] | null | undefined;
  readonly mentions?: Mention[] | null | undefined;
};

export type QueueMessage = Content & {
  readonly messageId: string;
  readonly ticketId: string;
  readonly waId: string;
  readonly userId: string | null;
  readonly sentAt: string;
  readonly media?: Media | null | undefined;
  readonly mass?: boolean | undefined;
  readonly automatic?: AutomaticKind | undefined;
  readonly externalId?: string | null | undefined;
};

/** Text without a visible character is not sent; media may stand without a caption. */
export const queueMessage = (
  command: QueueMessage,
  message: Message,
  ticket: Ticket,
  sender: Sender,
): Decided => {
  if (message.status !== 'none') return reject('ERR_CREATING_MESSAGE', { messageId: command.messageId });
  if (command.mediaType === 'text' && command.body.trim() === '') return reject('ERR_EMPTY_MESSAGE');
  const refusal = refusalOf(command.automatic)(ticket, sender);
  if (refusal) return refusal;
  if (!isLiving(ticket)) return reject('ERR_NO_TICKET_FOUND');
  const { contactId, connectionId } = ticket;
  return [{ type: 'MessageQueued', data: { ...command, contactId, connectionId } }];
};

const refusalOf = (kind: AutomaticKind | undefined) => {
  if (isOfMenu(kind)) return refuseMenuText;
  return isSentWhileClosed(kind) ? refuseClosed : refuseSend;
};

export type ReceiveMessage = Extract<MessageEvent, { type: 'MessageReceived' }>['data'];

/** The same message again is the same message. */
export const receiveMessage = (command: ReceiveMessage, message: Message): Decided =>
  message.status === 'none' ? [{ type: 'MessageReceived', data: command }] : nothing;

export const moveMessage = (
  command: { readonly messageId: string; readonly ticketId: string },
  message: Message,
): Decided => {
  if (message.status === 'none') return reject('ERR_NO_MESSAGE_FOUND');
  return message.ticketId === command.ticketId ? nothing : [{ type: 'MessageMoved', data: command }];
};

export const recordSent = (
  command: { readonly messageId: string; readonly waKey: WaKey },
  message: Message,
): Decided => further(message, 'sent', { type: 'MessageSent', data: command });

type OfMessage = { readonly messageId: string };

export const recordDelivered = (command: OfMessage, message: Message): Decided =>
  further(message, 'delivered', { type: 'MessageDelivered', data: command });

export const recordRead = (command: OfMessage, message: Message): Decided =>
  further(message, 'read', { type: 'MessageRead', data: command });

/** What was played was read, whether or not a receipt ever says so: the log says both, and each once. */
export const recordPlayed = (command: OfMessage, message: Message): Decided => {
  const played = further(message, 'played', { type: 'MessagePlayed', data: command });
  if (isRejection(played) || played.length === 0) return played;
  const read = recordRead(command, message);
  return isRejection(read) ? read : [...read, ...played];
};

/** It went out, perhaps: only what is not settled yet is in doubt. */
export const recordUnconfirmed = (command: OfMessage, message: Message): Decided =>
  on(message, ({ fromMe, status }) =>
    fromMe && status === 'queued' ? [{ type: 'MessageUnconfirmed', data: command }] : nothing,
  );

/** Only what may still fail does; with `unlessSent`, not what WhatsApp has taken either. */
export const recordFailed = (
  { unlessSent, ...data }: OfMessage & { readonly reason: string; readonly unlessSent?: boolean | undefined },
  message: Message,
): Decided =>
  on(message, living =>
    living.fromMe && mayFail(living.status) && !(unlessSent && living.status === 'sent')
      ? [{ type: 'MessageFailed', data }]
      : nothing,
  );

/** Only a message that could not be read at first is filled in later. */
export const recoverContent = (
  command: OfMessage & Content & Shown & { readonly mediaHint?: MediaHint | null | undefined },
  message: Message,
): Decided =>
  on(message, living =>
    living.mediaType === 'unavailable' && command.mediaType !== 'unavailable'
      ? [{ type: 'MessageContentRecovered', data: command }]
      : nothing,
  );

/** Once it is there it stays what it was. */
export const recordMediaStored = (
  command: OfMessage & { readonly media: Media | null },
  message: Message,
): Decided =>
  on(message, ({ file }) =>
    file === 'waiting' || file === 'failed' ? [{ type: 'MessageMediaStored', data: command }] : nothing,
  );

export const recordMediaFailed = (
  command: OfMessage & { readonly reason: string },
  message: Message,
): Decided =>
  on(message, ({ file }) => (file === 'waiting' ? [{ type: 'MessageMediaFailed', data: command }] : nothing));

/** Only a file that could not be had is tried again; the others are on their way or there. */
export const requestMedia = (command: OfMessage, message: Message): Decided =>
  on(message, ({ file }) =>
    file === 'failed' ? [{ type: 'MessageMediaRequested', data: command }] : nothing,
  );

export const recordEdited = (
  command: OfMessage & Shown & { readonly body: string },
  message: Message,
): Decided => on(message, () => [{ type: 'MessageEdited', data: command }]);

/** It was edited on a phone, and the new words cannot be read here. */
export const recordEditUnreadable = (command: OfMessage, message: Message): Decided =>
  on(message, () => [{ type: 'MessageEditUnreadable', data: command }]);

export const recordDeleted = (command: OfMessage, message: Message): Decided =>
  on(message, () => [{ type: 'MessageDeleted', data: command }]);

/** An empty emoji takes the reaction back. What is no emoji may say anything of anybody: ERR_VALIDATION. */
export const recordReaction = (
  command: OfMessage & { readonly emoji: string; readonly fromMe: boolean; readonly by: string },
  message: Message,
): Decided =>
  on(message, living => {
    if (!isReaction(command.emoji)) return reject('ERR_VALIDATION', { field: 'emoji' });
    if ((living.reactions[reactor(command)] ?? '') === command.emoji) return nothing;
    return [{ type: 'MessageReacted', data: command }];
  });

/** Receipts overtake each other: only one that leads further counts, and only for messages of ours. */
const further = (message: Message, status: SendingStatus, event: MessageEvent): Decided =>
  on(message, living => (living.fromMe && rank(status) > rank(living.status) ? [event] : nothing));

const rank = (status: LivingMessage['status']): number =>
  status === 'received' ? -1 : sendingStatuses.indexOf(status);

const on = (message: Message, decide: (message: LivingMessage) => Decided): Decided => {
  if (message.status === 'none') return reject('ERR_NO_MESSAGE_FOUND');
  return isLivingMessage(message) ? decide(message) : nothing;
};
