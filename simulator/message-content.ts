import { normalizeMessageContent, proto, toNumber } from '@whiskeysockets/baileys';
import type { MessageContent } from './state/history.ts';

const { Type } = proto.Message.ProtocolMessage;

/** What a decrypted message does to the chat of the phone that received it. */
export type Reading =
  | { kind: 'show'; type: string; text: string; content: MessageContent }
  | { kind: 'react'; target: string; emoji: string }
  | { kind: 'revoke'; target: string }
  | { kind: 'edit'; target: string; text: string }
  | { kind: 'sealed-edit'; target: string; encPayload: Uint8Array; encIv: Uint8Array }
  | { kind: 'timer'; seconds: number }
  | { kind: 'nothing' };

/** Reads a message as a phone would. Pure. */
export function readMessage(message: proto.IMessage): Reading {
  const content = normalizeMessageContent(message) ?? message;
  if (content.reactionMessage) {
    const { key, text } = content.reactionMessage;
    return { kind: 'react', target: key?.id ?? '', emoji: text ?? '' };
  }
  if (content.protocolMessage) return readProtocolMessage(content.protocolMessage);
  if (content.secretEncryptedMessage) {
    const { targetMessageKey, encPayload, encIv } = content.secretEncryptedMessage;
    const sealed = { encPayload: encPayload ?? new Uint8Array(), encIv: encIv ?? new Uint8Array() };
    return { kind: 'sealed-edit', target: targetMessageKey?.id ?? '', ...sealed };
  }
  const reading = vanishing(content, show(content));
  const once = message.viewOnceMessage ?? message.viewOnceMessageV2;
  if (!once || reading.kind !== 'show') return reading;
  return { ...reading, content: { ...reading.content, viewOnce: true } };
}

function readProtocolMessage(protocol: proto.Message.IProtocolMessage): Reading {
  const { type, key, editedMessage, ephemeralExpiration } = protocol;
  const target = key?.id ?? '';
  if (type === Type.EPHEMERAL_SETTING) return { kind: 'timer', seconds: ephemeralExpiration ?? 0 };
  if (type === Type.REVOKE) return { kind: 'revoke', target };
  if (type !== Type.MESSAGE_EDIT || !editedMessage) return { kind: 'nothing' };
  const edited = readMessage(editedMessage);
  return { kind: 'edit', target, text: edited.kind === 'show' ? edited.text : '' };
}

function show(content: proto.IMessage): Reading {
  if (typeof content.conversation === 'string') return shown('text', content.conversation, {});
  const text = content.extendedTextMessage;
  if (text) return shown('text', text.text ?? '', quotedBy(text.contextInfo));
  const { locationMessage: location, contactMessage: card, contactsArrayMessage: cards } = content;
  if (location) return showLocation(location);
  if (card) {
    return shown('vcard', card.displayName ?? '', { vcard: card.vcard ?? '', ...quotedBy(card.contextInfo) });
  }
  if (cards) return showCards(cards);
  if (content.pollCreationMessageV3) return showPoll(content.pollCreationMessageV3);
  return showMedia(content);
}

function showCards({ displayName, contacts }: proto.Message.IContactsArrayMessage): Reading {
  const vcards = (contacts ?? []).map(each => ({ name: each.displayName ?? '', vcard: each.vcard ?? '' }));
  return shown('vcards', displayName ?? '', { vcards });
}

function showPoll({ name, options, selectableOptionsCount }: proto.Message.IPollCreationMessage): Reading {
  const poll = {
    options: (options ?? []).map(option => option.optionName ?? ''),
    selectable: selectableOptionsCount ?? 0,
  };
  return shown('poll', name ?? '', { poll });
}

function showLocation(location: proto.Message.ILocationMessage): Reading {
  const place = {
    latitude: location.degreesLatitude ?? 0,
    longitude: location.degreesLongitude ?? 0,
    name: location.name ?? undefined,
  };
  return shown('location', location.name ?? '', { location: place, ...quotedBy(location.contextInfo) });
}

function showMedia(content: proto.IMessage): Reading {
  const { imageMessage, videoMessage, audioMessage, documentMessage, stickerMessage } = content;
  if (imageMessage) return media('image', imageMessage, imageMessage.caption);
  if (videoMessage) return media('video', videoMessage, videoMessage.caption);
  if (audioMessage) return showAudio(audioMessage);
  if (documentMessage) {
    const fileName = documentMessage.fileName ?? undefined;
    return media('document', documentMessage, documentMessage.caption, { fileName });
  }
  if (stickerMessage) return media('sticker', stickerMessage, '');
  return showJson(content);
}

/** What only accompanies other content, or is for devices alone. */
const ACCOMPANYING = new Set(['messageContextInfo', 'senderKeyDistributionMessage']);

/** What the phone cannot draw it shows as it came: JSON of the protocol buffer, bytes as base64. */
function showJson(content: proto.IMessage): Reading {
  const whole: Record<string, unknown> = proto.Message.toObject(proto.Message.fromObject(content), {
    ...{ bytes: String, longs: String, enums: String },
  });
  const kinds = Object.entries(whole).filter(([kind]) => !ACCOMPANYING.has(kind));
  return kinds.length === 0
    ? { kind: 'nothing' }
    : shown('json', JSON.stringify(Object.fromEntries(kinds), null, 2), {});
}

/** With after how many seconds it vanishes, where it does. */
function vanishing(content: proto.IMessage, reading: Reading): Reading {
  if (reading.kind !== 'show') return reading;
  const values: ({ contextInfo?: proto.IContextInfo | null } | null)[] = Object.values(content);
  const expiration = values.find(value => value?.contextInfo?.expiration)?.contextInfo?.expiration;
  return expiration ? { ...reading, content: { ...reading.content, vanishesIn: expiration } } : reading;
}

function showAudio(audio: proto.Message.IAudioMessage): Reading {
  const seconds = audio.seconds ?? undefined;
  return media('audio', audio, '', { voice: audio.ptt === true, seconds });
}

type EncryptedMedia = Pick<
  proto.Message.IImageMessage,
  'mimetype' | 'fileLength' | 'directPath' | 'url' | 'mediaKey' | 'contextInfo'
>;

function media(kind: string, file: EncryptedMedia, caption?: string | null, more: object = {}): Reading {
  const info = {
    kind,
    mimetype: file.mimetype ?? 'application/octet-stream',
    size: toNumber(file.fileLength),
    path: file.directPath ?? (file.url ? new URL(file.url).pathname : ''),
    mediaKey: Buffer.from(file.mediaKey ?? []).toString('base64'),
    ...more,
  };
  return shown(kind, caption ?? '', { media: info, ...quotedBy(file.contextInfo) });
}

function shown(type: string, text: string, content: MessageContent): Reading {
  return { kind: 'show', type, text, content };
}

function quotedBy(context: proto.IContextInfo | null | undefined): MessageContent {
  return context?.stanzaId ? { quoted: context.stanzaId } : {};
}
