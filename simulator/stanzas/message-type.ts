import { normalizeMessageContent, proto } from '@whiskeysockets/baileys';

/** The kind of media a message's ciphertext is marked with; undefined for what is no media. */
export function mediaTypeOf(message: proto.IMessage): string | undefined {
  if (message.imageMessage) return 'image';
  if (message.videoMessage) return message.videoMessage.gifPlayback ? 'gif' : 'video';
  if (message.audioMessage) return message.audioMessage.ptt ? 'ptt' : 'audio';
  if (message.documentMessage) return 'document';
  if (message.stickerMessage) return 'sticker';
  if (message.locationMessage) return 'location';
  if (message.contactMessage) return 'vcard';
  if (message.contactsArrayMessage) return 'contact_array';
  return undefined;
}

export function stanzaType(message: proto.IMessage): string {
  const content = normalizeMessageContent(message) ?? message;
  if (content.reactionMessage) return 'reaction';
  if (content.pollCreationMessageV3) return 'poll';
  return mediaTypeOf(content) ? 'media' : 'text';
}

/** The `edit` attribute: 1 edits, 7 revokes. */
export function editOf(message: proto.IMessage): string | undefined {
  const { Type } = proto.Message.ProtocolMessage;
  if (message.protocolMessage?.type === Type.REVOKE) return '7';
  return message.protocolMessage?.type === Type.MESSAGE_EDIT ? '1' : undefined;
}

export function isViewOnce(message: proto.IMessage): boolean {
  return Boolean(message.viewOnceMessage ?? message.viewOnceMessageV2);
}
