import type { Pool } from 'pg';
import type { ErasureAnswer, ErasureProof } from '#contracts/http.ts';
import { confirmationOf } from '#domain/contact/erase.ts';
import {
  contactsOfPerson,
  contactToErase,
  countWhatGoes,
  type Erasure,
  erasureOf,
} from '#projections/inbox/queries/erasures.ts';
import { refuse } from '../errors/refusal.ts';
import type { Gateway } from '../gateway.ts';

type Reading = Pick<Gateway, 'tenants' | 'commands' | 'pool'>;

/**
 * What would go with a contact, or the proof that it went.
 * @throws ERR_NO_CONTACT_FOUND when the company has no such contact.
 */
export const erasureFor = async (
  { tenants, commands, pool }: Reading,
  companyId: string,
  contactId: string,
): Promise<ErasureAnswer> => {
  const [contact, erasure] = await tenants.read(companyId, db =>
    Promise.all([contactToErase(db, contactId), erasureOf(db, contactId)]),
  );
  const [proof] = await proofsOf(pool, erasure ? [erasure] : []);
  if (proof) return proof;
  if (!contact) throw refuse('ERR_NO_CONTACT_FOUND');
  const { id, name, number } = contact;
  const all = await tenants.read(companyId, db => contactsOfPerson(db, contactId));
  const persons = await Promise.all(
    all.map(each => commands.contact.personsOf(companyId, { contactId: each.id })),
  );
  const contactIds = all.map(each => each.id);
  const whatGoes = await tenants.read(companyId, db => countWhatGoes(db, contactIds, persons.flat()));
  return {
    erased: false,
    contact: { id, name, number },
    confirmation: confirmationOf(contact),
    ...whatGoes,
  };
};

/** The proofs of erasures, in their order, with when their keys were destroyed. */
export const proofsOf = async (pool: Pool, erasures: readonly Erasure[]): Promise<ErasureProof[]> => {
  const destroyed = await destroyedAt(
    pool,
    erasures.flatMap(({ persons }) => persons),
  );
  return erasures.map(({ persons, ...erasure }) => {
    const times = persons.flatMap(person => destroyed.get(person) ?? []);
    const all = times.length === persons.length;
    return { erased: true, ...erasure, keysDestroyedAt: all ? (times.sort().at(-1) ?? null) : null };
  });
};

const destroyedAt = async (pool: Pool, persons: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (persons.length === 0) return new Map();
  const { rows } = await pool.query<{ person: string; destroyed_at: string }>(
    `select person, destroyed_at from secrets.person_key
     where person = any($1::uuid[]) and destroyed_at is not null`,
    [persons],
  );
  return new Map(rows.map(row => [row.person, row.destroyed_at]));
};
