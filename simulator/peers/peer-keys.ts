import {
  BufferJSON,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStoreWithTransaction,
} from '@whiskeysockets/baileys';
import { recordsToRead, recordsToStore } from '#connector/keys/session-record.ts';
import type { Store } from '../state/store.ts';

/** `json` is null when it is removed. */
type Staged = { type: string; id: string; json: string | null };

/**
 * One person's Signal keys. Writes are staged until `commit`, which puts them into the store in one turn,
 * together with the effect of the message that caused them; `discard` forgets them.
 */
export class PeerKeys implements SignalKeyStoreWithTransaction {
  readonly #store: Store;
  readonly #person: string;
  readonly #staged = new Map<string, Staged>();

  constructor(store: Store, person: string) {
    this.#store = store;
    this.#person = person;
  }

  get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]): { [id: string]: SignalDataTypeMap[T] } {
    const found: { [id: string]: SignalDataTypeMap[T] } = {};
    for (const id of ids) {
      const value = this.#read(type, id);
      if (value !== undefined && value !== null) found[id] = value;
    }
    return type === 'session' ? Object.assign(found, recordsToRead(found)) : found;
  }

  set(data: SignalDataSet): void {
    for (const [type, entries] of Object.entries(data)) {
      const kept =
        type === 'session' ? recordsToStore(this.#records(Object.keys(entries)), entries) : entries;
      for (const [id, value] of Object.entries(kept)) {
        const isGone = value === null || value === undefined;
        this.#stage({ type, id, json: isGone ? null : JSON.stringify(value, BufferJSON.replacer) });
      }
    }
  }

  /** A key as it is stored, or will be. */
  text(type: string, id: string): string | undefined {
    const staged = this.#staged.get(nameOf(type, id));
    return staged ? (staged.json ?? undefined) : this.#stored(type, id);
  }

  putText(type: string, id: string, json: string): void {
    this.#stage({ type, id, json });
  }

  /** What a key will be when it is the only one that is staged. */
  onlyStaged(type: string, id: string): string | undefined {
    return this.#staged.size === 1 ? (this.#staged.get(nameOf(type, id))?.json ?? undefined) : undefined;
  }

  #stage(staged: Staged): void {
    this.#staged.set(nameOf(staged.type, staged.id), staged);
  }

  #records(ids: string[]): Record<string, unknown> {
    return Object.fromEntries(ids.map(id => [id, this.#read('session', id)]));
  }

  isInTransaction(): boolean {
    return true;
  }

  transaction<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  commit(): void {
    for (const { type, id, json } of this.#staged.values()) {
      if (json === null) {
        this.#store.write(
          'delete from signal_key where person = ? and type = ? and id = ?',
          this.#person,
          type,
          id,
        );
      } else {
        this.#store.write(
          'insert or replace into signal_key values (?, ?, ?, ?)',
          this.#person,
          type,
          id,
          json,
        );
      }
    }
    this.#staged.clear();
  }

  discard(): void {
    this.#staged.clear();
  }

  /** Stores a prekey at once, whatever is being staged: handing out a bundle does not wait for messages. */
  putPrekey(id: number, pair: SignalDataTypeMap['pre-key']): void {
    const json = JSON.stringify(pair, BufferJSON.replacer);
    this.#store.write(
      `insert or replace into signal_key values (?, 'pre-key', ?, ?)`,
      this.#person,
      String(id),
      json,
    );
  }

  #read(type: string, id: string) {
    // A parsed copy, so that nobody changes what is staged by reference.
    const json = this.text(type, id);
    return json === undefined ? undefined : JSON.parse(json, BufferJSON.reviver);
  }

  #stored(type: string, id: string): string | undefined {
    const row = this.#store.one(
      'select value from signal_key where person = ? and type = ? and id = ?',
      this.#person,
      type,
      id,
    );
    return row ? String(row.value) : undefined;
  }
}

const nameOf = (type: string, id: string) => `${type}/${id}`;
