import type { proto } from '@whiskeysockets/baileys';
import type { Commands } from '#commands/commands.ts';
import type { MediaType } from '#domain/message/events.ts';
import { isLivingMessage, type LivingMessage } from '#domain/message/message.ts';
import { streamName } from '#domain/shared/stream.ts';
import type { EventStore, Recorded } from '#eventstore/types.ts';
import type { Socket } from '../baileys.ts';
import type { QueuedFile } from '../media/uploads.ts';
import type { Queued } from './just-queued.ts';
import { stateOf } from './message-state.ts';

/** What is to be sent; undefined when it cannot be sent in this form. */
export type Composed = {
  readonly content: proto.IMessage | undefined;
  /** What is to be sent instead is this file, once WhatsApp has it. */
  readonly file: QueuedFile | undefined;
  /** How far the log says it has come; `deleted` also before it went out. */
  readonly status: LivingMessage['status'] | 'deleted';
  /** Somebody wants it deleted. */
  readonly unwanted: boolean;
};

type Reading = {
  readonly store: EventStore;
  readonly commands: { readonly message: Pick<Commands['message'], 'events'> };
  readonly companyId: string;
};

export type Sending = {
  /** Names the account when it quotes itself. */
  readonly ownJid: string;
  /** What is written in the chat vanishes after so many seconds. */
  readonly vanishesIn: number | undefined;
};

/**
 * The content of a queued message, the same each time: of the one with an id, read from the log, or of one that the
 * log has just told. Undefined when there is no such queued message, or
 * its contact was erased. Throws StoreUnavailable.
 */
export const compose = async (
  { store, commands, companyId }: Reading,
  message: string | Queued,
  { ownJid, vanishesIn }: Sending,
): Promise<Composed | undefined> => {
  const events = typeof message === 'string' ? await commands.message.events(companyId, message) : [message];
  const queued = events.find(event => event.type === 'MessageQueued');
  if (queued?.type !== 'MessageQueued' || queued.erased) return undefined;
  const { body, mediaType, quotedMessageId, media } = queued.data;
  const quoted = quotedMessageId ? await quote(store, companyId, quotedMessageId, ownJid) : undefined;
  const contextInfo = vanishesIn ? { ...quoted, expiration: vanishesIn } : quoted;
  const text = { text: body, ...(contextInfo ? { contextInfo } : {}) };
  const state = stateOf(events);
  const changes = isLivingMessage(state) ? Object.values(state.changes) : [];
  return {
    content: mediaType === 'text' ? { extendedTextMessage: text } : undefined,
    file: media ? { media, mediaType, caption: body === media.name ? '' : body, contextInfo } : undefined,
    status: isLivingMessage(state) ? state.status : 'deleted',
    unwanted: changes.some(({ kind, refused }) => kind === 'deletion' && !refused),
  };
};

/** How a row of the outbox is sent through a socket. */
export const sendingOf = ({ vanishesIn }: { vanishesIn?: number | undefined }, socket: Socket): Sending => ({
  ownJid: (socket.user?.lid ?? socket.user?.id ?? '').replace(/:\d+@/, '@'),
  vanishesIn,
});

/** What was deleted in the meantime is not quoted any more. */
const quote = async (
  store: EventStore,
  companyId: string,
  messageId: string,
  ownJid: string,
): Promise<proto.IContextInfo | undefined> => {
  const events = await store.load(streamName('message', companyId, messageId));
  const quoted = events[0] && quotable(events[0], ownJid);
  const state = stateOf(events);
  if (!quoted || !isLivingMessage(state)) return undefined;
  let { body } = quoted;
  for (const event of events) {
    if (event.type === 'MessageEdited' || event.type === 'MessageContentRecovered') ({ body } = event.data);
  }
  const { stanzaId, participant } = quoted;
  return { stanzaId, participant, quotedMessage: excerpt(state.mediaType, body) };
};

const quotable = (event: Recorded, ownJid: string) => {
  if (event.type === 'MessageQueued')
    return { stanzaId: event.data.waId, participant: ownJid, body: event.data.body };
  if (event.type !== 'MessageReceived') return undefined;
  const { waKey, body } = event.data;
  const participant = waKey.fromMe ? ownJid : (waKey.participant ?? waKey.remoteJid);
  return { stanzaId: waKey.id, participant, body };
};

/** What the phone shows beside an answer: the words, or the kind of what has none. */
const excerpt = (mediaType: MediaType, body: string): proto.IMessage => {
  switch (mediaType) {
    case 'image':
      return { imageMessage: { caption: body } };
    case 'video':
      return { videoMessage: { caption: body } };
    case 'audio':
      return { audioMessage: {} };
    case 'application':
      return { documentMessage: { fileName: body } };
    case 'vcard':
    case 'contactMessage':
      return { contactMessage: { vcard: body } };
    case 'locationMessage':
      return { locationMessage: {} };
    default:
      return { conversation: body };
  }
};
