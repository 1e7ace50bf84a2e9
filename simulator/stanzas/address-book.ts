import { proto } from '@whiskeysockets/baileys';
import { nowSeconds, type Simulator } from '../simulator.ts';
import { addressBookCollection } from '../state/address-books.ts';
import { lidJid, type Person, phoneJid } from '../state/people.ts';
import { queueFor } from './login.ts';
import { encodedSetting, inSettingsTurn } from './settings-patches.ts';
import { newStanzaId } from './stanza-id.ts';

const { SET, REMOVE } = proto.SyncdMutation.SyncdOperation;

/** A phone saves a contact under a name, or takes it out of its address book; its companions are told to look. */
export function saveAddress(
  simulator: Simulator,
  phone: Person,
  contact: Person,
  name: string | undefined,
): Promise<void> {
  return inSettingsTurn(simulator, () => writePatch(simulator, phone, contact, name));
}

async function writePatch(
  simulator: Simulator,
  phone: Person,
  contact: Person,
  name: string | undefined,
): Promise<void> {
  const { addressBooks } = simulator;
  const isThere = addressBooks.list(phone.number).some(({ number }) => number === contact.number);
  if (name === undefined && !isThere) return;
  const patch = await encodedSetting(simulator, phone.number, {
    index: ['contact', phoneJid(contact.number)],
    syncAction: {
      timestamp: nowSeconds(),
      contactAction: name === undefined ? {} : actionOf(contact, name),
    },
    apiVersion: 2,
    operation: name === undefined ? REMOVE : SET,
  });
  addressBooks.set(phone.number, contact.number, name, patch);
  tellCompanions(simulator, phone, patch.state.version);
}

function actionOf({ lid }: Person, name: string): proto.SyncActionValue.IContactAction {
  const [firstName = name] = name.split(' ');
  return { fullName: name, firstName, lidJid: lidJid(lid), saveOnPrimaryAddressbook: true };
}

function tellCompanions(simulator: Simulator, phone: Person, version: number): void {
  for (const { jid } of simulator.companions.ofPhone(phone.number))
    queueFor(simulator, jid, {
      tag: 'notification',
      attrs: {
        from: phoneJid(phone.number),
        id: newStanzaId(),
        type: 'server_sync',
        t: String(nowSeconds()),
      },
      content: [{ tag: 'collection', attrs: { name: addressBookCollection, version: String(version) } }],
    });
  simulator.changes.emit({ type: 'phone', number: phone.number });
}
