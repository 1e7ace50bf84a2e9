import { jidDecode } from '@whiskeysockets/baileys';
import { LRUCache } from 'lru-cache';
import { lidJid, type Person } from '../state/people.ts';
import { Peer, type PeerDependencies } from './peer.ts';

/** Phones by number or jid; loaded when first needed. */
export class Peers {
  readonly #dependencies: PeerDependencies;
  // A phone at work is held by its callers too, but two objects for one phone would fork its ratchet:
  // the bound is far above the number of phones that exchange messages at one moment.
  readonly #loaded = new LRUCache<string, Peer>({ max: 20_000 });

  constructor(dependencies: PeerDependencies) {
    this.#dependencies = dependencies;
  }

  byNumber(number: string): Peer | undefined {
    const known = this.#loaded.get(number);
    if (known) return known;
    const person = this.#dependencies.people.byNumber(number);
    return person && this.#load(person);
  }

  /** The person behind a phone-number jid or a LID jid, with or without a device number. */
  personOf(jid: string | undefined): Person | undefined {
    const decoded = jidDecode(jid);
    if (!decoded) return undefined;
    const { people } = this.#dependencies;
    return decoded.server === 'lid' ? people.byLid(decoded.user) : people.byNumber(decoded.user);
  }

  byJid(jid: string | undefined): Peer | undefined {
    const person = this.personOf(jid);
    return person && this.byNumber(person.number);
  }

  #load(person: Person): Peer {
    const peer = new Peer(person.number, lidJid(person.lid), this.#dependencies);
    this.#loaded.set(person.number, peer);
    return peer;
  }
}
