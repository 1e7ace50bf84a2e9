import { setImmediate } from 'node:timers/promises';
import {
  type BinaryNode,
  encodeBigEndian,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  jidDecode,
  type proto,
  transferDevice,
} from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';
import { dropsAck, failsToDecrypt, takeAckError } from '../faults.ts';
import type { Peer } from '../peers/peer.ts';
import { showOnPhone } from '../phone-screen.ts';
import { nowSeconds } from '../simulator.ts';
import { type Dispatch, forward, forwardGroupCiphertext, type SealedFor } from './forwarding.ts';
import { queueFor } from './login.ts';
import { receivePeerRequest } from './peer-requests.ts';
import { sendPhoneReceipt } from './receipts.ts';

/** Codes of refused messages; what the server answers to unknown numbers is our reading, nobody documents it. */
const UNKNOWN_NUMBER = '404';
const NOT_A_MEMBER = '403';

/**
 * A company sends: every addressed phone decrypts and shows it, every other companion gets its ciphertext.
 * The acknowledgement leaves when all of that is stored, the phones' receipts after it.
 */
export async function receiveCompanionMessage(connection: Connection, node: BinaryNode): Promise<void> {
  const { simulator, companion } = connection;
  const { id = '', to = '' } = node.attrs;
  if (!companion) return;
  const group = to.endsWith('@g.us');
  const dispatch: Dispatch = { simulator, companion, node, id, to, group };
  const refusal = takeAckError(simulator.faults) ?? refusalOf(dispatch);
  if (refusal) return acknowledge(connection, node, { error: refusal });
  if (node.attrs.category === 'peer') {
    acknowledge(connection, node);
    return receivePeerRequest(connection, node);
  }
  // As the faults are when a message comes: they may be others by the time it is stored.
  const unanswered = dropsAck(simulator.faults);
  const sealed = reachable(dispatch, addressed(node, to));
  const shownOn = group
    ? await inTurn(connection, () => deliverToGroup(dispatch, sealed))
    : await inOrder(sealed, each => deliver(dispatch, each));
  const phash = missesDevices(dispatch, sealed);
  simulator.store.afterCommit(() => {
    if (!unanswered) acknowledge(connection, node, { phash });
  });
  for (const phone of new Set(shownOn.map(peer => peer.number))) confirm(dispatch, phone);
}

const turns = new WeakMap<Connection, Promise<unknown>>();

/** A message to many is done with, and acknowledged, before the next one is begun. */
function inTurn<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  const done = (turns.get(connection) ?? Promise.resolve()).then(work);
  turns.set(
    connection,
    done.catch(() => undefined).then(() => setImmediate()),
  );
  return done;
}

/** Why the server does not take a message: nobody has this number, or the writer is not in the group. */
function refusalOf({ simulator, companion, to, group }: Dispatch): string | undefined {
  if (group) {
    const members = simulator.groups.byJid(to)?.members ?? [];
    return members.includes(companion.phone) ? undefined : NOT_A_MEMBER;
  }
  return simulator.peers.personOf(to)?.policy.registered ? undefined : UNKNOWN_NUMBER;
}

/** Between two of whom one blocked the other, only the writer's own devices get anything. */
function reachable({ simulator, companion, group }: Dispatch, sealed: SealedFor[]): SealedFor[] {
  if (group) return sealed;
  return sealed.filter(({ jid }) => {
    const number = simulator.peers.personOf(jid)?.number;
    return number !== undefined && !simulator.blocks.between(number, companion.phone);
  });
}

/** The ciphertexts of a stanza that are for one device each; what is sent again comes doubled. */
function addressed(node: BinaryNode, to: string): SealedFor[] {
  const sealed = new Map<string, BinaryNode>();
  const direct = getBinaryNodeChild(node, 'enc');
  if (direct && direct.attrs.type !== 'skmsg') sealed.set(node.attrs.participant ?? to, direct);
  for (const each of getBinaryNodeChildren(getBinaryNodeChild(node, 'participants'), 'to')) {
    const enc = getBinaryNodeChild(each, 'enc');
    if (enc && each.attrs.jid) sealed.set(each.attrs.jid, enc);
  }
  return [...sealed].map(([jid, enc]) => ({ jid, enc }));
}

/** Returns the devices that show the message, now or already. */
async function deliver(dispatch: Dispatch, sealed: SealedFor): Promise<Peer[]> {
  const { simulator, companion } = dispatch;
  const device = simulator.companions.byJid(sealed.jid);
  if (device) {
    forward(dispatch, device, [sealed.enc]);
    return [];
  }
  const peer = simulator.peers.byJid(sealed.jid);
  if (!peer) return [];
  if (peer.number !== companion.phone && failsToDecrypt(simulator.faults, peer.device))
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
  const members = simulator.groups.byJid(to)?.members ?? [];
  if (enc?.attrs.type !== 'skmsg') return retried;
  const devices = members.flatMap(member => simulator.peers.devicesOf(member));
  const shown = await inOrder(devices, async peer => {
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
  simulator.counters.decrypted += 1;
  const ownCopy = message.deviceSentMessage;
  if (peer.number === companion.phone) {
    const own = { owner: peer.number, id, sender: peer.number, status: 'sent' as const };
    if (group) showOnPhone(simulator, { ...own, chat: to, message });
    const contact = simulator.peers.personOf(ownCopy?.destinationJid ?? undefined);
    if (!contact || !ownCopy?.message) return [];
    showOnPhone(simulator, { ...own, chat: contact.number, message: ownCopy.message });
    return [];
  }
  const chat = group ? to : companion.phone;
  showOnPhone(simulator, { owner: peer.number, chat, id, sender: companion.phone, message, status: 'sent' });
  return [peer];
}

/** What the phone answers once the message is on its screen, as its owner's habits are. */
function confirm({ simulator, companion, id, to, group }: Dispatch, owner: string): void {
  const shown = simulator.history.find({ owner, chat: group ? to : companion.phone, id });
  const policy = simulator.people.byNumber(owner)?.policy;
  if (!shown || !policy?.deliver) return;
  sendPhoneReceipt(simulator, shown, 'delivered');
  if (policy.read) sendPhoneReceipt(simulator, shown, 'read');
}

function undecryptable(dispatch: Dispatch, peer: Peer, error: unknown): Peer[] {
  dispatch.simulator.counters.undecryptable += 1;
  dispatch.simulator.log(`${peer.number} could not decrypt ${dispatch.id}: ${error}`);
  return peer.number === dispatch.companion.phone ? [] : askAgain(dispatch, peer);
}

/** A device could not decrypt and asks the companion to send again, to it alone unless it is the phone. */
function askAgain({ simulator, companion, id, to, group }: Dispatch, peer: Peer): Peer[] {
  const t = String(nowSeconds());
  const from = group || peer.device === 0 ? to : transferDevice(peer.lidJid, to);
  queueFor(simulator, companion.jid, {
    tag: 'receipt',
    attrs: { from, id, type: 'retry', t, ...(group ? { participant: peer.lidJid } : {}) },
    content: [
      { tag: 'retry', attrs: { count: '1', id, t, v: '1' } },
      { tag: 'registration', attrs: {}, content: encodeBigEndian(peer.identity.registrationId) },
    ],
  });
  return [];
}

/** The hash of the devices of whom is written to, when the message was not encrypted for just these. */
function missesDevices({ simulator, node, to, group }: Dispatch, sealed: SealedFor[]): string | undefined {
  const person = simulator.peers.personOf(to);
  if (group || !person || !getBinaryNodeChild(node, 'participants')) return undefined;
  const { number } = person;
  const linked = [...simulator.companions.ofPhone(number), ...simulator.contactDevices.list(number)];
  const known = [0, ...linked.map(({ device }) => device)];
  const addressed = sealed.filter(({ jid }) => simulator.peers.personOf(jid)?.number === number);
  const missed = known.filter(
    device => !addressed.some(({ jid }) => (jidDecode(jid)?.device ?? 0) === device),
  );
  return missed.length === 0 && addressed.length === known.length ? undefined : `2:${known.join('-')}`;
}

type Answer = { error?: string; phash?: string | undefined };

function acknowledge(connection: Connection, node: BinaryNode, { error, phash }: Answer = {}): void {
  const { id = '', to = '' } = node.attrs;
  const attrs = { class: 'message', id, from: to, t: String(nowSeconds()) };
  const more = { ...(error === undefined ? {} : { error }), ...(phash === undefined ? {} : { phash }) };
  connection.send({ tag: 'ack', attrs: { ...attrs, ...more } });
}

/** Phones work one after the other, so that what a sender sent first is decrypted first. */
async function inOrder<T>(items: T[], work: (item: T) => Promise<Peer[]>): Promise<Peer[]> {
  const shown: Peer[] = [];
  for (const item of items) shown.push(...(await work(item)));
  return shown;
}
