import { type BinaryNode, jidEncode, proto } from '@whiskeysockets/baileys';
import { takeOne } from '../faults.ts';
import type { Sealed } from '../peers/peer.ts';
import { nowSeconds, type Simulator } from '../simulator.ts';
import type { Companion } from '../state/companions.ts';
import { lidJid, type Person, phoneJid } from '../state/people.ts';
import { queueFor } from './login.ts';
import { editOf, isViewOnce, mediaTypeOf, stanzaType } from './message-type.ts';

/** A message as it goes to one companion; `recipient` is set on copies of what its own account sent. */
export type Outgoing = {
  id: string;
  chat: string;
  message: proto.IMessage;
  author: Author;
  encs: Sealed[];
  recipient?: Person | undefined;
  /** The list of people that it is sent to. */
  list?: string | undefined;
};

/** Who writes, and on which device: 0 is the phone. */
export type Author = { person: Person; device: number };

/** Who wrote, as the addressing attributes of a message stanza. */
export function addressOf(
  { person, device }: Author,
  place: { group?: string; list?: string | undefined; recipient?: Person | undefined },
) {
  const lid = jidEncode(person.lid, 'lid', device);
  const pn = jidEncode(person.number, 's.whatsapp.net', device);
  const authorPn = phoneJid(person.number);
  if (place.group !== undefined) {
    return { from: place.group, participant: lid, participant_pn: authorPn, addressing_mode: 'lid' };
  }
  const { recipient, list } = place;
  const byNumber = (recipient ?? person).policy.addressing === 'pn';
  if (recipient) {
    const [recipientLid, recipientPn] = [lidJid(recipient.lid), phoneJid(recipient.number)];
    return byNumber
      ? { from: pn, recipient: recipientPn, peer_recipient_lid: recipientLid, addressing_mode: 'pn' }
      : { from: lid, recipient: recipientLid, peer_recipient_pn: recipientPn, addressing_mode: 'lid' };
  }
  if (list !== undefined)
    return byNumber
      ? { from: list, participant: pn, participant_lid: lidJid(person.lid), addressing_mode: 'pn' }
      : { from: list, participant: lid, participant_pn: authorPn, addressing_mode: 'lid' };
  return byNumber
    ? { from: pn, sender_lid: lidJid(person.lid), addressing_mode: 'pn' }
    : { from: lid, sender_pn: authorPn, addressing_mode: 'lid' };
}

/** Queues a message for a companion, with what is needed to send it again. */
export function queueMessage(simulator: Simulator, companion: Companion, outgoing: Outgoing): void {
  const { id, chat, message, author, encs, recipient, list } = outgoing;
  const edit = editOf(message);
  const place = chat.endsWith('@g.us') ? { group: chat } : { recipient, list };
  const node: BinaryNode = {
    tag: 'message',
    attrs: {
      ...addressOf(author, place),
      id,
      type: stanzaType(message),
      t: String(nowSeconds()),
      notify: author.person.name,
      ...(edit ? { edit } : {}),
    },
    content: isViewOnce(message) ? [UNAVAILABLE] : encs.map(enc => encNode(simulator, message, enc)),
  };
  const payload = proto.Message.encode(message).finish();
  const { number } = author.person;
  queueFor(simulator, companion.jid, node, {
    author: author.device === 0 ? number : `${number}:${author.device}`,
    chat,
    payload,
  });
}

/** What may be looked at once is kept from linked devices: they learn only that it is there. */
const UNAVAILABLE: BinaryNode = { tag: 'unavailable', attrs: { type: 'view_once' } };

function encNode(simulator: Simulator, message: proto.IMessage, { type, ciphertext }: Sealed): BinaryNode {
  const media = mediaTypeOf(message);
  return {
    tag: 'enc',
    attrs: { v: '2', type, ...(media ? { mediatype: media } : {}) },
    content: takeOne(simulator.faults, 'corruptNext') ? damaged(ciphertext) : ciphertext,
  };
}

function damaged(ciphertext: Uint8Array): Uint8Array {
  const bytes = Buffer.from(ciphertext);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 0xff;
  return bytes;
}
