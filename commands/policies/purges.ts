import type { PoolClient } from 'pg';
import { isOfSome } from '#eventstore/parking/failures.ts';
import type { Recorded } from '#eventstore/types.ts';
import { type DueHandler, noteDueOnce } from './due-work.ts';

export type ErasedPerson = {
  readonly companyId: string;
  readonly contactId: string;
  /** Whose keys the person's data is under. */
  readonly persons: readonly string[];
};

/** Makes what is kept of a person somewhere be gone for good. Idempotent; throws when it has to be tried again. */
export type Purge = (person: ErasedPerson) => Promise<void>;

/** What was under way when a person was erased may write something of them down after the first purge. */
export const purgeAgain = 'purge-again';

/** Calls and files are done with by the last of these. */
const afterSeconds = [10, 60, 900];

/**
 * Has the purges of a person made again, in the caller's transaction, because of one event; ids are all that is noted.
 * The times stay where the same event comes again.
 */
export const notePurges = async (
  client: Pick<PoolClient, 'query'>,
  because: Pick<Recorded, 'id'>,
  { companyId, contactId, persons }: ErasedPerson,
): Promise<void> => {
  for (const seconds of afterSeconds) {
    const at = new Date(Date.now() + seconds * 1_000).toISOString();
    const key = `${because.id} ${seconds}`;
    await noteDueOnce(client, { kind: purgeAgain, key, companyId, at, data: { contactId, persons } });
  }
};

/** In their order; where one fails the others are done all the same, and then the first failure is thrown. */
export const purgeAll = async (purges: readonly Purge[], person: ErasedPerson): Promise<void> => {
  const failures: unknown[] = [];
  for (const purge of purges)
    await purge(person).catch((error: unknown) => {
      if (!isOfSome(error)) throw error;
      failures.push(error);
    });
  if (failures.length > 0) throw failures[0];
};

export const repeatPurges =
  (purges: readonly Purge[]): DueHandler =>
  ({ companyId, data }) => {
    const { contactId, persons } = data as Pick<ErasedPerson, 'contactId' | 'persons'>;
    return purgeAll(purges, { companyId, contactId, persons });
  };
