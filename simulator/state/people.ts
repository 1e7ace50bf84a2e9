import {
  BufferJSON,
  Curve,
  generateRegistrationId,
  type SignalCreds,
  signedKeyPair,
} from '@whiskeysockets/baileys';
import type { Row, Store } from './store.ts';

/** `phone`: an account's own primary phone, which links companions. `contact`: someone who writes to it. */
export type PersonKind = 'phone' | 'contact';

export type Person = {
  number: string;
  lid: string;
  kind: PersonKind;
  name: string;
  /** Whose it is: the company that made it; undefined when the demo or the operator did. */
  company: string | undefined;
  /** Where the picture lies: a path on this server or a whole address. */
  picture: string | undefined;
  /** Counts the changes of the picture. */
  pictureId: number;
  policy: Policy;
  presence: Presence;
};

/** `lastSeen` in seconds since 1970; undefined when the person does not tell. */
export type Presence = { available: boolean; lastSeen: number | undefined };

/** How the server names a person to companies: by LID, or by phone number as it did before LIDs. */
export type Addressing = 'lid' | 'pn';

/**
 * deliver: the contact's phone is on. read: it opens every chat at once. registered: it has WhatsApp.
 * addressing: how its messages are addressed.
 */
export type Policy = { deliver: boolean; read: boolean; registered: boolean; addressing: Addressing };

export type NewPerson = Pick<Person, 'number' | 'kind' | 'name'> & {
  company?: string | undefined;
  lid?: string | undefined;
  picture?: string | undefined;
};

export const phoneJid = (number: string) => `${number}@s.whatsapp.net`;
export const lidJid = (lid: string) => `${lid}@lid`;

/** The name companies know a person by at present. */
export const addressedAs = ({ number, lid, policy }: Person) =>
  policy.addressing === 'pn' ? phoneJid(number) : lidJid(lid);

/** Everyone who has a number: account phones and contacts, each with a Signal identity. */
export class People {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Adds a person, or renames the one who has this number. Idempotent; a number keeps its identity and LID. */
  add(person: NewPerson): void {
    const known = this.byNumber(person.number);
    if (known) {
      this.#store.write(
        'update person set name = ?, picture = coalesce(?, picture), kind = ? where number = ?',
        person.name,
        person.picture ?? null,
        person.kind === 'phone' ? 'phone' : known.kind,
        person.number,
      );
      return;
    }
    this.#store.write(
      'insert into person(number, lid, kind, name, company, picture, identity) values (?, ?, ?, ?, ?, ?, ?)',
      person.number,
      person.lid ?? lidFor(person.number),
      person.kind,
      person.name,
      person.company ?? null,
      person.picture ?? null,
      writeIdentity(),
    );
  }

  byNumber(number: string): Person | undefined {
    return optional(this.#store.one('select * from person where number = ?', number));
  }

  byLid(lid: string): Person | undefined {
    return optional(this.#store.one('select * from person where lid = ?', lid));
  }

  all(kind: PersonKind): Person[] {
    return this.#store.all('select * from person where kind = ? order by number', kind).map(toPerson);
  }

  setPolicy(number: string, policy: Policy): void {
    this.#store.write(
      'update person set deliver = ?, reads = ?, registered = ?, addressing = ? where number = ?',
      Number(policy.deliver),
      Number(policy.read),
      Number(policy.registered),
      policy.addressing,
      number,
    );
  }

  setPresence(number: string, { available, lastSeen }: Presence): void {
    this.#store.write(
      'update person set available = ?, last_seen = ? where number = ?',
      Number(available),
      lastSeen ?? null,
      number,
    );
  }

  setPicture(number: string, picture: string | undefined): void {
    this.#store.write(
      'update person set picture = ?, picture_id = picture_id + 1 where number = ?',
      picture ?? null,
      number,
    );
  }

  /** The Signal identity of the person's phone: registration id, identity key, signed prekey. */
  identity(number: string): SignalCreds {
    const row = this.#store.one('select identity from person where number = ?', number);
    return readIdentity(row);
  }

  /** A new phone, or WhatsApp installed again: other keys, the same number. */
  renewIdentity(number: string): void {
    this.#store.write('update person set identity = ? where number = ?', writeIdentity(), number);
    this.#store.write('delete from signal_key where person = ?', number);
  }

  nextPrekeyId(number: string): number {
    this.#store.write('update person set next_prekey = next_prekey + 1 where number = ?', number);
    return (
      Number(this.#store.one('select next_prekey from person where number = ?', number)?.next_prekey) - 1
    );
  }

  /** Numbers for one more linked device; never given twice. */
  nextDevice(number: string): { device: number; keyIndex: number } {
    this.#store.write(
      'update person set devices = devices + 1, key_index = key_index + 1 where number = ?',
      number,
    );
    const row = this.#store.one('select devices, key_index from person where number = ?', number);
    return { device: Number(row?.devices), keyIndex: Number(row?.key_index) };
  }
}

/** Fifteen digits that are no phone number. */
function lidFor(number: string): string {
  return `9${number.slice(-14).padStart(14, '0')}`;
}

/** Makes a new Signal identity, as it is stored. */
export function writeIdentity(): string {
  const signedIdentityKey = Curve.generateKeyPair();
  const identity: SignalCreds = {
    registrationId: generateRegistrationId(),
    signedIdentityKey,
    signedPreKey: signedKeyPair(signedIdentityKey, 1),
  };
  return JSON.stringify(identity, BufferJSON.replacer);
}

export function readIdentity(row: Row | undefined): SignalCreds {
  return JSON.parse(String(row?.identity), BufferJSON.reviver);
}

function optional(row: Row | undefined): Person | undefined {
  return row ? toPerson(row) : undefined;
}

function toPerson(row: Row): Person {
  return {
    number: String(row.number),
    lid: String(row.lid),
    kind: row.kind === 'phone' ? 'phone' : 'contact',
    name: String(row.name),
    company: row.company === null ? undefined : String(row.company),
    picture: row.picture === null ? undefined : String(row.picture),
    pictureId: Number(row.picture_id),
    policy: {
      deliver: row.deliver === 1,
      read: row.reads === 1,
      registered: row.registered === 1,
      addressing: row.addressing === 'pn' ? 'pn' : 'lid',
    },
    presence: {
      available: row.available === 1,
      lastSeen: row.last_seen === null ? undefined : Number(row.last_seen),
    },
  };
}
