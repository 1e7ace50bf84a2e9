import type { BinaryNode } from '@whiskeysockets/baileys';
import { nowSeconds, type Simulator } from '../simulator.ts';
import type { Companion } from '../state/companions.ts';
import { queueFor } from './login.ts';
import { addressOf } from './message-stanza.ts';

/** A message of a company on its way to phones and other companions. */
export type Dispatch = {
  simulator: Simulator;
  companion: Companion;
  node: BinaryNode;
  id: string;
  to: string;
  group: boolean;
};

/** A ciphertext for one device. */
export type SealedFor = { jid: string; enc: BinaryNode };

/** Another companion of the same or of the addressed account gets its ciphertext through the server. */
export function forward(dispatch: Dispatch, device: Companion, content: BinaryNode[]): void {
  const { simulator, companion, node, id, to, group } = dispatch;
  const isCopy = device.phone === companion.phone;
  const place = group ? { group: to } : { recipient: isCopy ? simulator.peers.personOf(to) : undefined };
  const author = simulator.people.byNumber(companion.phone);
  if (!author) return;
  const attrs = {
    ...addressOf({ person: author, device: companion.device }, place),
    id,
    type: node.attrs.type ?? 'text',
    t: String(nowSeconds()),
    notify: author.name,
    ...(node.attrs.edit ? { edit: node.attrs.edit } : {}),
  };
  queueFor(simulator, device.jid, { tag: 'message', attrs, content });
}

/** The companions of all members get the group's ciphertext, after the sender key that is for them. */
export function forwardGroupCiphertext(
  dispatch: Dispatch,
  introductions: SealedFor[],
  enc: BinaryNode,
): void {
  const { simulator, companion, to } = dispatch;
  const members = simulator.groups.byJid(to)?.members ?? [];
  const devices = members.flatMap(member => simulator.companions.ofPhone(member));
  for (const device of devices.filter(each => each.jid !== companion.jid)) {
    const introduction = introductions.find(({ jid }) => jid === device.jid || jid === device.lid);
    forward(dispatch, device, introduction ? [introduction.enc, enc] : [enc]);
  }
}
