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

/** The client is ready for messages: what waited comes first, marked as offline, then the live stream. */
export async function goOnline(connection: Connection): Promise<void> {
  const { simulator, companion } = connection;
  if (!companion) return;
  await simulator.store.durable();
  const waiting = simulator.queue.after(companion.jid, connection.sentUpTo);
  const stanzas = await Promise.all(waiting.map(({ stanza }) => decodeBinaryNode(Buffer.from(stanza))));
  if (waiting.length > 0) connection.send(offlinePreview(stanzas));
  for (const node of stanzas) connection.send({ ...node, attrs: { ...node.attrs, offline: '1' } });
  connection.sentUpTo = waiting.at(-1)?.seq ?? connection.sentUpTo;
  connection.active = true;
  connection.send({
    tag: 'ib',
    attrs: { from: S_WHATSAPP_NET },
    content: [{ tag: 'offline', attrs: { count: String(waiting.length) } }],
  });
  sendQueued(simulator, companion.jid);
  await sendHistory(connection);
  await shareSettingsKey(connection);
}

/** Queues a stanza for a companion; it leaves after the commit if the companion is online, else at its login. */
export function queueFor(
  simulator: Simulator,
  companionJid: string,
  node: BinaryNode,
  again?: Resendable,
): void {
  simulator.queue.add(companionJid, node, again);
  simulator.store.afterCommit(() => sendQueued(simulator, companionJid));
}

function sendQueued(simulator: Simulator, companionJid: string): void {
  const connection = simulator.online.get(companionJid);
  if (!connection?.active) return;
  for (const { seq, stanza, isMessage } of simulator.queue.after(companionJid, connection.sentUpTo)) {
    connection.sentUpTo = seq;
    if (isMessage) connection.sendMessage(stanza);
    else connection.sendEncoded(stanza);
  }
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

function offlinePreview(stanzas: BinaryNode[]): BinaryNode {
  const count = (tag: string) => String(stanzas.filter(node => node.tag === tag).length);
  const attrs = {
    count: String(stanzas.length),
    message: count('message'),
    receipt: count('receipt'),
    notification: count('notification'),
    appdata: '0',
  };
  return { tag: 'ib', attrs: { from: S_WHATSAPP_NET }, content: [{ tag: 'offline_preview', attrs }] };
}
