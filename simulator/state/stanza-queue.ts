import { type BinaryNode, encodeBinaryNode } from '@whiskeysockets/baileys';
import type { Row, Store } from './store.ts';

/** What is kept with a message stanza so that its author can encrypt it again when asked to. */
export type Resendable = { author: string; payload: Uint8Array; chat: string };

export type QueuedStanza = { seq: number; stanza: Uint8Array; isMessage: boolean };

/** Stanzas for companions, kept in order until the companion acknowledges them. */
export class StanzaQueue {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Queues at the end; a stanza with the same id, sender and type is replaced. */
  add(companion: string, node: BinaryNode, resendable?: Resendable): void {
    this.#store.write(
      `insert or replace into queued(companion, class, id, sender, type, stanza, author, payload, chat)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      companion,
      node.tag,
      node.attrs.id ?? '',
      node.attrs.from ?? '',
      node.tag === 'receipt' ? receiptKey(node.attrs) : '',
      encodeBinaryNode(node),
      resendable?.author ?? null,
      resendable?.payload ?? null,
      resendable?.chat ?? null,
    );
  }

  /** What comes behind a position, oldest first; at most so many. */
  after(companion: string, seq: number, most: number): QueuedStanza[] {
    const rows = this.#store.all(
      'select seq, stanza, class from queued where companion = ? and seq > ? order by seq limit ?',
      companion,
      seq,
      most,
    );
    return rows.map(row => ({
      seq: Number(row.seq),
      stanza: asBytes(row.stanza),
      isMessage: row.class === 'message',
    }));
  }

  /** How many stanzas of each kind are behind a position, and the position of the last. */
  waiting(companion: string, seq: number): { last: number; counts: ReadonlyMap<string, number> } {
    const rows = this.#store.all(
      'select class, count(*) as n, max(seq) as last from queued where companion = ? and seq > ? group by class',
      companion,
      seq,
    );
    return {
      last: Math.max(seq, ...rows.map(row => Number(row.last))),
      counts: new Map(rows.map(row => [String(row.class), Number(row.n)])),
    };
  }

  /** Forgets a message the companion received. Without `sender` the id alone decides. */
  removeMessage(companion: string, id: string, sender?: string): void {
    if (sender === undefined) {
      this.#store.write(
        `delete from queued where companion = ? and class = 'message' and id = ?`,
        companion,
        id,
      );
      return;
    }
    this.#store.write(
      `delete from queued where companion = ? and class = 'message' and id = ? and sender = ?`,
      companion,
      id,
      sender,
    );
  }

  /** Forgets a receipt or notification the companion acknowledged. */
  removeAcknowledged(companion: string, attrs: BinaryNode['attrs']): void {
    const stanzaClass = attrs.class ?? '';
    this.#store.write(
      'delete from queued where companion = ? and class = ? and id = ? and sender = ? and type = ?',
      companion,
      stanzaClass,
      attrs.id ?? '',
      attrs.to ?? '',
      stanzaClass === 'receipt' ? receiptKey(attrs) : '',
    );
  }

  /** What to encrypt again when the companion asks for this message; undefined once it received it. */
  resendable(companion: string, id: string, sender: string): Resendable | undefined {
    const row = this.#store.one(
      `select author, payload, chat from queued
       where companion = ? and class = 'message' and id = ? and sender = ? and payload is not null`,
      companion,
      id,
      sender,
    );
    return row && { author: String(row.author), payload: asBytes(row.payload), chat: String(row.chat) };
  }

  size(): number {
    return Number(this.#store.one('select count(*) as n from queued')?.n);
  }
}

function receiptKey(attrs: BinaryNode['attrs']): string {
  return `${attrs.type ?? ''}/${attrs.participant ?? ''}`;
}

function asBytes(value: Row[string] | undefined): Buffer {
  return value instanceof Uint8Array ? Buffer.from(value) : Buffer.alloc(0);
}
