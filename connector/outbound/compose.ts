import type { proto } from '@whiskeysockets/baileys';
import { streamName } from '#domain/shared/stream.ts';
import type { EventStore, Recorded } from '#eventstore/types.ts';

/** What is to be sent; undefined when it cannot be sent in this form. */
export type Composed = {
  readonly content: proto.IMessage | undefined;
  /** It has been sent, has failed or was deleted already. */
  readonly settled: boolean;
};

const settling: ReadonlySet<string> = new Set([
  'MessageSent',
  'MessageDelivered',
  'MessageRead',
  'MessagePlayed',
  'MessageFailed',
  'MessageDeleted',
]);

/**
 * The content of a queued message, read from the log, the same each time. `ownJid` names the account when it
 * quotes itself. Undefined when there is no such queued message. Throws StoreUnavailable.
 */
export const compose = async (
  store: EventStore,
  companyId: string,
  messageId: string,
  ownJid: string,
): Promise<Composed | undefined> => {
  const events = await store.load(streamName('message', companyId, messageId));
  const queued = events.find(event => event.type === 'MessageQueued');
  if (queued?.type !== 'MessageQueued') return undefined;
  const { body, mediaType, quotedMessageId } = queued.data;
  const contextInfo = quotedMessageId ? await quote(store, companyId, quotedMessageId, ownJid) : undefined;
  const text = { text: body, ...(contextInfo ? { contextInfo } : {}) };
  return {
    content: mediaType === 'text' ? { extendedTextMessage: text } : undefined,
    settled: events.some(event => settling.has(event.type)),
  };
};

const quote = async (
  store: EventStore,
  companyId: string,
  messageId: string,
  ownJid: string,
): Promise<proto.IContextInfo | undefined> => {
  const events = await store.load(streamName('message', companyId, messageId));
  const quoted = events[0] && quotable(events[0], ownJid);
  if (!quoted) return undefined;
  let { body } = quoted;
  for (const event of events) {
    if (event.type === 'MessageEdited' || event.type === 'MessageContentRecovered') ({ body } = event.data);
  }
  const { stanzaId, participant } = quoted;
  return { stanzaId, participant, quotedMessage: { conversation: body } };
};

const quotable = (event: Recorded, ownJid: string) => {
  if (event.type === 'MessageQueued')
    return { stanzaId: event.data.waId, participant: ownJid, body: event.data.body };
  if (event.type !== 'MessageReceived') return undefined;
  const { waKey, body } = event.data;
  const participant = waKey.fromMe ? ownJid : (waKey.participant ?? waKey.remoteJid);
  return { stanzaId: waKey.id, participant, body };
};
