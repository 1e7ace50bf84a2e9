import { createHmac, createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';

/**
 * The keys of people. A person is a UUID that stands for somebody whose data is encrypted under a key of their
 * own: the id of a contact or a user, of a company for its own address and number, or one that `members` gave.
 */
export type PersonKeys = {
  /**
   * Keys to write with, made on first use; undefined for a person whose key was destroyed. Throws
   * StoreUnavailable.
   */
  readonly forWriting: (companyId: string, persons: readonly string[]) => Promise<Keys>;
  /**
   * Keys to read with; undefined for a person whose key was destroyed, absent for one that never had a key
   * here. Throws StoreUnavailable.
   */
  readonly forReading: (persons: readonly string[]) => Promise<Keys>;
  /** From now on these are erased for this process, whatever its cache held. */
  readonly forget: (persons: readonly string[]) => void;
  /**
   * Which of these were erased: asked before something of people is kept beside the log. Reads the database each time,
   * whatever is held in memory. Throws StoreUnavailable.
   */
  readonly erasedAmong: (persons: readonly string[]) => Promise<readonly string[]>;
  /**
   * Keyed digest of a value (HMAC-SHA-256, hex), the same in every process of the installation: for names that
   * must not be guessable, such as claims of numbers and e-mails.
   */
  readonly digest: (kind: string, value: string) => string;
  /**
   * The persons that stand for names of a company (see domain/contact/member.ts) that are no contacts: members of
   * groups. Made on first use, and anew after a destruction. Throws StoreUnavailable.
   */
  readonly members: (companyId: string, names: readonly string[]) => Promise<readonly string[]>;
  /** Those persons of `members` that there are; makes none. Throws StoreUnavailable. */
  readonly knownMembers: (companyId: string, names: readonly string[]) => Promise<readonly string[]>;
};

export type Keys = ReadonlyMap<string, KeyObject | undefined>;

/** Keys of people, and the way to end them. */
export type PersonKeyring = PersonKeys & {
  /**
   * Destroys keys for good: nothing under them can be read any more, and nothing written either. What `members`
   * gave for them is forgotten. Idempotent. Throws StoreUnavailable.
   */
  readonly destroy: (companyId: string, persons: readonly string[]) => Promise<void>;
};

/** Keys in memory with the promises of PersonKeys, for tests. */
export const memoryPersonKeys = (): PersonKeyring => {
  const keys = new Map<string, KeyObject | undefined>();
  const members = new Map<string, string>();
  const secret = randomBytes(32);

  const digest: PersonKeys['digest'] = (kind, value) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([kind, value]))
      .digest('hex');
  const forget: PersonKeys['forget'] = persons => {
    for (const person of persons) keys.set(person, undefined);
    for (const [name, person] of members) if (persons.includes(person)) members.delete(name);
  };
  const nameOf = (companyId: string, name: string): string => `${companyId}/${name}`;

  return {
    forWriting: async (_companyId, persons) => {
      for (const person of persons) if (!keys.has(person)) keys.set(person, createSecretKey(randomBytes(32)));
      return new Map(persons.map(person => [person, keys.get(person)]));
    },
    forReading: async persons =>
      new Map(persons.filter(person => keys.has(person)).map(person => [person, keys.get(person)])),
    erasedAmong: async persons =>
      persons.filter(person => keys.has(person) && keys.get(person) === undefined),
    forget,
    digest,
    members: async (companyId, names) =>
      names.map(name => {
        const known = members.get(nameOf(companyId, name));
        const person = known ?? randomUUID();
        if (!known) members.set(nameOf(companyId, name), person);
        return person;
      }),
    knownMembers: async (companyId, names) =>
      names.flatMap(name => members.get(nameOf(companyId, name)) ?? []),
    destroy: async (_companyId, persons) => forget(persons),
  };
};
