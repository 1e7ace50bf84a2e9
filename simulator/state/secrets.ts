import { BufferJSON } from '@whiskeysockets/baileys';
import type { Store } from './store.ts';

/** The server's own keys: made once, kept for good. */
export class Secrets {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  get<T>(name: string, make: () => T): T {
    const stored = this.#store.one('select value from server where name = ?', name);
    if (stored) return JSON.parse(String(stored.value), BufferJSON.reviver);
    const made = make();
    this.#store.write('insert into server values (?, ?)', name, JSON.stringify(made, BufferJSON.replacer));
    return made;
  }
}
