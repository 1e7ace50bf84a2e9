import type { proto, WAMessageContent } from '@whiskeysockets/baileys';
import type { MediaType } from '#domain/message/events.ts';
import type { Baileys } from '../baileys.ts';

/** What a decrypted message means to the inbox. Targets and quotes are WhatsApp's ids. */
export type Content =
  | {
      readonly kind: 'message';
      readonly body: string;
      readonly mediaType: MediaType;
      readonly quoted: string | null;
    }
  | { readonly kind: 'reaction'; readonly target: Target; readonly emoji: string }
  | { readonly kind: 'edit'; readonly target: Target; readonly body: string }
  | { readonly kind: 'revoke'; readonly target: Target }
  | { readonly kind: 'nothing' };
export type Target = { readonly id: string };

/** Reads the content of a decrypted message; what is no message for people is `nothing`. */
export const readContent = (baileys: Baileys, plain: Uint8Array): Content => {
  const decoded = baileys.proto.Message.decode(plain);
  const message = baileys.normalizeMessageContent(decoded.deviceSentMessage?.message ?? decoded);
  if (!message) return nothing;
  if (message.reactionMessage) {
    const { key, text } = message.reactionMessage;
    return key?.id ? { kind: 'reaction', target: { id: key.id }, emoji: text ?? '' } : nothing;
  }
  if (message.protocolMessage) return readProtocol(baileys, message.protocolMessage);
  return readMessage(message);
};

const nothing: Content = { kind: 'nothing' };

const readProtocol = (
  baileys: Baileys,
  { type, key, editedMessage }: proto.Message.IProtocolMessage,
): Content => {
  const { Type } = baileys.proto.Message.ProtocolMessage;
  if (!key?.id) return nothing;
  const target = { id: key.id };
  if (type === Type.REVOKE) return { kind: 'revoke', target };
  if (type !== Type.MESSAGE_EDIT) return nothing;
  const edited = readMessage(baileys.normalizeMessageContent(editedMessage) ?? {});
  return edited.kind === 'message' ? { kind: 'edit', target, body: edited.body } : nothing;
};

type Quoting = { readonly contextInfo?: proto.IContextInfo | null };

const said = (mediaType: MediaType, body: string | null | undefined, quoting: Quoting = {}): Content => ({
  kind: 'message',
  mediaType,
  body: body ?? '',
  quoted: quoting.contextInfo?.stanzaId ?? null,
});

const readMessage = (message: WAMessageContent): Content => {
  const { extendedTextMessage: text, locationMessage: place, liveLocationMessage: live } = message;
  if (typeof message.conversation === 'string' && message.conversation !== '')
    return said('text', message.conversation);
  if (text) return said('text', text.text, text);
  if (place) return said('locationMessage', locationBody(place), place);
  if (live) return said('locationMessage', locationBody({ ...live, comment: live.caption ?? null }), live);
  return readMedia(message) ?? readCards(message) ?? nothing;
};

const readMedia = (message: WAMessageContent): Content | undefined => {
  const { imageMessage, videoMessage, ptvMessage, audioMessage, documentMessage, stickerMessage } = message;
  if (imageMessage) return said('image', imageMessage.caption, imageMessage);
  if (videoMessage) return said('video', videoMessage.caption, videoMessage);
  if (ptvMessage) return said('video', ptvMessage.caption, ptvMessage);
  if (audioMessage) return said('audio', '', audioMessage);
  if (stickerMessage) return said('image', '', stickerMessage);
  if (documentMessage)
    return said('application', documentMessage.caption || documentMessage.fileName, documentMessage);
  return undefined;
};

const readCards = (message: WAMessageContent): Content | undefined => {
  const { contactMessage, contactsArrayMessage, buttonsResponseMessage, listResponseMessage } = message;
  if (contactMessage) return said('vcard', contactMessage.vcard, contactMessage);
  if (contactsArrayMessage) {
    const cards = (contactsArrayMessage.contacts ?? []).map(card => card.vcard ?? '');
    return said('vcard', cards.join('\n'), contactsArrayMessage);
  }
  if (buttonsResponseMessage)
    return said('text', buttonsResponseMessage.selectedDisplayText, buttonsResponseMessage);
  if (listResponseMessage) return said('text', listResponseMessage.title, listResponseMessage);
  return undefined;
};

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
