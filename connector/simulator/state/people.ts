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
  picture: string | undefined;
  policy: Policy;
};

/** deliver: the contact's phone is on. read: it opens every chat at once. registered: it has WhatsApp. */
export type Policy = { deliver: boolean; read: boolean; registered: boolean };

export type NewPerson = Pick<Person, 'number' | 'kind' | 'name'> & {
  lid?: string | undefined;
  picture?: string | undefined;
};

export const phoneJid = (number: string) => `${number}@s.whatsapp.net`;
export const lidJid = (lid: string) => `${lid}@lid`;

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
      'insert into person(number, lid, kind, name, picture, identity) values (?, ?, ?, ?, ?, ?)',
      person.number,
      person.lid ?? lidFor(person.number),
      person.kind,
      person.name,
      person.picture ?? null,
      JSON.stringify(newIdentity(), BufferJSON.replacer),
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
      'update person set deliver = ?, reads = ?, registered = ? where number = ?',
      Number(policy.deliver),
      Number(policy.read),
      Number(policy.registered),
      number,
    );
  }

  /** The person's Signal identity: registration id, identity key, signed prekey. */
  identity(number: string): SignalCreds {
    const row = this.#store.one('select identity from person where number = ?', number);
    return JSON.parse(String(row?.identity), BufferJSON.reviver);
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

function newIdentity(): SignalCreds {
  const signedIdentityKey = Curve.generateKeyPair();
  return {
    registrationId: generateRegistrationId(),
    signedIdentityKey,
    signedPreKey: signedKeyPair(signedIdentityKey, 1),
  };
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
    picture: row.picture === null ? undefined : String(row.picture),
    policy: { deliver: row.deliver === 1, read: row.reads === 1, registered: row.registered === 1 },
  };
}
