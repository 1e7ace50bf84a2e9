import { encodeSyncdPatch, proto, type WAPatchCreate } from '@whiskeysockets/baileys';
import { nowSeconds, type Simulator } from '../simulator.ts';
import { type AddressPatch, addressBookCollection } from '../state/address-books.ts';
import { settingsKeyOf } from './settings-key.ts';

const { SET, REMOVE } = proto.SyncdMutation.SyncdOperation;
const turns = new WeakMap<Simulator, Promise<void>>();

/** Makes sure that there is something where a phone keeps its address book: no account's settings are ever without. */
export function beginSettings(simulator: Simulator, phone: string): Promise<void> {
  return inSettingsTurn(simulator, async () => {
    if (simulator.addressBooks.state(phone).version > 0) return;
    const mode = proto.SyncActionValue.StatusPrivacyAction.StatusDistributionMode.CONTACTS;
    const syncAction = { timestamp: nowSeconds(), statusPrivacy: { mode } };
    const entry = { index: ['status_privacy'], apiVersion: 7, syncAction, operation: SET };
    simulator.addressBooks.note(phone, await encodedSetting(simulator, phone, entry));
  });
}

/** Each patch stands on the one before it. */
export function inSettingsTurn(simulator: Simulator, work: () => Promise<void>): Promise<void> {
  const before = turns.get(simulator) ?? Promise.resolve();
  const turn = before.then(work);
  turns.set(
    simulator,
    turn.catch(() => undefined),
  );
  return turn;
}

/** A change of a phone's settings, behind all that there are. */
export async function encodedSetting(
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
