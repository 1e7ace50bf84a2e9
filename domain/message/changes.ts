import { type Decision, nothing, type Rejection, reject } from '../shared/decision.ts';
import type { ErrorCode } from '../shared/errors.ts';
import { refuseSend, type Sender } from '../ticket/decide.ts';
import type { Ticket } from '../ticket/ticket.ts';
import { isReaction } from './emoji.ts';
import type { MessageEvent } from './events.ts';
import { deletableForMs, editableForMs } from './lifecycle.ts';
import { isLivingMessage, type LivingMessage, type Message } from './message.ts';

type Decided = Decision<MessageEvent>;

type Asked = {
  readonly messageId: string;
  readonly changeId: string;
  readonly waId: string;
  readonly userId: string | null;
};

/** Whose wish it is, on which ticket, and when (ISO): who may answer the ticket may change its messages. */
export type Asking = { readonly ticket: Ticket; readonly sender: Sender; readonly at: string };

/** A failed message goes out again under its id. What is on its way or further needs no second time, nor what is being deleted. */
export const retryMessage = (
  command: { readonly messageId: string; readonly userId: string | null },
  message: Message,
  asking: Asking,
): Decided =>
  allowed(message, asking, living => {
    if (!living.fromMe) return reject('ERR_NO_MESSAGE_FOUND', { reason: 'not-own' });
    const unwanted = pending(living).some(({ kind }) => kind === 'deletion');
    if (living.status !== 'failed' || unwanted) return nothing;
    const { connectionId } = living;
    return [{ type: 'MessageRetried', data: { ...command, connectionId } }];
  });

/** Only texts of the company's own, within fifteen minutes. */
export const requestEdit = (
  command: Asked & { readonly body: string },
  message: Message,
  asking: Asking,
): Decided =>
  allowed(message, asking, living => {
    if (command.body.trim() === '') return reject('ERR_EMPTY_MESSAGE');
    const refused = refuseChange('ERR_EDIT_WAPP_MSG', editableForMs, living, asking);
    if (refused) return refused;
    if (living.mediaType !== 'text' || living.status === 'failed')
      return reject('ERR_EDIT_WAPP_MSG', { reason: living.status === 'failed' ? 'not-sent' : 'not-text' });
    const { connectionId } = living;
    return [{ type: 'MessageEditRequested', data: { ...command, connectionId } }];
  });

/** Only messages of the company's own, within sixty hours. A second wish while the first is on its way is the same. */
export const requestDeletion = (command: Asked, message: Message, asking: Asking): Decided => {
  if (message.status === 'deleted') return nothing;
  return allowed(message, asking, living => {
    const refused = refuseChange('ERR_DELETE_WAPP_MSG', deletableForMs, living, asking);
    if (refused) return refused;
    if (pending(living).some(({ kind }) => kind === 'deletion')) return nothing;
    const { connectionId } = living;
    return [{ type: 'MessageDeletionRequested', data: { ...command, connectionId } }];
  });
};

/** The company has one reaction to a message; an empty emoji takes it back. What is no emoji: ERR_VALIDATION. */
export const requestReaction = (
  command: Asked & { readonly emoji: string },
  message: Message,
  asking: Asking,
): Decided =>
  allowed(message, asking, living => {
    if (!isReaction(command.emoji)) return reject('ERR_VALIDATION', { field: 'emoji' });
    if (living.status === 'failed') return reject('ERR_NO_MESSAGE_FOUND', { reason: 'not-sent' });
    const asked = pending(living).flatMap(change => (change.kind === 'reaction' ? [change.emoji] : []));
    if (command.emoji === (asked.at(-1) ?? living.reactions.me ?? '')) return nothing;
    const { connectionId } = living;
    return [{ type: 'MessageReactionRequested', data: { ...command, connectionId } }];
  });

type OfChange = { readonly messageId: string; readonly changeId: string };

/** WhatsApp has taken it, even when that was given up before. Quiet on what is done already. */
export const recordChangeDone = ({ messageId, changeId }: OfChange, message: Message): Decided =>
  onChange(changeId, message, change => {
    switch (change.kind) {
      case 'edit':
        return [{ type: 'MessageEdited', data: { messageId, changeId, body: change.body } }];
      case 'deletion':
        return [{ type: 'MessageDeleted', data: { messageId, changeId } }];
      case 'reaction': {
        const { emoji } = change;
        return [{ type: 'MessageReacted', data: { messageId, changeId, emoji, fromMe: true, by: '' } }];
      }
    }
  });

export const recordChangeRefused = (
  command: OfChange & { readonly reason: string },
  message: Message,
): Decided =>
  onChange(command.changeId, message, change =>
    change.refused ? nothing : [{ type: 'MessageChangeRefused', data: command }],
  );

const onChange = (
  changeId: string,
  message: Message,
  decide: (change: LivingMessage['changes'][string]) => Decided,
): Decided => {
  if (message.status === 'none') return reject('ERR_NO_MESSAGE_FOUND');
  const change = isLivingMessage(message) ? message.changes[changeId] : undefined;
  return change ? decide(change) : nothing;
};

const allowed = (
  message: Message,
  { ticket, sender }: Asking,
  decide: (message: LivingMessage) => Decided,
): Decided => {
  if (!isLivingMessage(message)) return reject('ERR_NO_MESSAGE_FOUND');
  return refuseSend(ticket, sender) ?? decide(message);
};

const refuseChange = (
  code: ErrorCode,
  withinMs: number,
  { fromMe, sentAt }: LivingMessage,
  { at }: Asking,
): Rejection | undefined => {
  if (!fromMe) return reject(code, { reason: 'not-own' });
  return Date.parse(at) - Date.parse(sentAt) > withinMs ? reject(code, { reason: 'too-old' }) : undefined;
};

const pending = ({ changes }: LivingMessage) => Object.values(changes).filter(({ refused }) => !refused);
