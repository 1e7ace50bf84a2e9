import type { proto, WAMessageContent } from '@whiskeysockets/baileys';
import { isReaction } from '#domain/message/emoji.ts';
import type { MediaType } from '#domain/message/events.ts';
import { cleanTexts, fileName } from '#domain/shared/text.ts';
import type { Baileys } from '../baileys.ts';
import { fileOf, type RemoteFile } from '../media/remote-file.ts';
import { storableId } from '../storable.ts';
import { readableOf } from './readable.ts';

/** What a decrypted message means to the inbox. Targets and quotes are WhatsApp's ids. */
export type Content =
  | {
      readonly kind: 'message';
      readonly body: string;
      readonly mediaType: MediaType;
      readonly quoted: Target | null;
      readonly file?: RemoteFile;
    }
  | { readonly kind: 'reaction'; readonly target: Target; readonly emoji: string }
  | { readonly kind: 'edit'; readonly target: Target; readonly body: string }
  | { readonly kind: 'revoke'; readonly target: Target }
  | { readonly kind: 'nothing'; readonly reason: 'protocol' | 'vote' | 'no-content' };
/** A message that another one is about. */
export type Target = {
  readonly id: string;
  /** Whether it was written by who writes about it; null when that is not said. */
  readonly own: boolean | null;
  /** Who wrote it, when that is said. */
  readonly author: string | null;
};

/**
 * Reads the content of a decrypted message. What is no message for people is `nothing`, and why; a kind that cannot
 * be shown is a message all the same, of the type `unsupported`.
 */
export const readContent = (baileys: Baileys, plain: Uint8Array): Content =>
  contentOf(baileys, baileys.proto.Message.decode(plain));

/** The same of a message that is decoded already. Texts are clean: the sender may have written anything. */
export const contentOf = (baileys: Baileys, decoded: WAMessageContent): Content =>
  cleanTexts(readWhole(baileys, decoded));

const readWhole = (baileys: Baileys, decoded: WAMessageContent): Content => {
  const outer = decoded.deviceSentMessage?.message ?? decoded;
  const message = baileys.normalizeMessageContent(outer);
  if (isForOneLook(outer, message)) return said('view_once', '');
  if (!message) return nothing('no-content');
  if (message.reactionMessage) {
    const { key, text } = message.reactionMessage;
    const target = targetOf(key);
    const emoji = text ?? '';
    return target && isReaction(emoji) ? { kind: 'reaction', target, emoji } : nothing('no-content');
  }
  if (message.protocolMessage) return readProtocol(baileys, message.protocolMessage);
  return readMessage(message);
};

const nothing = (reason: Extract<Content, { kind: 'nothing' }>['reason']): Content => ({
  kind: 'nothing',
  reason,
});

const targetOf = (key: proto.IMessageKey | null | undefined): Target | undefined =>
  key?.id ? { id: storableId(key.id), own: key.fromMe ?? null, author: key.participant || null } : undefined;

/** Only the phone opens what may be seen once. The same wrapping is used for messages with buttons. */
const isForOneLook = (outer: WAMessageContent, message: WAMessageContent | undefined): boolean => {
  const { viewOnceMessage, viewOnceMessageV2, viewOnceMessageV2Extension } =
    outer.ephemeralMessage?.message ?? outer;
  const file = message?.imageMessage ?? message?.videoMessage ?? message?.audioMessage;
  if (file?.viewOnce) return true;
  const wrapped = viewOnceMessage ?? viewOnceMessageV2 ?? viewOnceMessageV2Extension;
  return !!wrapped && (!!file || kindsOf(message ?? {}).length === 0);
};

/** Which kinds of content a message holds, beside what only accompanies it. */
const kindsOf = (message: WAMessageContent): string[] =>
  Object.entries(message).flatMap(([kind, value]) => (value && !accompanying.has(kind) ? [kind] : []));

const accompanying = new Set(['messageContextInfo', 'senderKeyDistributionMessage']);

const readProtocol = (
  baileys: Baileys,
  { type, key, editedMessage }: proto.Message.IProtocolMessage,
): Content => {
  const { Type } = baileys.proto.Message.ProtocolMessage;
  const target = targetOf(key);
  if (!target) return nothing('protocol');
  if (type === Type.REVOKE) return { kind: 'revoke', target };
  if (type !== Type.MESSAGE_EDIT) return nothing('protocol');
  const edited = readMessage(baileys.normalizeMessageContent(editedMessage) ?? {});
  return edited.kind === 'message' ? { kind: 'edit', target, body: edited.body } : nothing('no-content');
};

type Quoting = { readonly contextInfo?: proto.IContextInfo | null };

type Said = Extract<Content, { kind: 'message' }>;

const said = (mediaType: MediaType, body: string | null | undefined, quoting: Quoting = {}): Said => ({
  kind: 'message',
  mediaType,
  body: body ?? '',
  quoted: quotedBy(quoting),
});

const quotedBy = ({ contextInfo }: Quoting): Target | null =>
  contextInfo?.stanzaId
    ? { id: storableId(contextInfo.stanzaId), own: null, author: contextInfo.participant || null }
    : null;

const readMessage = (message: WAMessageContent): Content => {
  const { extendedTextMessage: text, locationMessage: place, liveLocationMessage: live } = message;
  if (typeof message.conversation === 'string' && message.conversation !== '')
    return said('text', message.conversation);
  if (text) return said('text', text.text, text);
  if (place) return said('locationMessage', locationBody(place), place);
  if (live) return said('locationMessage', locationBody({ ...live, comment: live.caption ?? null }), live);
  const media = readMedia(message);
  if (!media) return readCards(message) ?? readOther(message);
  const file = fileOf(message);
  return file ? { ...media, file } : media;
};

const readMedia = (message: WAMessageContent): Said | undefined => {
  const { imageMessage, videoMessage, ptvMessage, audioMessage, documentMessage } = message;
  const stickerMessage = message.stickerMessage ?? message.lottieStickerMessage?.message?.stickerMessage;
  if (imageMessage) return said('image', imageMessage.caption, imageMessage);
  if (videoMessage) return said('video', videoMessage.caption, videoMessage);
  if (ptvMessage) return said('video', ptvMessage.caption, ptvMessage);
  if (audioMessage) return said('audio', '', audioMessage);
  if (stickerMessage) return said('image', '', stickerMessage);
  if (documentMessage)
    return said(
      'application',
      documentMessage.caption || fileName(documentMessage.fileName ?? ''),
      documentMessage,
    );
  return undefined;
};

const readCards = (message: WAMessageContent): Content | undefined => {
  const { contactMessage, contactsArrayMessage } = message;
  if (contactMessage) return said('vcard', contactMessage.vcard, contactMessage);
  if (contactsArrayMessage) {
    const cards = (contactsArrayMessage.contacts ?? []).map(card => card.vcard ?? '');
    return said('vcard', cards.join('\n'), contactsArrayMessage);
  }
  return undefined;
};

const readOther = (message: WAMessageContent): Content => {
  if (message.callLogMesssage) return said('call_log', '');
  const readable = readableOf(message);
  if (readable) return said('text', readable.text, readable.quoting);
  if (message.pollUpdateMessage) return nothing('vote');
  const kinds = kindsOf(message);
  if (kinds.length === 0) return nothing(message.senderKeyDistributionMessage ? 'protocol' : 'no-content');
  return kinds.every(kind => silent.has(kind)) ? nothing('protocol') : said('unsupported', '');
};

/** What devices tell each other, or what only goes with other messages. */
const silent = new Set([
  'albumMessage',
  'call',
  'chat',
  'conversation',
  'encCommentMessage',
  'encEventResponseMessage',
  'encReactionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'keepInChatMessage',
  'messageHistoryBundle',
  'messageHistoryNotice',
  'pinInChatMessage',
  'pollResultSnapshotMessage',
  'secretEncryptedMessage',
  'stickerSyncRmrMessage',
]);

/** Image, link and description, parted by bars. Specification, core, section 3. */
const locationBody = (place: proto.Message.ILocationMessage): string => {
  const point = `${place.degreesLatitude ?? 0},${place.degreesLongitude ?? 0}`;
  const thumbnail = place.jpegThumbnail?.length
    ? `data:image/jpeg;base64,${Buffer.from(place.jpegThumbnail).toString('base64')}`
    : '';
  const link = `https://maps.google.com/maps?q=${encodeURIComponent(point)}&z=17`;
  const description = [place.name, place.address, place.comment].filter(Boolean).join(', ');
  return [thumbnail, link, ...(description ? [description.replaceAll('|', ' ')] : [])].join('|');
};
