import {
  type BinaryNode,
  encodeBigEndian,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  type proto,
} from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';
import { takeOne } from '../faults.ts';
import type { Peer } from '../peers/peer.ts';
import { showOnPhone } from '../phone-screen.ts';
import { nowSeconds } from '../simulator.ts';
import { type Dispatch, forward, forwardGroupCiphertext, type SealedFor } from './forwarding.ts';
import { queueFor } from './login.ts';
import { sendPhoneReceipt } from './receipts.ts';

/**
 * A company sends: every addressed phone decrypts and shows it, every other companion gets its ciphertext.
 * The acknowledgement leaves when all of that is stored, the phones' receipts after it.
 */
export async function receiveCompanionMessage(connection: Connection, node: BinaryNode): Promise<void> {
  const { simulator, companion } = connection;
  const { id = '', to = '' } = node.attrs;
  if (!companion) return;
  if (simulator.faults.ackError) return acknowledge(connection, node, simulator.faults.ackError);
  const group = to.endsWith('@g.us');
  const dispatch: Dispatch = { simulator, companion, node, id, to, group };
  const sealed = addressed(node, to);
  const shownOn = group
    ? await deliverToGroup(dispatch, sealed)
    : await inOrder(sealed, each => deliver(dispatch, each));
  simulator.store.afterCommit(() => {
    if (!simulator.faults.dropAcks) acknowledge(connection, node);
  });
  for (const phone of shownOn) confirm(dispatch, phone);
}

/** The ciphertexts of a stanza that are for one device each. */
function addressed(node: BinaryNode, to: string): SealedFor[] {
  const participants = getBinaryNodeChildren(getBinaryNodeChild(node, 'participants'), 'to');
  const sealed = participants.flatMap(({ attrs, ...rest }) => {
    const enc = getBinaryNodeChild({ attrs, ...rest }, 'enc');
    return enc && attrs.jid ? [{ jid: attrs.jid, enc }] : [];
  });
  const direct = getBinaryNodeChild(node, 'enc');
  if (direct && direct.attrs.type !== 'skmsg')
    sealed.push({ jid: node.attrs.participant ?? to, enc: direct });
  return sealed;
}

/** Returns the phones that show the message, now or already. */
async function deliver(dispatch: Dispatch, sealed: SealedFor): Promise<Peer[]> {
  const { simulator, companion } = dispatch;
  const device = simulator.companions.byJid(sealed.jid);
  if (device) {
    forward(dispatch, device, [sealed.enc]);
    return [];
  }
  const peer = simulator.peers.byJid(sealed.jid);
  if (!peer) return [];
  if (peer.number !== companion.phone && takeOne(simulator.faults, 'cannotDecryptNext'))
    return askAgain(dispatch, peer);
  try {
    return await peer.exchange(
      () => peer.unseal(companion, sealed.enc),
      message => receive(dispatch, peer, message),
    );
  } catch (error) {
    return undecryptable(dispatch, peer, error);
  }
}

/** Sealed sender keys first, then the one ciphertext that every member's phone opens. */
async function deliverToGroup(dispatch: Dispatch, sealed: SealedFor[]): Promise<Peer[]> {
  const { simulator, companion, to } = dispatch;
  const enc = getBinaryNodeChild(dispatch.node, 'enc');
  const forPhones = sealed.filter(({ jid }) => !simulator.companions.byJid(jid));
  const retried = await inOrder(forPhones, each => deliver(dispatch, each));
  const members = simulator.groups.byJid(to)?.members.filter(member => member !== companion.phone) ?? [];
  if (enc?.attrs.type !== 'skmsg') return retried;
  const shown = await inOrder(members, async member => {
    const peer = simulator.peers.byNumber(member);
    if (!peer || simulator.people.byNumber(member)?.kind !== 'contact') return [];
    try {
      return await peer.exchange(
        () => peer.unsealFromGroup(to, companion, enc),
        message => receive(dispatch, peer, message),
      );
    } catch (error) {
      return undecryptable(dispatch, peer, error);
    }
  });
  forwardGroupCiphertext(dispatch, sealed, enc);
  return shown;
}

function receive(dispatch: Dispatch, peer: Peer, message: proto.IMessage): Peer[] {
  const { simulator, companion, id, to, group } = dispatch;
  const ownCopy = message.deviceSentMessage;
  if (peer.number === companion.phone) {
    const contact = simulator.peers.personOf(ownCopy?.destinationJid ?? undefined);
    if (!contact || !ownCopy?.message) return [];
    const shown = {
      owner: peer.number,
      chat: contact.number,
      id,
      sender: peer.number,
      status: 'sent' as const,
    };
    showOnPhone(simulator, { ...shown, message: ownCopy.message });
    return [];
  }
  const chat = group ? to : companion.phone;
  showOnPhone(simulator, { owner: peer.number, chat, id, sender: companion.phone, message, status: 'sent' });
  return [peer];
}

/** What the phone answers once the message is on its screen, as its owner's habits are. */
function confirm({ simulator, companion, id, to, group }: Dispatch, peer: Peer): void {
  const shown = simulator.history.find({ owner: peer.number, chat: group ? to : companion.phone, id });
  const policy = simulator.people.byNumber(peer.number)?.policy;
  if (!shown || !policy?.deliver) return;
  sendPhoneReceipt(simulator, shown, 'delivered');
  if (policy.read) sendPhoneReceipt(simulator, shown, 'read');
}

function undecryptable(dispatch: Dispatch, peer: Peer, error: unknown): Peer[] {
  dispatch.simulator.counters.undecryptable += 1;
  dispatch.simulator.log(`${peer.number} could not decrypt ${dispatch.id}: ${error}`);
  return peer.number === dispatch.companion.phone ? [] : askAgain(dispatch, peer);
}

/** The phone could not decrypt and asks the companion to send again. */
function askAgain({ simulator, companion, id, to, group }: Dispatch, peer: Peer): Peer[] {
  const t = String(nowSeconds());
  queueFor(simulator, companion.jid, {
    tag: 'receipt',
    attrs: { from: to, id, type: 'retry', t, ...(group ? { participant: peer.lidJid } : {}) },
    content: [
      { tag: 'retry', attrs: { count: '1', id, t, v: '1' } },
      { tag: 'registration', attrs: {}, content: encodeBigEndian(peer.identity.registrationId) },
    ],
  });
  return [];
}

function acknowledge(connection: Connection, node: BinaryNode, error?: string): void {
  const { id = '', to = '' } = node.attrs;
  const attrs = { class: 'message', id, from: to, t: String(nowSeconds()) };
  connection.send({ tag: 'ack', attrs: error === undefined ? attrs : { ...attrs, error } });
}

/** Phones work one after the other, so that what a sender sent first is decrypted first. */
async function inOrder<T>(items: T[], work: (item: T) => Promise<Peer[]>): Promise<Peer[]> {
  const shown: Peer[] = [];
  for (const item of items) shown.push(...(await work(item)));
  return shown;
}
