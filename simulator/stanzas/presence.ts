import { type BinaryNode, getBinaryNodeChild } from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';
import type { Simulator } from '../simulator.ts';
import { lidJid, type Person } from '../state/people.ts';

/** What someone does in a chat. */
export type Activity = 'composing' | 'recording' | 'paused';

/** A companion goes on or off screen, or asks to be told when a contact does. */
export function receivePresence(connection: Connection, node: BinaryNode): void {
  const { simulator, companion } = connection;
  const { type, to } = node.attrs;
  if (!companion) return;
  if (type === 'subscribe') {
    const contact = simulator.peers.personOf(to);
    if (!contact || !to) return;
    connection.watched.set(contact.number, to);
    tellPresence(connection, contact, to);
    return;
  }
  if (type !== 'available' && type !== 'unavailable') return;
  const available = type === 'available';
  simulator.changes.emit({ type: 'presence', number: companion.phone, available });
}

/** A contact opens or leaves WhatsApp: told to the companions that asked for it, never queued. */
export function changePresence(simulator: Simulator, contact: Person): void {
  for (const connection of simulator.online.values()) {
    const address = connection.watched.get(contact.number);
    if (address) tellPresence(connection, contact, address);
  }
  const { available } = contact.presence;
  simulator.changes.emit({ type: 'presence', number: contact.number, available });
}

function tellPresence(connection: Connection, { number, presence }: Person, address: string): void {
  const { blocks } = connection.simulator;
  if (blocks.between(number, connection.companion?.phone ?? '')) return;
  const { available, lastSeen } = presence;
  const last = lastSeen === undefined ? 'deny' : String(lastSeen);
  const attrs = available ? {} : { type: 'unavailable', last };
  connection.send({ tag: 'presence', attrs: { from: address, ...attrs } });
}

/** The company types or records, to a contact or in a group. */
export function receiveChatState({ simulator, companion }: Connection, node: BinaryNode): void {
  const { to = '' } = node.attrs;
  const chat = simulator.groups.byJid(to)?.jid ?? simulator.peers.personOf(to)?.number;
  if (!companion || !chat) return;
  const composing = getBinaryNodeChild(node, 'composing');
  const recording = composing?.attrs.media === 'audio' ? { recording: true } : {};
  const on = composing !== undefined;
  simulator.changes.emit({ type: 'typing', from: companion.phone, to: chat, on, ...recording });
}

/** A contact types or records to a phone: told to the companions that are online, never queued. */
export function showActivity(simulator: Simulator, contact: Person, chat: string, activity: Activity): void {
  const group = simulator.groups.byJid(chat);
  const lid = lidJid(contact.lid);
  const attrs = group ? { from: group.jid, participant: lid } : { from: lid };
  const state =
    activity === 'recording' ? { tag: 'composing', attrs: { media: 'audio' } } : { tag: activity, attrs: {} };
  for (const phone of group?.members ?? [chat]) {
    if (simulator.blocks.between(contact.number, phone)) continue;
    for (const { jid } of simulator.companions.ofPhone(phone)) {
      simulator.online.get(jid)?.send({ tag: 'chatstate', attrs, content: [state] });
    }
  }
  const recording = activity === 'recording' ? { recording: true } : {};
  const on = activity !== 'paused';
  simulator.changes.emit({ type: 'typing', from: contact.number, to: chat, on, ...recording });
}
