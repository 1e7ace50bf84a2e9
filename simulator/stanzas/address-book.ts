import { encodeSyncdPatch, proto, type WAPatchCreate } from '@whiskeysockets/baileys';
import { nowSeconds, type Simulator } from '../simulator.ts';
import { type AddressPatch, addressBookCollection } from '../state/address-books.ts';
import { lidJid, type Person, phoneJid } from '../state/people.ts';
import { queueFor } from './login.ts';
import { settingsKeyOf } from './settings-key.ts';
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
  return inTurn(simulator, () => writePatch(simulator, phone, contact, name));
}

/** Makes sure that there is something where a phone keeps its address book: no account's settings are ever without. */
export function beginSettings(simulator: Simulator, phone: string): Promise<void> {
  return inTurn(simulator, async () => {
    if (simulator.addressBooks.state(phone).version > 0) return;
    const mode = proto.SyncActionValue.StatusPrivacyAction.StatusDistributionMode.CONTACTS;
    const syncAction = { timestamp: nowSeconds(), statusPrivacy: { mode } };
    const entry = { index: ['status_privacy'], apiVersion: 7, syncAction, operation: SET };
    simulator.addressBooks.note(phone, await encoded(simulator, phone, entry));
  });
}

/** Each patch stands on the one before it. */
function inTurn(simulator: Simulator, work: () => Promise<void>): Promise<void> {
  const before = turns.get(simulator) ?? Promise.resolve();
  const turn = before.then(work);
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
  const patch = await encoded(simulator, phone.number, {
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

async function encoded(
  simulator: Simulator,
  phone: string,
  entry: Omit<WAPatchCreate, 'type'>,
): Promise<AddressPatch> {
  const { id, data } = settingsKeyOf(phone);
  const { patch, state } = await encodeSyncdPatch(
    { type: addressBookCollection, ...entry },
    id.toString('base64'),
    simulator.addressBooks.state(phone),
    async () => ({ keyData: data }),
  );
  // The library's encoder lists what it removes as if it were there.
  const index = Buffer.from(patch.mutations?.[0]?.record?.index?.blob ?? []).toString('base64');
  if (entry.operation === REMOVE) delete state.indexValueMap[index];
  return {
    bytes: proto.SyncdPatch.encode({ ...patch, version: { version: state.version } }).finish(),
    state,
  };
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
