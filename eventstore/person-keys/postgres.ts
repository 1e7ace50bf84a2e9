import { type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool, QueryResultRow } from 'pg';
import { kindOfFailure } from '#domain/shared/outage.ts';
import type { Keys, PersonKeyring, PersonKeys } from '../person-keys.ts';
import { together } from '../together.ts';
import { StoreUnavailable } from '../types.ts';
import { digestUnder } from './digest.ts';
import { digestKeyName, migratePersonKeys } from './migrate.ts';
import { createWrapping, WrongMasterKey } from './wrapping.ts';

export type PersonKeysOptions = {
  readonly pool: Pool;
  /** 32 bytes as base64. */
  readonly masterKey: string;
  /** The most keys held in memory. */
  readonly max?: number;
};

/** What is asked while a question is under way is put together into the next one, each name once. */
const fewQuestions = <Answer>(
  ask: (names: readonly string[]) => Promise<Answer>,
): ((names: readonly string[]) => Promise<Answer>) => {
  const questions = together<string, Answer>({ write: ask, oneAtATime: true, keyOf: name => name });
  return names => questions.add(...names);
};

/** A process that does not follow the log forgets a destroyed key after this. */
const heldMs = 15 * 60_000;

const outdated = 'PERSONAL_KEY was changed while this service ran: start it anew with the new one';

const erased = 'erased';
type Held = KeyObject | typeof erased;
type KeyRow = { readonly person: string; readonly wrapped: Buffer | null };

/**
 * The keys of people in the schema `secrets` of Postgres, which is made if it is not there. Each key is wrapped
 * under the master key; the newest 10,000 are held unwrapped. Any number of processes may share them: two that make
 * a key at once get the same one. Throws WrongMasterKey; once open, StoreUnavailable while Postgres is away.
 */
export const openPersonKeys = async (options: PersonKeysOptions): Promise<PersonKeyring> => {
  const { pool, masterKey, max = 10_000 } = options;
  const wrapping = createWrapping(masterKey);
  const cache = new LRUCache<string, Held>({ max, ttl: heldMs, ttlResolution: 1_000 });
  /** Kept apart: what was forgotten must not come back because a cache was full. */
  const forgotten = new LRUCache<string, true>({ max: 100_000 });
  const members = new LRUCache<string, string>({ max });

  const query = async <Row extends QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> => {
    try {
      return (await pool.query<Row>(text, values)).rows;
    } catch (error) {
      const kind = kindOfFailure(error);
      if (kind !== 'outage' && kind !== 'race') throw error;
      throw new StoreUnavailable('the keys of people are out of reach', { cause: error });
    }
  };

  await migratePersonKeys(pool, masterKey);
  const [digestKey] = await query<{ wrapped: Buffer }>(
    'select wrapped from secrets.installation_key where name = $1',
    [digestKeyName],
  );
  if (!digestKey) throw new Error('the key of digests is gone');
  const digest = digestUnder(wrapping.unwrap(digestKeyName, digestKey.wrapped));

  const heldOf = (person: string): Held | undefined => (forgotten.has(person) ? erased : cache.get(person));

  const keep = ({ person, wrapped }: KeyRow): readonly [string, Held] => {
    const held = wrapped === null ? erased : wrapping.unwrap(person, wrapped);
    cache.set(person, held);
    return [person, held];
  };

  const fetch = async (persons: readonly string[]): Promise<ReadonlyMap<string, Held>> => {
    const rows = await query<KeyRow>(
      'select person, wrapped from secrets.person_key where person = any($1::uuid[])',
      [persons],
    );
    const opened = rows.flatMap(row => {
      try {
        return [keep(row)];
      } catch (error) {
        if (error instanceof WrongMasterKey) return [];
        throw error;
      }
    });
    if (opened.length < rows.length) await mustBeOurMasterKey();
    return new Map(opened);
  };
  /** A key that does not open is as good as none, unless no key does. */
  const mustBeOurMasterKey = async (): Promise<void> => {
    const [now] = await query<{ wrapped: Buffer }>(
      'select wrapped from secrets.installation_key where name = $1',
      [digestKeyName],
    );
    if (!now?.wrapped.equals(digestKey.wrapped)) throw new StoreUnavailable(outdated);
  };
  const fetched = fewQuestions(fetch);

  const makers = new Map<string, ReturnType<typeof makerOf>>();
  const makerOf = (companyId: string) =>
    fewQuestions(async persons => {
      const known = await fetched(persons);
      const missing = persons.filter(person => !known.has(person));
      if (missing.length === 0) return known;
      const fresh = missing.map(person => wrapping.wrap(person, randomBytes(32)));
      await query(
        `insert into secrets.person_key (person, company_id, wrapped)
         select person, $1, wrapped from unnest($2::uuid[], $3::bytea[]) made (person, wrapped)
         where exists (select from secrets.installation_key where name = $4 and wrapped = $5)
         order by person on conflict (person) do nothing`,
        [companyId, missing, fresh, digestKeyName, digestKey.wrapped],
      );
      const all = new Map([...known, ...(await fetched(missing))]);
      // Wrapped under a key that was changed meanwhile, it could never be opened again.
      if (all.size < persons.length) await mustBeOurMasterKey();
      return all;
    });
  const made = (companyId: string, persons: readonly string[]): Promise<ReadonlyMap<string, Held>> => {
    const make = makers.get(companyId) ?? makerOf(companyId);
    makers.set(companyId, make);
    return make(persons);
  };

  const collect = async (
    persons: readonly string[],
    ask: (missing: readonly string[]) => Promise<ReadonlyMap<string, Held>>,
  ): Promise<Keys> => {
    const keys = new Map<string, KeyObject | undefined>();
    const missing: string[] = [];
    for (const person of persons) {
      const held = heldOf(person);
      if (held === undefined) missing.push(person);
      else keys.set(person, held === erased ? undefined : held);
    }
    if (missing.length === 0) return keys;
    const asked = await ask(missing);
    for (const person of missing) {
      const held = forgotten.has(person) ? erased : asked.get(person);
      if (held !== undefined) keys.set(person, held === erased ? undefined : held);
    }
    return keys;
  };

  const forget: PersonKeys['forget'] = persons => {
    const gone = new Set(persons);
    for (const person of gone) {
      forgotten.set(person, true);
      cache.delete(person);
    }
    for (const [name, person] of [...members.entries()]) if (gone.has(person)) members.delete(name);
  };

  const nameOf = (companyId: string, name: string): string => digest(`member/${companyId}`, name);

  const fetchMembers = async (digests: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const rows = await query<{ digest: string; person: string }>(
      'select digest, person from secrets.group_member where digest = any($1)',
      [digests],
    );
    return new Map(rows.map(row => [row.digest, row.person]));
  };

  const memberOf = async (name: string): Promise<string> => {
    const known = members.get(name);
    if (known) return known;
    await query(
      `insert into secrets.group_member (digest, person) select $1::text, $2::uuid
       where not exists (select from secrets.group_member where digest = $1)
       on conflict (digest) do nothing`,
      [name, randomUUID()],
    );
    const person = (await fetchMembers([name])).get(name);
    if (!person) throw new StoreUnavailable('a member of a group was erased in the same moment');
    if (!forgotten.has(person)) members.set(name, person);
    return person;
  };

  return {
    forWriting: (companyId, persons) => collect(persons, missing => made(companyId, missing)),
    forReading: persons => collect(persons, fetched),
    erasedAmong: async persons => {
      if (persons.length === 0) return [];
      const rows = await query<{ person: string }>(
        'select person from secrets.person_key where person = any($1::uuid[]) and destroyed_at is not null',
        [persons],
      );
      return rows.map(({ person }) => person);
    },
    forget,
    digest,
    members: (companyId, names) => Promise.all(names.map(name => memberOf(nameOf(companyId, name)))),
    knownMembers: async (companyId, names) => [
      ...(await fetchMembers(names.map(name => nameOf(companyId, name)))).values(),
    ],
    destroy: async (companyId, persons) => {
      forget(persons);
      await query(
        `with gone as (delete from secrets.group_member where person = any($2::uuid[]))
         insert into secrets.person_key as k (person, company_id, wrapped, destroyed_at)
         select person, $1, null, now() from unnest($2::uuid[]) ended (person) order by person
         on conflict (person) do update set wrapped = null, destroyed_at = coalesce(k.destroyed_at, now())`,
        [companyId, persons],
      );
    },
  };
};
