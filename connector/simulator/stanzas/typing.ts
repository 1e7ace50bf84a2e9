import { type BinaryNode, getBinaryNodeChild } from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';
import type { Simulator } from '../simulator.ts';
import { lidJid, type Person } from '../state/people.ts';

/** The company types to a contact. */
export function receiveChatState({ simulator, companion }: Connection, node: BinaryNode): void {
  const contact = simulator.peers.personOf(node.attrs.to);
  if (!companion || !contact) return;
  const on = getBinaryNodeChild(node, 'composing') !== undefined;
  simulator.changes.emit({ type: 'typing', from: companion.phone, to: contact.number, on });
}

/** A contact types to a phone: told to the companions that are online, never queued. */
export function showTyping(simulator: Simulator, contact: Person, phone: string, on: boolean): void {
  for (const companion of simulator.companions.ofPhone(phone)) {
    simulator.online.get(companion.jid)?.send({
      tag: 'chatstate',
      attrs: { from: lidJid(contact.lid) },
      content: [{ tag: on ? 'composing' : 'paused', attrs: {} }],
    });
  }
  simulator.changes.emit({ type: 'typing', from: contact.number, to: phone, on });
}
