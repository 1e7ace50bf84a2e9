import type { Pool, PoolClient } from 'pg';
import type { Position } from '#eventstore/types.ts';
import type { Letter } from './letter.ts';

/** For so long after a person's words nobody is told that nobody is there. */
const quietMs = 30 * 60_000;

/** When somebody of the company wrote to each contact, and what one batch adds to that. */
export type PersonsWrote = {
  /** Whether a person has written to a contact shortly before `now`, and earlier in the log than `before`. */
  readonly isRecent: (contactId: string, before: Position, now: Date) => Promise<boolean>;
  /** Remembers for later batches when each contact was written to last. */
  readonly write: () => Promise<void>;
};

/**
 * All messages of the batch are known before the first is answered: tickets are answered side by side, and what comes later
 * in the log says nothing of a moment before. Looked up through the pool, since a client does one thing at a time.
 */
export const personsWrote = (pool: Pool, client: PoolClient, letters: readonly Letter[]): PersonsWrote => {
  const words = letters.flatMap(({ from, contactId, companyId, event: { position, metadata } }) =>
    from === 'person' && contactId !== undefined ? [{ contactId, companyId, position, at: metadata.at }] : [],
  );
  const ofContact = Map.groupBy(words, ({ contactId }) => contactId);
  return {
    isRecent: async (contactId, before, now) => {
      const earlier = ofContact.get(contactId)?.filter(({ position }) => position < before) ?? [];
      if (earlier.some(({ at }) => isWithin(at, now))) return true;
      return wroteShortlyBefore(pool, contactId, now);
    },
    write: async () => {
      if (words.length === 0) return;
      const column = (pick: (each: (typeof words)[number]) => string) => words.map(pick);
      await client.query(remember, [
        column(({ contactId }) => contactId),
        column(({ companyId }) => companyId),
        column(({ at }) => at),
      ]);
    },
  };
};

/** Whether a person has written to a contact shortly before `now`, as earlier batches remember it. */
export const wroteShortlyBefore = async (pool: Pool, contactId: string, now: Date): Promise<boolean> => {
  const { rows } = await pool.query<{ at: Date }>(lastWritten, [contactId]);
  return rows.some(({ at }) => isWithin(at, now));
};

const isWithin = (at: string | Date, now: Date): boolean => now.getTime() - new Date(at).getTime() < quietMs;

const lastWritten = 'select at from policy.person_wrote where contact_id = $1';
const remember = `
  insert into policy.person_wrote (contact_id, company_id, at)
  select contact_id, min(company_id::text)::uuid, max(at)
  from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as wrote (contact_id, company_id, at) group by contact_id
  on conflict (contact_id) do update set at = greatest(person_wrote.at, excluded.at)`;
