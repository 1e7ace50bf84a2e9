import type { proto } from '@whiskeysockets/baileys';
import { editableForMs } from '#domain/message/lifecycle.ts';
import { isLivingMessage } from '#domain/message/message.ts';
import { streamName } from '#domain/shared/stream.ts';
import type { EventStore, Recorded } from '#eventstore/types.ts';
import { stateOf } from './message-state.ts';
import type { OutboxRow } from './outbox.ts';

type Written = {
  readonly content: proto.IMessage;
  readonly attributes: Readonly<Record<string, string>>;
};
export type ComposedChange = {
  /** The chat in which the message stands; undefined when that is not known. The contact may be written to elsewhere now. */
  readonly chat: string | undefined;
  readonly writtenTo: (jid: string) => Written;
  /** `settled`: it is done or given up, or its message is gone. */
  readonly fate: 'send' | 'settled' | { readonly refused: string };
};

const revoke: proto.Message.ProtocolMessage.Type.REVOKE = 0;
const messageEdit: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT = 14;

/**
 * The content of a change, read from the log, the same each time. An edit that WhatsApp would
 * not take any more, because the connection was down too long, is refused here. Undefined when there is no such
 * change, or whose it is was erased. Throws StoreUnavailable.
 */
export const composeChange = async (
  store: EventStore,
  companyId: string,
  row: OutboxRow,
): Promise<ComposedChange | undefined> => {
  const events = await store.load(streamName('message', companyId, row.messageId));
  const [first] = events;
  const key = first && keyOf(first);
  const request = events.find(
    event => 'changeId' in event.data && event.data.changeId === row.id && !event.erased,
  );
  const write = request && writingOf(request);
  if (!key || !write) return undefined;
  const writtenTo = (remoteJid: string) => write({ ...key, remoteJid });
  return { chat: chatOf(events), writtenTo, fate: fateOf(events, row.id) };
};

/** Where it came from, or where WhatsApp took it to. */
const chatOf = (events: readonly Recorded[]): string | undefined => {
  const placed = events.findLast(({ type }) => type === 'MessageReceived' || type === 'MessageSent');
  return placed && 'waKey' in placed.data ? placed.data.waKey.remoteJid || undefined : undefined;
};

/** `edit` are WhatsApp's numbers for what a stanza changes. */
const writingOf = (request: Recorded): ((key: proto.IMessageKey) => Written) | undefined => {
  const at = Date.parse(request.metadata.at);
  switch (request.type) {
    case 'MessageDeletionRequested':
      return key => ({ content: { protocolMessage: { key, type: revoke } }, attributes: { edit: '7' } });
    case 'MessageReactionRequested': {
      const { emoji } = request.data;
      return key => ({
        content: { reactionMessage: { key, text: emoji, senderTimestampMs: at } },
        attributes: {},
      });
    }
    case 'MessageEditRequested': {
      const editedMessage = { conversation: request.data.body };
      return key => ({
        content: { protocolMessage: { key, editedMessage, timestampMs: at, type: messageEdit } },
        attributes: { edit: '1' },
      });
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

const keyOf = (event: Recorded): proto.IMessageKey | undefined => {
  if (event.type === 'MessageQueued') return { fromMe: true, id: event.data.waId };
  if (event.type !== 'MessageReceived') return undefined;
  const { id, fromMe, participant } = event.data.waKey;
  return { fromMe, id, ...(participant && !fromMe ? { participant } : {}) };
};
