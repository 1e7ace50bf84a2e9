import type { proto } from '@whiskeysockets/baileys';
import { editableForMs } from '#domain/message/lifecycle.ts';
import { isLivingMessage } from '#domain/message/message.ts';
import { streamName } from '#domain/shared/stream.ts';
import type { EventStore, Recorded } from '#eventstore/types.ts';
import { stateOf } from './message-state.ts';
import type { OutboxRow } from './outbox.ts';

export type ComposedChange = {
  readonly content: proto.IMessage;
  readonly attributes: Readonly<Record<string, string>>;
  /** `settled`: it is done or given up, or its message is gone. */
  readonly fate: 'send' | 'settled' | { readonly refused: string };
};

const revoke: proto.Message.ProtocolMessage.Type.REVOKE = 0;
const messageEdit: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT = 14;

/**
 * The content of a change, read from the log, the same each time. `jid` is the chat's. An edit that WhatsApp would
 * not take any more, because the connection was down too long, is refused here. Undefined when there is no such
 * change, or whose it is was erased. Throws StoreUnavailable.
 */
export const composeChange = async (
  store: EventStore,
  companyId: string,
  row: OutboxRow,
  jid: string,
): Promise<ComposedChange | undefined> => {
  const events = await store.load(streamName('message', companyId, row.messageId));
  const key = events[0] && keyOf(events[0], jid);
  const request = events.find(
    event => 'changeId' in event.data && event.data.changeId === row.id && !event.erased,
  );
  const written = key && request && contentOf(request, key);
  return written && { ...written, fate: fateOf(events, row.id) };
};

/** `edit` are WhatsApp's numbers for what a stanza changes. */
const contentOf = (request: Recorded, key: proto.IMessageKey): Omit<ComposedChange, 'fate'> | undefined => {
  const at = Date.parse(request.metadata.at);
  switch (request.type) {
    case 'MessageDeletionRequested':
      return { content: { protocolMessage: { key, type: revoke } }, attributes: { edit: '7' } };
    case 'MessageReactionRequested': {
      const reactionMessage = { key, text: request.data.emoji, senderTimestampMs: at };
      return { content: { reactionMessage }, attributes: {} };
    }
    case 'MessageEditRequested': {
      const editedMessage = { conversation: request.data.body };
      const protocolMessage = { key, editedMessage, timestampMs: at, type: messageEdit };
      return { content: { protocolMessage }, attributes: { edit: '1' } };
    }
    default:
      return undefined;
  }
};

const fateOf = (events: readonly Recorded[], changeId: string): ComposedChange['fate'] => {
  const state = stateOf(events);
  const change = isLivingMessage(state) ? state.changes[changeId] : undefined;
  if (!isLivingMessage(state) || !change || change.refused) return 'settled';
  if (state.status === 'failed' && change.kind !== 'deletion') return { refused: 'not-sent' };
  const tooLate = Date.now() - sentAt(events, state.sentAt) > editableForMs;
  return change.kind === 'edit' && tooLate ? { refused: 'ERR_EDIT_WAPP_MSG' } : 'send';
};

/** WhatsApp counts from when it took the message, which is later than when it was written. */
const sentAt = (events: readonly Recorded[], written: string): number =>
  Date.parse(events.find(event => event.type === 'MessageSent')?.metadata.at ?? written);

const keyOf = (event: Recorded, remoteJid: string): proto.IMessageKey | undefined => {
  if (event.type === 'MessageQueued') return { remoteJid, fromMe: true, id: event.data.waId };
  if (event.type !== 'MessageReceived') return undefined;
  const { id, fromMe, participant } = event.data.waKey;
  return { remoteJid, fromMe, id, ...(participant && !fromMe ? { participant } : {}) };
};
