import { randomBytes } from 'node:crypto';
import { proto } from '@whiskeysockets/baileys';
import type { Peer, Sealed, SignalSession } from '../peers/peer.ts';
import { showOnPhone } from '../phone-screen.ts';
import type { Simulator } from '../simulator.ts';
import type { Companion } from '../state/companions.ts';
import { addressedAs, type Person } from '../state/people.ts';
import { queueMessage } from './message-stanza.ts';
import { isViewOnce } from './message-type.ts';

export const newMessageId = () => `3A${randomBytes(9).toString('hex').toUpperCase()}`;

/**
 * A message somebody writes. `chat` is the other number, or a group's jid; `device` the one it is written
 * on, the phone unless another is named.
 */
export type WrittenMessage = {
  id: string;
  chat: string;
  message: proto.IMessage;
  device?: number | undefined;
  /** It goes to a list of people that the writer has made. */
  broadcast?: boolean | undefined;
};

/**
 * A contact writes to a company's phone: each of its companions gets a ciphertext of its own. Resolves when
 * the message, the ratchets and the stanzas are stored together. The same id again is a redelivery: shown once.
 * What a blocked contact writes reaches nobody.
 */
export async function sendFromContact(
  simulator: Simulator,
  contact: Person,
  sent: WrittenMessage,
): Promise<void> {
  const peer = writingPeer(simulator, contact, sent);
  const blocked = simulator.blocks.between(contact.number, sent.chat);
  const companions = blocked ? [] : simulator.companions.ofPhone(sent.chat);
  await peer.exchange(
    () => sealForEach(peer, companions, sent.message),
    sealed => {
      const shown = { id: sent.id, message: sent.message, sender: contact.number, status: 'sent' as const };
      showOnPhone(simulator, { ...shown, owner: contact.number, chat: sent.chat });
      if (!blocked) showOnPhone(simulator, { ...shown, owner: sent.chat, chat: contact.number });
      const author = { person: contact, device: peer.device };
      for (const { companion, enc } of sealed) {
        const list = sent.broadcast ? listOf(contact) : undefined;
        queueMessage(simulator, companion, { ...sent, author, encs: [enc], list });
      }
    },
  );
  await simulator.store.durable();
}

/** Where a contact's list of people is found; each has one. */
const listOf = ({ lid }: Person) => `${lid.slice(-10)}@broadcast`;

/** Someone writes to a group: one ciphertext for all, and its sender key for companions that lack it. */
export async function sendToGroup(simulator: Simulator, writer: Person, sent: WrittenMessage): Promise<void> {
  const peer = writingPeer(simulator, writer, sent);
  const group = simulator.groups.byJid(sent.chat);
  if (!group) throw new Error(`no group ${sent.chat}`);
  const companions = group.members.flatMap(member => simulator.companions.ofPhone(member));
  await peer.exchange(
    () => peer.sealForGroup(group.jid, sent.message, companions),
    ({ sealed, introductions }) => {
      for (const owner of group.members) {
        const status = owner === writer.number ? 'sent' : 'delivered';
        showOnPhone(simulator, { ...sent, owner, sender: writer.number, status });
      }
      const author = { person: writer, device: peer.device };
      for (const companion of companions) {
        const introduction = introductions.get(companion.jid);
        const encs = introduction ? [introduction, sealed] : [sealed];
        queueMessage(simulator, companion, { ...sent, author, encs });
      }
    },
  );
  await simulator.store.durable();
}

/** The account's owner writes on the phone itself: the contact sees it, the companions get a copy. */
export async function sendFromPhone(
  simulator: Simulator,
  phone: Person,
  to: Person,
  { id, message }: WrittenMessage,
): Promise<void> {
  const peer = writingPeer(simulator, phone, {});
  const companions = simulator.companions.ofPhone(phone.number);
  const copy = { deviceSentMessage: { destinationJid: addressedAs(to), message } };
  await peer.exchange(
    () => sealForEach(peer, companions, copy),
    sealed => {
      const written = { id, message, sender: phone.number, status: 'sent' as const };
      showOnPhone(simulator, { ...written, owner: phone.number, chat: to.number });
      showOnPhone(simulator, { ...written, owner: to.number, chat: phone.number });
      const author = { person: phone, device: 0 };
      for (const { companion, enc } of sealed) {
        const stanza = { id, chat: to.number, message: copy, author, encs: [enc], recipient: to };
        queueMessage(simulator, companion, stanza);
      }
    },
  );
  await simulator.store.durable();
}

/** What a companion asked to get again. `session` holds its new keys, if it sent them along. */
export type Resend = {
  id: string;
  author: string;
  chat: string;
  payload: Uint8Array;
  session: SignalSession | undefined;
};

/** The companion could not decrypt: the author's device starts a fresh session and sends the message again. */
export async function sendAgain(simulator: Simulator, companion: Companion, again: Resend): Promise<void> {
  const [number = '', device = '0'] = again.author.split(':');
  const person = simulator.people.byNumber(number);
  const peer = simulator.peers.byNumber(number, Number(device));
  if (!person || !peer) return;
  const message = proto.Message.decode(again.payload);
  await peer.exchange(
    async () => {
      if (again.session) await peer.openSession(companion, again.session);
      return peer.seal(companion, message, !again.session);
    },
    sealed => {
      const { id, chat } = again;
      const recipient = number === companion.phone ? simulator.people.byNumber(chat) : undefined;
      const author = { person, device: peer.device };
      queueMessage(simulator, companion, { id, chat, message, author, encs: [sealed], recipient });
    },
  );
}

function writingPeer(
  simulator: Simulator,
  { number }: Person,
  { device = 0 }: { device?: number | undefined },
): Peer {
  const peer = simulator.peers.byNumber(number, device);
  if (!peer) throw new Error(`no device ${device} of ${number}`);
  return peer;
}

async function sealForEach(peer: Peer, companions: Companion[], message: proto.IMessage) {
  const sealed: { companion: Companion; enc: Sealed }[] = [];
  for (const companion of companions) {
    const enc = isViewOnce(message) ? NOTHING_SEALED : await peer.seal(companion, message);
    sealed.push({ companion, enc });
  }
  return sealed;
}

const NOTHING_SEALED: Sealed = { type: 'msg', ciphertext: new Uint8Array() };
