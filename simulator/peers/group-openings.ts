import type { proto } from '@whiskeysockets/baileys';
import { LRUCache } from 'lru-cache';

/** What opening a ciphertext came to: the message, and the record of its author's sender key afterwards. */
export type Opened = { message: proto.IMessage; record: string };

/**
 * What phones have just opened. The members of a group keep the same record of a writer's sender key: what opening a
 * ciphertext makes of it for one of them, it makes of it for all.
 */
export class GroupOpenings {
  readonly #known = new LRUCache<string, Opened>({ max: 100 });

  /** Undefined when none has opened this ciphertext with such a record. */
  find(record: string, ciphertext: Uint8Array): Opened | undefined {
    return this.#known.get(nameOf(record, ciphertext));
  }

  note(record: string, ciphertext: Uint8Array, opened: Opened): void {
    this.#known.set(nameOf(record, ciphertext), opened);
  }
}

const nameOf = (record: string, ciphertext: Uint8Array): string =>
  `${record} ${Buffer.from(ciphertext).toString('latin1')}`;
