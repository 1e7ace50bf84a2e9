import { encodeSyncdPatch, proto } from '@whiskeysockets/baileys';
import { nowSeconds, type Simulator } from '../simulator.ts';
import { addressBookCollection } from '../state/address-books.ts';
import { lidJid, type Person, phoneJid } from '../state/people.ts';
import { settingsKeyOf } from './account-settings.ts';
import { queueFor } from './login.ts';
import { newStanzaId } from './stanza-id.ts';

const { SET, REMOVE } = proto.SyncdMutation.SyncdOperation;
const turns = new WeakMap<Simulator, Promise<void>>();

/** A phone saves a contact under a name, or takes it out of its address book; its companions are told to look. */
export function saveAddress(
  simulator: Simulator,
  phone: Person,
  contact: Person,
  name: string | undefined,
): Promise<void> {
  // Each patch stands on the one before it.
  const before = turns.get(simulator) ?? Promise.resolve();
  const turn = before.then(() => writePatch(simulator, phone, contact, name));
  turns.set(
    simulator,
    turn.catch(() => undefined),
  );
  return turn;
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
  const { id, data } = settingsKeyOf(phone.number);
  const contactAction = name === undefined ? {} : actionOf(contact, name);
  const { patch, state } = await encodeSyncdPatch(
    {
      type: addressBookCollection,
      index: ['contact', phoneJid(contact.number)],
      syncAction: { timestamp: nowSeconds(), contactAction },
      apiVersion: 2,
      operation: name === undefined ? REMOVE : SET,
    },
    id.toString('base64'),
    addressBooks.state(phone.number),
    async () => ({ keyData: data }),
  );
  // The library's encoder lists what it removes as if it were there.
  const index = Buffer.from(patch.mutations?.[0]?.record?.index?.blob ?? []).toString('base64');
  if (name === undefined) delete state.indexValueMap[index];
  const bytes = proto.SyncdPatch.encode({ ...patch, version: { version: state.version } }).finish();
  addressBooks.set(phone.number, contact.number, name, { bytes, state });
  tellCompanions(simulator, phone, state.version);
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
