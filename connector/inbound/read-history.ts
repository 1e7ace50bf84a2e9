import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { proto } from '@whiskeysockets/baileys';
import { cleanText } from '#domain/shared/text.ts';
import type { Baileys } from '../baileys.ts';
import type { Sealed } from '../media/fetch-file.ts';
import { storableJid } from '../storable.ts';
import { type Content, contentOf } from './content.ts';
import { cleanEnvelope } from './envelope.ts';
import { isGroup, isLid, isPhone } from './jids.ts';
import type { Envelope } from './journal-entry.ts';

export type HistoryMessage = {
  readonly envelope: Envelope;
  readonly content: Extract<Content, { kind: 'message' }>;
};
export type HistoryChat = {
  readonly jid: string;
  /** The same chat by its other name. */
  readonly alt: string | null;
  /** What the phone calls it; '' when it has no name for it. */
  readonly name: string;
  /** After how many seconds what is written in it vanishes. */
  readonly vanishesIn?: number;
  /** What people can read, by WhatsApp's time, made as it is asked for: a chat may be long. */
  readonly messages: () => HistoryMessage[];
};

/** Reads what is too large for a message from where WhatsApp has it; rejects behind so many bytes. */
export type ReadChunk = (chunk: Sealed, mostBytes: number) => Promise<Uint8Array>;

const mostBytes = 256 * 1024 * 1024;
const mostPacked = 64 * 1024 * 1024;
const inflated = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflate);

/** Whether a message from the account's own phone tells of older messages. */
export const isHistory = (baileys: Baileys, plain: Uint8Array): boolean =>
  notificationIn(baileys, plain) !== null;

/**
 * What such a message tells: it carries it, or says where WhatsApp has it. Rejects when that cannot be had, or is too
 * large.
 */
export const fetchHistory = async (
  baileys: Baileys,
  plain: Uint8Array,
  read: ReadChunk,
): Promise<HistoryChat[]> => {
  const notification = notificationIn(baileys, plain);
  if (!notification || !tellsMessages(baileys, notification)) return [];
  const inline = notification.initialHistBootstrapInlinePayload;
  const packed = inline?.length ? inline : await read(chunkOf(notification), mostPacked);
  const told = await inflated(packed, { maxOutputLength: mostBytes });
  const { conversations } = baileys.proto.HistorySync.decode(told);
  return (conversations ?? []).flatMap(chat => chatOf(baileys, chat) ?? []);
};

const chunkOf = ({ directPath, mediaKey }: proto.Message.IHistorySyncNotification): Sealed => ({
  ...{ kind: 'md-msg-hist', directPath: directPath ?? null, url: null },
  mediaKey: Buffer.from(mediaKey ?? []).toString('base64'),
});

const notificationIn = (baileys: Baileys, plain: Uint8Array) =>
  baileys.getHistoryMsg(baileys.proto.Message.decode(plain)) ?? null;

const tellsMessages = (baileys: Baileys, { syncType }: proto.Message.IHistorySyncNotification): boolean => {
  const { HistorySyncType } = baileys.proto.HistorySync;
  const { INITIAL_BOOTSTRAP, RECENT, FULL, ON_DEMAND } = HistorySyncType;
  return [INITIAL_BOOTSTRAP, RECENT, FULL, ON_DEMAND].some(type => Number(type) === Number(syncType));
};

const chatOf = (baileys: Baileys, chat: proto.IConversation): HistoryChat | undefined => {
  const jid = storableJid(baileys.jidNormalizedUser(chat.id ?? ''));
  const inGroup = isGroup(jid);
  if (!inGroup && !isLid(jid) && !isPhone(jid)) return undefined;
  const other = isLid(jid) ? chat.pnJid : chat.lidJid;
  const place = { jid, alt: inGroup || !other ? null : storableJid(baileys.jidNormalizedUser(other)) };
  return {
    ...place,
    name: cleanText(chat.name || chat.displayName || ''),
    ...(chat.ephemeralExpiration ? { vanishesIn: chat.ephemeralExpiration } : {}),
    // The phone lists the newest first; within a second only its order tells what came first.
    messages: () =>
      (chat.messages ?? [])
        .toReversed()
        .flatMap(({ message }) => message ?? [])
        .sort((one, other) => timeOf(baileys, one) - timeOf(baileys, other))
        .flatMap(message => messageOf(baileys, place, message) ?? []),
  };
};

const timeOf = (baileys: Baileys, { messageTimestamp }: proto.IWebMessageInfo): number =>
  messageTimestamp ? baileys.toNumber(messageTimestamp) : 0;

const messageOf = (
  baileys: Baileys,
  { jid, alt }: Pick<HistoryChat, 'jid' | 'alt'>,
  told: proto.IWebMessageInfo,
): HistoryMessage | undefined => {
  const { key, message, messageTimestamp } = told;
  if (!key?.id || !message || !messageTimestamp) return undefined;
  const content = contentOf(baileys, message);
  if (content.kind !== 'message') return undefined;
  const member = isGroup(jid) ? key.participant || told.participant : null;
  return {
    content,
    envelope: cleanEnvelope({
      ...{ id: key.id, fromMe: key.fromMe === true, remoteJid: jid, remoteJidAlt: alt },
      ...{ participant: member ? baileys.jidNormalizedUser(member) : null, participantAlt: null },
      ...{ sentAt: timeOf(baileys, told), pushName: told.pushName || null },
    }),
  };
};
