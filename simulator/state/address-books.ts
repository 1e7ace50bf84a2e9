import { BufferJSON, type LTHashState, newLTHashState, type WAPatchName } from '@whiskeysockets/baileys';
import type { Store } from './store.ts';

/** Where WhatsApp keeps address books among the accounts' settings. */
export const addressBookCollection: WAPatchName = 'critical_unblock_low';

/** A change of an address book as companions get it, and what they have read once they have read it. */
export type AddressPatch = { readonly bytes: Uint8Array; readonly state: LTHashState };

/** Which contacts phones have in their address books under which names, and the patches that told so. */
export class AddressBooks {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Without a name the contact is in it no more. */
  set(owner: string, contact: string, name: string | undefined, patch: AddressPatch): void {
    if (name === undefined)
      this.#store.write('delete from address_book where owner = ? and contact = ?', owner, contact);
    else this.#store.write('insert or replace into address_book values (?, ?, ?)', owner, contact, name);
    this.note(owner, patch);
  }

  /** A change of what else stands among these settings. */
  note(owner: string, { bytes, state }: AddressPatch): void {
    const text = JSON.stringify(state, BufferJSON.replacer);
    this.#store.write('insert or replace into settings_state values (?, ?)', owner, text);
    this.#store.write('insert into settings_patch values (?, ?, ?)', owner, state.version, bytes);
  }

  list(owner: string): { number: string; name: string }[] {
    const rows = this.#store.all(
      'select contact, name from address_book where owner = ? order by contact',
      owner,
    );
    return rows.map(row => ({ number: String(row.contact), name: String(row.name) }));
  }

  state(owner: string): LTHashState {
    const row = this.#store.one('select state from settings_state where owner = ?', owner);
    return row ? JSON.parse(String(row.state), BufferJSON.reviver) : newLTHashState();
  }

  /** The changes behind a version, oldest first. */
  patchesAfter(owner: string, version: number): Uint8Array[] {
    const rows = this.#store.all(
      'select patch from settings_patch where owner = ? and version > ? order by version',
      owner,
      version,
    );
    return rows.flatMap(({ patch }) => (patch instanceof Uint8Array ? [patch] : []));
  }
}
