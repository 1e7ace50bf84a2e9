import { randomBytes } from 'node:crypto';
import { proto } from '@whiskeysockets/baileys';
import type { UploadedMedia } from '../media/media-store.ts';
import { sealContent } from '../sealed-edits.ts';
import type { ShownMessage } from '../state/history.ts';
import { ValidationFailed } from './errors.ts';
import type { MessageBody } from './schemas.ts';

const { Type } = proto.Message.ProtocolMessage;

/** What composing needs to know beyond the body. Jids are as the writing phone sees them. */
export type Composition = {
  chatJid: string;
  /** The message that is quoted or reacted to, and its author's jid. */
  target?: { shown: ShownMessage; authorJid: string; message: proto.IMessage | undefined } | undefined;
  upload?: UploadedMedia | undefined;
  /** The writer's own jid. */
  ownJid?: string | undefined;
  /** After how many seconds what is written in the chat vanishes. */
  expiration?: number | undefined;
};

/** Builds the message a contact's phone would encrypt for this body. Pure. */
export function compose(body: MessageBody, composition: Composition): proto.IMessage {
  const { reaction, revoke, edit, sealedEdit, message } = body;
  if (message) return rawMessage(message);
  const ownKey = (id: string) => ({ remoteJid: composition.chatJid, fromMe: true, id });
  if (reaction) {
    const key = reactionKey(reaction.id, composition);
    return { reactionMessage: { key, text: reaction.emoji, senderTimestampMs: Date.now() } };
  }
  if (revoke !== undefined) return { protocolMessage: { type: Type.REVOKE, key: ownKey(revoke) } };
  if (edit) {
    const editedMessage = { conversation: edit.text };
    const key = ownKey(edit.id);
    return { protocolMessage: { type: Type.MESSAGE_EDIT, key, editedMessage, timestampMs: Date.now() } };
  }
  if (sealedEdit) return sealEdit(sealedEdit, composition);
  const content = composeContent(body, composition);
  // Phones give each message a secret, by which what changes it later is sealed.
  return { messageContextInfo: { messageSecret: randomBytes(32) }, ...vanishing(content, composition) };
}

function rawMessage(json: object): proto.IMessage {
  try {
    const message = proto.Message.fromObject(json);
    proto.Message.encode(message).finish();
    return message;
  } catch (error) {
    throw new ValidationFailed(`this is no message of WhatsApp: ${String(error)}`);
  }
}

function sealEdit(
  { id, text }: NonNullable<MessageBody['sealedEdit']>,
  { target, ownJid = '', chatJid }: Composition,
): proto.IMessage {
  const secret = target?.message?.messageContextInfo?.messageSecret;
  if (!secret?.length) throw new ValidationFailed(`message ${id} has no secret to seal an edit with`);
  const sealed = sealContent({ conversation: text }, secret, { id, jid: ownJid });
  return {
    secretEncryptedMessage: {
      ...{ targetMessageKey: { remoteJid: chatJid, fromMe: true, id }, ...sealed },
      secretEncType: proto.Message.SecretEncryptedMessage.SecretEncType.MESSAGE_EDIT,
    },
  };
}

function vanishing(content: proto.IMessage, { expiration }: Composition): proto.IMessage {
  if (!expiration) return content;
  if (content.conversation != null)
    return { extendedTextMessage: { text: content.conversation, contextInfo: { expiration } } };
  const values: [string, { contextInfo?: proto.IContextInfo }][] = Object.entries(content);
  const within = values.map(([kind, value]) => [
    kind,
    kind === 'messageContextInfo' || kind.startsWith('viewOnce')
      ? value
      : { ...value, contextInfo: { ...value.contextInfo, expiration } },
  ]);
  return Object.fromEntries(within);
}

function composeContent(body: MessageBody, composition: Composition): proto.IMessage {
  const { text, location, vcard, vcards, poll } = body;
  const contextInfo = quote(composition);
  if (location) {
    const { latitude, longitude, name } = location;
    return {
      locationMessage: {
        degreesLatitude: latitude,
        degreesLongitude: longitude,
        ...(name === undefined ? {} : { name }),
        ...contextInfo,
      },
    };
  }
  if (vcard) return { contactMessage: { displayName: vcard.name, vcard: vcard.vcard, ...contextInfo } };
  if (vcards) return composeCards(vcards, contextInfo);
  if (poll) return composePoll(poll, contextInfo);
  if (body.media && composition.upload) {
    return composeMedia(body.media, { ...composition.upload, mimetype: body.media.mimetype, ...contextInfo });
  }
  return contextInfo.contextInfo
    ? { extendedTextMessage: { text: text ?? '', ...contextInfo } }
    : { conversation: text ?? '' };
}

type Quote = { contextInfo?: proto.IContextInfo };

function composeCards(cards: NonNullable<MessageBody['vcards']>, quoting: Quote): proto.IMessage {
  const contacts = cards.map(({ name, vcard }) => ({ displayName: name, vcard }));
  return { contactsArrayMessage: { displayName: `${cards.length}`, contacts, ...quoting } };
}

function composePoll(
  { name, options, selectable }: NonNullable<MessageBody['poll']>,
  quoting: Quote,
): proto.IMessage {
  return {
    pollCreationMessageV3: {
      name,
      options: options.map(optionName => ({ optionName })),
      selectableOptionsCount: selectable,
      ...quoting,
    },
  };
}

type File = UploadedMedia & { mimetype: string; contextInfo?: proto.IContextInfo };

type MediaBody = NonNullable<MessageBody['media']>;

function composeMedia(media: MediaBody, file: File): proto.IMessage {
  if (!media.viewOnce) return composeFile(media, file);
  const message = composeFile(media, file);
  for (const each of [message.imageMessage, message.videoMessage]) if (each) each.viewOnce = true;
  return { viewOnceMessageV2: { message } };
}

function composeFile(media: MediaBody, file: File): proto.IMessage {
  const caption = media.caption === undefined ? {} : { caption: media.caption };
  const seconds = media.seconds === undefined ? {} : { seconds: media.seconds };
  switch (media.kind) {
    case 'image':
      return { imageMessage: { ...file, ...caption } };
    case 'video':
      return { videoMessage: { ...file, ...caption, ...seconds } };
    case 'audio':
      return { audioMessage: { ...file, ...seconds, ptt: media.voice === true } };
    case 'sticker':
      return { stickerMessage: file };
    case 'document':
      return { documentMessage: { ...file, ...caption, fileName: media.fileName ?? 'document' } };
  }
}

function reactionKey(id: string, { chatJid, target }: Composition): proto.IMessageKey {
  const key = { remoteJid: chatJid, fromMe: target?.shown.fromMe ?? false, id };
  return chatJid.endsWith('@g.us') && target ? { ...key, participant: target.authorJid } : key;
}

function quote({ target }: Composition): Quote {
  if (!target) return {};
  const { shown, authorJid, message } = target;
  const { messageContextInfo: _, ...words } = message ?? { conversation: shown.text };
  const quotedMessage: proto.IMessage = words;
  return { contextInfo: { stanzaId: shown.id, participant: authorJid, quotedMessage } };
}
