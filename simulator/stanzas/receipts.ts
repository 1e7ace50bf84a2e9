import {
  type BinaryNode,
  extractE2ESessionFromRetryReceipt,
  getBinaryNodeChild,
  getBinaryNodeChildren,
} from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';
import type { SignalSession } from '../peers/peer.ts';
import { markPlayed, raiseTick } from '../phone-screen.ts';
import { nowSeconds, type Simulator } from '../simulator.ts';
import type { Companion } from '../state/companions.ts';
import type { MessageStatus, ShownMessage } from '../state/history.ts';
import { addressedAs, lidJid, type Person } from '../state/people.ts';
import { queueFor } from './login.ts';
import { answerMediaRetry } from './media-retry.ts';
import { sendAgain } from './messages-in.ts';

/** The refusal a client sends beside a retry request; the message is still wanted. */
const RETRY_REQUESTED = '500';

const TICK_OF_RECEIPT: Record<string, MessageStatus> = {
  '': 'delivered',
  inactive: 'delivered',
  read: 'read',
  played: 'read',
};

/** A companion received or read messages, or could not decrypt one. */
export async function receiveReceipt(connection: Connection, node: BinaryNode): Promise<void> {
  const { companion, simulator } = connection;
  if (!companion) return;
  const { id = '', to = '', type = '' } = node.attrs;
  if (type === 'retry') {
    await resend(simulator, companion, node);
  } else if (type === 'server-error') {
    await answerMediaRetry(simulator, companion, node);
  } else if (type === 'hist_sync') {
    simulator.companions.markHistory(companion.jid);
  } else {
    const ids = [
      id,
      ...getBinaryNodeChildren(getBinaryNodeChild(node, 'list'), 'item').map(item => item.attrs.id ?? ''),
    ];
    const tick = TICK_OF_RECEIPT[type];
    for (const each of ids) {
      simulator.queue.removeMessage(companion.jid, each, tick ? to : undefined);
      if (tick) tickForSender(simulator, companion, { node, id: each, tick });
    }
  }
  await simulator.store.durable();
  connection.send({
    tag: 'ack',
    attrs: { class: 'receipt', id, from: to, ...(type === '' ? {} : { type }) },
  });
}

/** A companion acknowledged a stanza, or refused it for good. */
export function receiveAck({ companion, simulator }: Connection, node: BinaryNode): void {
  if (!companion) return;
  const { class: stanzaClass, error, id = '', to } = node.attrs;
  if (stanzaClass !== 'message') simulator.queue.removeAcknowledged(companion.jid, node.attrs);
  else if (error !== RETRY_REQUESTED) simulator.queue.removeMessage(companion.jid, id, to);
}

/** A phone tells the company that a message reached it, was read, or was listened to. */
export function sendPhoneReceipt(
  simulator: Simulator,
  shown: ShownMessage,
  status: 'delivered' | 'read' | 'played',
): void {
  if (status === 'played') markPlayed(simulator, shown);
  else if (!raiseTick(simulator, shown, status) && status === 'read') return;
  if (simulator.faults.dropReceipts) return;
  const person = simulator.people.byNumber(shown.owner);
  if (!person) return;
  const inGroup = shown.chat.endsWith('@g.us');
  const attrs = {
    id: shown.id,
    from: inGroup ? shown.chat : addressedAs(person),
    t: String(nowSeconds()),
    ...(inGroup ? { participant: lidJid(person.lid) } : {}),
    ...(status === 'delivered' ? {} : { type: status }),
  };
  for (const companion of simulator.companions.ofPhone(shown.sender)) {
    queueFor(simulator, companion.jid, { tag: 'receipt', attrs });
  }
}

/** The owner opens a chat on the company's phone: who wrote sees it, and the companions count it as read. */
export function readOnPhone(simulator: Simulator, phone: Person, chat: string): string[] {
  const unread = simulator.history.received(phone.number, ['sent', 'delivered'], chat);
  for (const shown of unread) {
    const inGroup = chat.endsWith('@g.us');
    const author = simulator.people.byNumber(shown.sender);
    if (!author) continue;
    raiseTick(simulator, shown, 'read');
    raiseTick(simulator, { owner: author.number, chat: inGroup ? chat : phone.number, id: shown.id }, 'read');
    const attrs = { id: shown.id, type: 'read', t: String(nowSeconds()) };
    const from = inGroup
      ? { from: chat, participant: lidJid(author.lid), recipient: chat }
      : { from: lidJid(phone.lid), recipient: addressedAs(author) };
    for (const { jid } of simulator.companions.ofPhone(phone.number)) {
      queueFor(simulator, jid, { tag: 'receipt', attrs: { ...attrs, ...from } });
    }
  }
  return unread.map(({ id }) => id);
}

type Ticked = { node: BinaryNode; id: string; tick: MessageStatus };

function tickForSender(simulator: Simulator, companion: Companion, { node, id, tick }: Ticked): void {
  const { to = '', participant } = node.attrs;
  const inGroup = to.endsWith('@g.us');
  const author = simulator.peers.personOf(inGroup ? participant : to);
  if (!author) return;
  const key = { owner: author.number, chat: inGroup ? to : companion.phone, id };
  raiseTick(simulator, key, tick);
  if (node.attrs.type === 'played') markPlayed(simulator, key);
  if (author.kind === 'phone' && tick === 'read' && !inGroup) passOnRead(simulator, companion, author, id);
  else raiseTick(simulator, { owner: companion.phone, chat: inGroup ? to : author.number, id }, tick);
}

/** The reader is itself a company: the author's companions are told like those of any author. */
function passOnRead(simulator: Simulator, reader: Companion, author: Person, id: string): void {
  const shown = simulator.history.find({ owner: reader.phone, chat: author.number, id });
  if (shown) sendPhoneReceipt(simulator, shown, 'read');
}

async function resend(simulator: Simulator, companion: Companion, node: BinaryNode): Promise<void> {
  const { id = '', to = '' } = node.attrs;
  simulator.counters.retriesAsked += 1;
  const again = simulator.queue.resendable(companion.jid, id, to);
  if (!again) return simulator.log(`asked again for ${id}, which is not kept`);
  await sendAgain(simulator, companion, { id, ...again, session: offeredSession(node) });
}

function offeredSession(receipt: BinaryNode): SignalSession | undefined {
  const offered = extractE2ESessionFromRetryReceipt(receipt);
  if (!offered) return undefined;
  const { preKey, ...session } = offered;
  return preKey ? { ...session, preKey } : session;
}
