import type { Pool, PoolClient } from 'pg';
import type { Letter } from './letter.ts';

/** For so long after a person's words nobody is told that nobody is there. */
const quietMs = 30 * 60_000;

/** When somebody of the company wrote to each contact last, within one batch: noted in memory and written in bulk. */
export type PersonsWrote = {
  readonly note: (letter: Letter) => void;
  /** Looks it up where the batch does not tell. */
  readonly isRecent: (contactId: string, now: Date) => Promise<boolean>;
  readonly write: () => Promise<void>;
};

/** Looked up through the pool: tickets are answered side by side, and a client does one thing at a time. */
export const personsWrote = (pool: Pool, client: PoolClient): PersonsWrote => {
  const news = new Map<string, { companyId: string; at: string }>();
  const isWithin = (at: string | Date, now: Date): boolean =>
    now.getTime() - new Date(at).getTime() < quietMs;
  return {
    note: ({ contactId, companyId, event }) => {
      if (contactId === undefined) return;
      const { at } = event.metadata;
      const earlier = news.get(contactId)?.at;
      news.set(contactId, { companyId, at: earlier && Date.parse(earlier) > Date.parse(at) ? earlier : at });
    },
    isRecent: async (contactId, now) => {
      const noted = news.get(contactId);
      if (noted && isWithin(noted.at, now)) return true;
      const { rows } = await pool.query<{ at: Date }>(lastWritten, [contactId]);
      return rows.some(({ at }) => isWithin(at, now));
    },
    write: async () => {
      if (news.size === 0) return;
      const rows = [...news];
      const columns = [rows.map(([id]) => id), rows.map(([, { companyId }]) => companyId)];
      await client.query(remember, [...columns, rows.map(([, { at }]) => at)]);
    },
  };
};

const lastWritten = 'select at from policy.person_wrote where contact_id = $1';
const remember = `
  insert into policy.person_wrote (contact_id, company_id, at)
  select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[])
  on conflict (contact_id) do update set at = greatest(person_wrote.at, excluded.at)`;
