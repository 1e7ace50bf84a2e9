import { type BinaryNode, proto } from '@whiskeysockets/baileys';
import { takeOne } from '../faults.ts';
import type { Sealed } from '../peers/peer.ts';
import { nowSeconds, type Simulator } from '../simulator.ts';
import type { Companion } from '../state/companions.ts';
import { lidJid, type Person, phoneJid } from '../state/people.ts';
import { queueFor } from './login.ts';

/** A message as it goes to one companion; `recipient` is set on copies of what its own account sent. */
export type Outgoing = {
  id: string;
  chat: string;
  message: proto.IMessage;
  author: Person;
  encs: Sealed[];
  recipient?: Person | undefined;
};

/** Who wrote, as the addressing attributes of a message stanza. */
export function addressOf(
  author: { jid: string; number: string },
  place: { group?: string; recipient?: Person | undefined },
) {
  const authorPn = phoneJid(author.number);
  if (place.group !== undefined) {
    return { from: place.group, participant: author.jid, participant_pn: authorPn, addressing_mode: 'lid' };
  }
  if (place.recipient) {
    const { lid, number } = place.recipient;
    return {
      from: author.jid,
      recipient: lidJid(lid),
      peer_recipient_pn: phoneJid(number),
      addressing_mode: 'lid',
    };
  }
  return { from: author.jid, sender_pn: authorPn, addressing_mode: 'lid' };
}

/** Queues a message for a companion, with what is needed to send it again. */
export function queueMessage(simulator: Simulator, companion: Companion, outgoing: Outgoing): void {
  const { id, chat, message, author, encs, recipient } = outgoing;
  const media = mediaTypeOf(message);
  const edit = editOf(message);
  const place = chat.endsWith('@g.us') ? { group: chat } : { recipient };
  const node: BinaryNode = {
    tag: 'message',
    attrs: {
      ...addressOf({ jid: lidJid(author.lid), number: author.number }, place),
      id,
      type: stanzaType(message),
      t: String(nowSeconds()),
      notify: author.name,
      ...(edit ? { edit } : {}),
    },
    content: encs.map(({ type, ciphertext }) => ({
      tag: 'enc',
      attrs: { v: '2', type, ...(media ? { mediatype: media } : {}) },
      content: takeOne(simulator.faults, 'corruptNext') ? damaged(ciphertext) : ciphertext,
    })),
  };
  const payload = proto.Message.encode(message).finish();
  queueFor(simulator, companion.jid, node, { author: author.number, chat, payload });
}

function damaged(ciphertext: Uint8Array): Uint8Array {
  const bytes = Buffer.from(ciphertext);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 0xff;
  return bytes;
}

function mediaTypeOf(message: proto.IMessage): string | undefined {
  if (message.imageMessage) return 'image';
  if (message.videoMessage) return 'video';
  if (message.audioMessage) return message.audioMessage.ptt ? 'ptt' : 'audio';
  if (message.documentMessage) return 'document';
  if (message.stickerMessage) return 'sticker';
  if (message.locationMessage) return 'location';
  if (message.contactMessage) return 'vcard';
  return undefined;
}

function stanzaType(message: proto.IMessage): string {
  if (message.reactionMessage) return 'reaction';
  return mediaTypeOf(message) ? 'media' : 'text';
}

function editOf(message: proto.IMessage): string | undefined {
  const { Type } = proto.Message.ProtocolMessage;
  if (message.protocolMessage?.type === Type.REVOKE) return '7';
  return message.protocolMessage?.type === Type.MESSAGE_EDIT ? '1' : undefined;
}
