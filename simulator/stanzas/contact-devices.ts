import { jidEncode } from '@whiskeysockets/baileys';
import { nowSeconds, type Simulator } from '../simulator.ts';
import type { ContactDevice } from '../state/contact-devices.ts';
import { addressedAs, type Person } from '../state/people.ts';
import { queueFor } from './login.ts';
import { newStanzaId } from './stanza-id.ts';

/** A contact links one more device to the phone: companies send to it from now on. */
export async function linkContactDevice(simulator: Simulator, contact: Person): Promise<ContactDevice> {
  const linked = simulator.people.nextDevice(contact.number);
  simulator.contactDevices.add(contact.number, linked);
  tellDeviceList(simulator, contact, 'add', linked);
  await simulator.store.durable();
  return linked;
}

/** A contact unlinks a device; unknown ones change nothing. */
export async function unlinkContactDevice(
  simulator: Simulator,
  contact: Person,
  device: number,
): Promise<void> {
  const known = simulator.contactDevices.list(contact.number).find(each => each.device === device);
  if (!known) return;
  simulator.contactDevices.remove(contact.number, device);
  simulator.peers.forget(contact.number, device);
  tellDeviceList(simulator, contact, 'remove', known);
  await simulator.store.durable();
}

/** WhatsApp is installed anew: other keys, no sessions. Companies learn that the identity changed. */
export async function reinstall(simulator: Simulator, contact: Person): Promise<void> {
  simulator.people.renewIdentity(contact.number);
  simulator.peers.forget(contact.number);
  const from = addressedAs(contact);
  for (const jid of companionsInTouch(simulator, contact)) {
    queueFor(simulator, jid, {
      tag: 'notification',
      attrs: { from, id: newStanzaId(), type: 'encrypt', t: String(nowSeconds()) },
      content: [{ tag: 'identity', attrs: {} }],
    });
  }
  await simulator.store.durable();
}

function tellDeviceList(
  simulator: Simulator,
  contact: Person,
  tag: 'add' | 'remove',
  { device, keyIndex }: ContactDevice,
): void {
  if (simulator.faults.tellsNoDevices) return;
  const attrs = { jid: jidEncode(contact.lid, 'lid', device), 'key-index': String(keyIndex) };
  const hash = `2:${contact.lid}-${simulator.contactDevices.list(contact.number).length}`;
  for (const jid of companionsInTouch(simulator, contact)) {
    queueFor(simulator, jid, {
      tag: 'notification',
      attrs: { from: addressedAs(contact), id: newStanzaId(), type: 'devices', t: String(nowSeconds()) },
      content: [{ tag, attrs: { device_hash: hash }, content: [{ tag: 'device', attrs }] }],
    });
  }
}

/** The companions of companies that have a chat with the contact. */
function companionsInTouch(simulator: Simulator, contact: Person): string[] {
  const chats = simulator.history.chatsOf(contact.number);
  return chats.flatMap(chat => simulator.companions.ofPhone(chat)).map(({ jid }) => jid);
}
