import type { SignalCreds } from '@whiskeysockets/baileys';
import { readIdentity, writeIdentity } from './people.ts';
import type { Store } from './store.ts';

export type ContactDevice = { device: number; keyIndex: number };

/** The devices contacts linked to their phones, each with a Signal identity of its own. */
export class ContactDevices {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  add(number: string, { device, keyIndex }: ContactDevice): void {
    this.#store.write(
      'insert into contact_device(number, device, key_index, identity) values (?, ?, ?, ?)',
      number,
      device,
      keyIndex,
      writeIdentity(),
    );
  }

  remove(number: string, device: number): void {
    this.#store.write('delete from contact_device where number = ? and device = ?', number, device);
    this.#store.write('delete from signal_key where person = ?', `${number}:${device}`);
  }

  list(number: string): ContactDevice[] {
    const rows = this.#store.all(
      'select device, key_index from contact_device where number = ? order by device',
      number,
    );
    return rows.map(row => ({ device: Number(row.device), keyIndex: Number(row.key_index) }));
  }

  /** The device's Signal identity; undefined when the contact has no such device. */
  identity(number: string, device: number): SignalCreds | undefined {
    const row = this.#store.one(
      'select identity from contact_device where number = ? and device = ?',
      number,
      device,
    );
    return row && readIdentity(row);
  }

  nextPrekeyId(number: string, device: number): number {
    this.#store.write(
      'update contact_device set next_prekey = next_prekey + 1 where number = ? and device = ?',
      number,
      device,
    );
    const row = this.#store.one(
      'select next_prekey from contact_device where number = ? and device = ?',
      number,
      device,
    );
    return Number(row?.next_prekey) - 1;
  }
}
