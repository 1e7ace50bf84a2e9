import { jidDecode } from '@whiskeysockets/baileys';
import { LRUCache } from 'lru-cache';
import type { ContactDevices } from '../state/contact-devices.ts';
import type { People, Person } from '../state/people.ts';
import { Peer, type PeerDependencies, type PeerKeyring } from './peer.ts';

export type PeersDependencies = PeerDependencies & { people: People; contactDevices: ContactDevices };

/** Phones and contacts' linked devices, by number or jid; loaded when first needed. */
export class Peers {
  readonly #dependencies: PeersDependencies;
  // A device at work is held by its callers too, but two objects for one device would fork its ratchet:
  // the bound is far above the number of devices that exchange messages at one moment.
  readonly #loaded = new LRUCache<string, Peer>({ max: 20_000 });

  constructor(dependencies: PeersDependencies) {
    this.#dependencies = dependencies;
  }

  /** A person's phone (device 0), or one of a contact's linked devices. */
  byNumber(number: string, device = 0): Peer | undefined {
    const known = this.#loaded.get(addressOf(number, device));
    if (known) return known;
    const person = this.#dependencies.people.byNumber(number);
    return person && this.#load(person, device);
  }

  /** The phone and all linked devices of a person. */
  devicesOf(number: string): Peer[] {
    const linked = this.#dependencies.contactDevices.list(number).map(({ device }) => device);
    return [0, ...linked].flatMap(device => this.byNumber(number, device) ?? []);
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
    return person && this.byNumber(person.number, jidDecode(jid)?.device ?? 0);
  }

  /** Drops what is kept of a device whose keys were replaced or removed. */
  forget(number: string, device = 0): void {
    this.#loaded.delete(addressOf(number, device));
  }

  #load(person: Person, device: number): Peer | undefined {
    const keyring = this.#keyringOf(person.number, device);
    if (!keyring) return undefined;
    const peer = new Peer({ number: person.number, lid: person.lid, device }, keyring, this.#dependencies);
    this.#loaded.set(addressOf(person.number, device), peer);
    return peer;
  }

  #keyringOf(number: string, device: number): PeerKeyring | undefined {
    const { people, contactDevices } = this.#dependencies;
    if (device === 0) {
      return { identity: people.identity(number), nextPrekeyId: () => people.nextPrekeyId(number) };
    }
    const identity = contactDevices.identity(number, device);
    return identity && { identity, nextPrekeyId: () => contactDevices.nextPrekeyId(number, device) };
  }
}

const addressOf = (number: string, device: number) => (device === 0 ? number : `${number}:${device}`);
