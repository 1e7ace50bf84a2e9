import { deflateSync } from 'node:zlib';
import { proto } from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';
import { nowSeconds, type Simulator } from '../simulator.ts';
import type { Companion } from '../state/companions.ts';
import type { ShownMessage } from '../state/history.ts';
import { addressedAs, lidJid, phoneJid } from '../state/people.ts';
import { newStanzaId } from './stanza-id.ts';

const { HistorySyncType } = proto.HistorySync;
const { Type } = proto.Message.ProtocolMessage;
const MESSAGES_PER_CHAT = 50;

/**
 * The account's phone tells a new companion the names it knows and the newest messages of its chats. A
 * companion that never got this holds everything back for 20 seconds after login, so it is repeated until
 * it is acknowledged.
 */
export async function sendHistory(connection: Connection): Promise<void> {
  const { simulator, companion } = connection;
  if (!companion || simulator.companions.hasHistory(companion.jid)) return;
  const chats = simulator.history.chatsOf(companion.phone);
  const pushnames = chats
    .flatMap(chat => simulator.people.byNumber(chat) ?? [])
    .map(person => ({ id: addressedAs(person), pushname: person.name }));
  const names = { syncType: HistorySyncType.PUSH_NAME, pushnames, progress: 100, chunkOrder: 1 };
  if (pushnames.length > 0)
    await sendToOwnCompanion(simulator, companion, await notificationOf(simulator, names));
  const conversations = chats.map(chat => describeChat(simulator, companion.phone, chat));
  const recent = { syncType: HistorySyncType.RECENT, conversations, progress: 100, chunkOrder: 2 };
  await sendToOwnCompanion(simulator, companion, await notificationOf(simulator, recent));
}

/** Older messages of one chat, because a companion asked for them. */
export async function sendOlderMessages(
  simulator: Simulator,
  companion: Companion,
  asked: { chat: string; before: number; count: number; request: string },
): Promise<void> {
  const all = simulator.history.list(companion.phone, asked.chat);
  const older = all.filter(({ at }) => at < asked.before).slice(-asked.count);
  const conversations = [describeChat(simulator, companion.phone, asked.chat, older)];
  const chunk = { syncType: HistorySyncType.ON_DEMAND, conversations, progress: 100, chunkOrder: 1 };
  await sendToOwnCompanion(simulator, companion, await notificationOf(simulator, chunk, asked.request));
}

/** Sends from the account's phone to one of its companions what no chat shows; it is not queued. */
export async function sendToOwnCompanion(
  simulator: Simulator,
  companion: Companion,
  message: proto.IMessage,
): Promise<void> {
  const peer = simulator.peers.byNumber(companion.phone);
  if (!peer) return;
  await peer.exchange(
    () => peer.seal(companion, message),
    ({ type, ciphertext }) => {
      const attrs = { from: phoneJid(companion.phone), id: newStanzaId(), type: 'text', category: 'peer' };
      simulator.store.afterCommit(() =>
        simulator.online.get(companion.jid)?.send({
          tag: 'message',
          attrs: { ...attrs, t: String(nowSeconds()) },
          content: [{ tag: 'enc', attrs: { v: '2', type }, content: ciphertext }],
        }),
      );
    },
  );
}

/** A shown message as a phone passes it on to its companions. */
export function describeShown(simulator: Simulator, shown: ShownMessage): proto.IWebMessageInfo {
  const { owner, chat, id, fromMe, sender, at } = shown;
  const author = simulator.people.byNumber(sender);
  const inGroup = chat.endsWith('@g.us');
  const message = simulator.history.payload(shown);
  return {
    key: {
      remoteJid: chatJidOf(simulator, chat),
      fromMe,
      id,
      ...(inGroup && author ? { participant: lidJid(author.lid) } : {}),
    },
    messageTimestamp: Math.floor(at / 1000),
    status: proto.WebMessageInfo.Status.DELIVERY_ACK,
    ...(sender === owner || !author ? {} : { pushName: author.name }),
    ...(message ? { message } : {}),
  };
}

function describeChat(
  simulator: Simulator,
  owner: string,
  chat: string,
  messages = simulator.history.newest(owner, chat, MESSAGES_PER_CHAT),
): proto.IConversation {
  const person = simulator.people.byNumber(chat);
  const name = person?.name ?? simulator.groups.byJid(chat)?.subject ?? chat;
  return {
    id: chatJidOf(simulator, chat),
    name,
    ...(person ? { pnJid: phoneJid(person.number), lidJid: lidJid(person.lid) } : {}),
    conversationTimestamp: Math.floor((messages.at(-1)?.at ?? 0) / 1000),
    unreadCount: messages.filter(({ fromMe, status }) => !fromMe && status !== 'read').length,
    messages: messages
      .toReversed()
      .map((shown, index) => ({ message: describeShown(simulator, shown), msgOrderId: index })),
  };
}

function chatJidOf(simulator: Simulator, chat: string): string {
  const person = simulator.people.byNumber(chat);
  return person ? addressedAs(person) : chat;
}

async function notificationOf(
  simulator: Simulator,
  chunk: proto.IHistorySync,
  request?: string,
): Promise<proto.IMessage> {
  const { syncType, progress, chunkOrder } = chunk;
  return {
    protocolMessage: {
      type: Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType: Number(syncType),
        progress: progress ?? null,
        chunkOrder: chunkOrder ?? null,
        ...(await payloadOf(simulator, deflateSync(proto.HistorySync.encode(chunk).finish()))),
        ...(request === undefined ? {} : { peerDataRequestSessionId: request }),
      },
    },
  };
}

/** Within the message, or in a file that the companion fetches. */
async function payloadOf(
  { faults, media }: Simulator,
  packed: Buffer,
): Promise<proto.Message.IHistorySyncNotification> {
  if (!faults.historyInFiles) return { initialHistBootstrapInlinePayload: packed };
  const { url, mediaKeyTimestamp: _, ...file } = await media.upload(packed, 'md-msg-hist');
  return { ...file, directPath: new URL(url).pathname };
}
