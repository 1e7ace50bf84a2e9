import { type BinaryNode, decodeBinaryNode, type proto, S_WHATSAPP_NET } from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';
import { nowSeconds, type Simulator } from '../simulator.ts';
import type { Companion } from '../state/companions.ts';
import type { Resendable } from '../state/stanza-queue.ts';
import { shareSettingsKey } from './account-settings.ts';
import { sendHistory } from './history-sync.ts';
import { offerPairing } from './pairing.ts';

/** The handshake is done: an unregistered device gets a QR, a linked one is logged in, others are refused. */
export function receiveClientPayload(
  connection: Connection,
  payload: proto.ClientPayload,
  clientStaticKey: Buffer,
): void {
  const { simulator } = connection;
  const companion = simulator.companions.byJid(`${payload.username}:${payload.device}@s.whatsapp.net`);
  const { refuseLogin } = simulator.faults;
  if (refuseLogin !== null) refuse(connection, refuseLogin);
  else if (payload.devicePairingData) offerPairing(connection, payload.devicePairingData);
  else if (companion && clientStaticKey.equals(companion.noiseKey)) logIn(connection, companion);
  else refuse(connection, 401);
}

function logIn(connection: Connection, companion: Companion): void {
  const { simulator } = connection;
  replaceOlderConnection(simulator, companion.jid);
  connection.companion = companion;
  simulator.online.set(companion.jid, connection);
  simulator.changes.emit({ type: 'phone', number: companion.phone });
  connection.send({
    tag: 'success',
    attrs: { t: String(nowSeconds()), lid: companion.lid, props: '27', abprops: '30', location: 'sim' },
  });
}

/**
 * The client is ready for messages: what waited comes first, marked as offline, then the live stream. Both as fast as
 * the client reads: the rest stays in the queue.
 */
export async function goOnline(connection: Connection): Promise<void> {
  const { simulator, companion } = connection;
  if (!companion) return;
  await simulator.store.durable();
  const { last, counts } = simulator.queue.waiting(companion.jid, connection.sentUpTo);
  if (counts.size > 0) connection.send(offlinePreview(counts));
  const count = await sendBacklog(connection, companion.jid, last);
  connection.active = true;
  connection.send({
    tag: 'ib',
    attrs: { from: S_WHATSAPP_NET },
    content: [{ tag: 'offline', attrs: { count: String(count) } }],
  });
  sendQueued(simulator, companion.jid);
  await sendHistory(connection);
  await shareSettingsKey(connection);
}

const page = 100;

/** Answers how many stanzas there were; fewer than there are when the client has gone. */
async function sendBacklog(connection: Connection, companionJid: string, last: number): Promise<number> {
  const { simulator } = connection;
  let count = 0;
  while (connection.sentUpTo < last && simulator.online.get(companionJid) === connection) {
    await new Promise<void>(resolve => connection.whenRoom(resolve));
    const queued = simulator.queue.after(companionJid, connection.sentUpTo, page);
    const waiting = queued.filter(({ seq }) => seq <= last);
    const stanzas = await Promise.all(waiting.map(({ stanza }) => decodeBinaryNode(Buffer.from(stanza))));
    for (const node of stanzas) connection.send({ ...node, attrs: { ...node.attrs, offline: '1' } });
    connection.sentUpTo = waiting.at(-1)?.seq ?? last;
    count += waiting.length;
  }
  return count;
}

/** Queues a stanza for a companion; it leaves after the commit if the companion is online, else at its login. */
export function queueFor(
  simulator: Simulator,
  companionJid: string,
  node: BinaryNode,
  again?: Resendable,
): void {
  simulator.queue.add(companionJid, node, again);
  const waiting = lookedAfter.get(simulator) ?? new Set();
  lookedAfter.set(simulator, waiting);
  if (waiting.has(companionJid)) return;
  waiting.add(companionJid);
  simulator.store.afterCommit(() => {
    waiting.delete(companionJid);
    sendQueued(simulator, companionJid);
  });
}

/** For whom something is queued that is not committed yet: it leaves together. */
const lookedAfter = new WeakMap<Simulator, Set<string>>();

function sendQueued(simulator: Simulator, companionJid: string): void {
  const connection = simulator.online.get(companionJid);
  if (!connection?.active) return;
  while (!connection.isFull()) {
    const queued = simulator.queue.after(companionJid, connection.sentUpTo, page);
    for (const { seq, stanza, isMessage } of queued) {
      connection.sentUpTo = seq;
      if (isMessage) connection.sendMessage(stanza);
      else connection.sendEncoded(stanza);
    }
    if (queued.length < page) return;
  }
  if (connection.resuming) return;
  connection.resuming = true;
  connection.whenRoom(() => {
    connection.resuming = false;
    sendQueued(simulator, companionJid);
  });
}

function replaceOlderConnection(simulator: Simulator, companionJid: string): void {
  const older = simulator.online.get(companionJid);
  if (!older) return;
  simulator.counters.replaced += 1;
  older.send({
    tag: 'stream:error',
    attrs: {},
    content: [{ tag: 'conflict', attrs: { type: 'replaced' } }],
  });
  older.close();
}

function refuse(connection: Connection, reason: number): void {
  connection.send({ tag: 'failure', attrs: { reason: String(reason), location: 'sim' } });
  connection.close();
}

function offlinePreview(counts: ReadonlyMap<string, number>): BinaryNode {
  const [message = 0, receipt = 0, notification = 0] = ['message', 'receipt', 'notification'].map(tag =>
    counts.get(tag),
  );
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const attrs = {
    count: String(all),
    ...{ message: String(message), receipt: String(receipt), notification: String(notification) },
    appdata: '0',
  };
  return { tag: 'ib', attrs: { from: S_WHATSAPP_NET }, content: [{ tag: 'offline_preview', attrs }] };
}
