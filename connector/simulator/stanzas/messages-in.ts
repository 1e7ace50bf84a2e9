import { randomBytes } from 'node:crypto';
import { proto } from '@whiskeysockets/baileys';
import type { Peer, Sealed, SignalSession } from '../peers/peer.ts';
import { showOnPhone } from '../phone-screen.ts';
import type { Simulator } from '../simulator.ts';
import type { Companion } from '../state/companions.ts';
import { lidJid, type Person } from '../state/people.ts';
import { queueMessage } from './message-stanza.ts';

export const newMessageId = () => `3A${randomBytes(9).toString('hex').toUpperCase()}`;

/** A contact's message. `chat` is the company's number, or a group's jid. */
export type ContactMessage = { id: string; chat: string; message: proto.IMessage };

/**
 * A contact writes to a company's phone: each of its companions gets a ciphertext of its own. Resolves when
 * the message, the ratchets and the stanzas are stored together. The same id again is a redelivery: shown once.
 */
export async function sendFromContact(
  simulator: Simulator,
  contact: Person,
  sent: ContactMessage,
): Promise<void> {
  const peer = simulator.peers.byNumber(contact.number);
  if (!peer) throw new Error(`no phone ${contact.number}`);
  const companions = simulator.companions.ofPhone(sent.chat);
  await peer.exchange(
    () => sealForEach(peer, companions, sent.message),
    sealed => {
      showOnPhone(simulator, { ...sent, owner: contact.number, sender: contact.number, status: 'sent' });
      for (const { companion, enc } of sealed) {
        queueMessage(simulator, companion, { ...sent, author: contact, encs: [enc] });
      }
    },
  );
  await simulator.store.durable();
}

/** A contact writes to a group: one ciphertext for all, and its sender key for companions that lack it. */
export async function sendToGroup(
  simulator: Simulator,
  contact: Person,
  sent: ContactMessage,
): Promise<void> {
  const peer = simulator.peers.byNumber(contact.number);
  const group = simulator.groups.byJid(sent.chat);
  if (!peer || !group) throw new Error(`no phone ${contact.number} or group ${sent.chat}`);
  const companions = group.members.flatMap(member => simulator.companions.ofPhone(member));
  await peer.exchange(
    () => peer.sealForGroup(group.jid, sent.message, companions),
    ({ sealed, introductions }) => {
      for (const owner of group.members.filter(member => isContact(simulator, member))) {
        const status = owner === contact.number ? 'sent' : 'delivered';
        showOnPhone(simulator, { ...sent, owner, sender: contact.number, status });
      }
      for (const companion of companions) {
        const introduction = introductions.get(companion.jid);
        const encs = introduction ? [introduction, sealed] : [sealed];
        queueMessage(simulator, companion, { ...sent, author: contact, encs });
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
  text: ContactMessage,
): Promise<void> {
  const peer = simulator.peers.byNumber(phone.number);
  if (!peer) throw new Error(`no phone ${phone.number}`);
  const companions = simulator.companions.ofPhone(phone.number);
  const { id, message } = text;
  const copy = { deviceSentMessage: { destinationJid: lidJid(to.lid), message } };
  await peer.exchange(
    () => sealForEach(peer, companions, copy),
    sealed => {
      const written = { id, message, sender: phone.number, status: 'sent' as const };
      showOnPhone(simulator, { ...written, owner: phone.number, chat: to.number });
      showOnPhone(simulator, { ...written, owner: to.number, chat: phone.number });
      for (const { companion, enc } of sealed) {
        const chat = to.number;
        queueMessage(simulator, companion, {
          id,
          chat,
          message: copy,
          author: phone,
          encs: [enc],
          recipient: to,
        });
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

/** The companion could not decrypt: the author's phone starts a fresh session and sends the message again. */
export async function sendAgain(simulator: Simulator, companion: Companion, again: Resend): Promise<void> {
  const author = simulator.people.byNumber(again.author);
  const peer = simulator.peers.byNumber(again.author);
  if (!author || !peer) return;
  const message = proto.Message.decode(again.payload);
  await peer.exchange(
    async () => {
      if (again.session) await peer.openSession(companion, again.session);
      return peer.seal(companion, message, !again.session);
    },
    sealed => {
      const { id, chat } = again;
      const recipient = author.number === companion.phone ? simulator.people.byNumber(chat) : undefined;
      queueMessage(simulator, companion, { id, chat, message, author, encs: [sealed], recipient });
    },
  );
}

async function sealForEach(peer: Peer, companions: Companion[], message: proto.IMessage) {
  const sealed: { companion: Companion; enc: Sealed }[] = [];
  for (const companion of companions) sealed.push({ companion, enc: await peer.seal(companion, message) });
  return sealed;
}

function isContact(simulator: Simulator, number: string): boolean {
  return simulator.people.byNumber(number)?.kind === 'contact';
}
