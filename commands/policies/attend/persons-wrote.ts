import type { PoolClient } from 'pg';
import type { Letter } from './attend-policy.ts';

/** For so long after a person's words nobody is told that nobody is there. */
const quietMs = 30 * 60_000;

/** When somebody of the company wrote to each contact last, within one batch: noted in memory and written in bulk. */
export type PersonsWrote = {
  readonly note: (letter: Letter) => void;
  readonly isRecent: (contactId: string, now: Date) => boolean;
  readonly write: (client: PoolClient) => Promise<void>;
};

export const readPersonsWrote = async (
  client: PoolClient,
  letters: readonly Letter[],
): Promise<PersonsWrote> => {
  const ids = [...new Set(letters.flatMap(({ contactId }) => contactId ?? []))];
  const { rows } = await client.query<{ contact_id: string; at: Date }>(
    'select contact_id, at from policy.person_wrote where contact_id = any($1::uuid[])',
    [ids],
  );
  const known = new Map(rows.map(({ contact_id, at }) => [contact_id, at.getTime()]));
  const news = new Map<string, { companyId: string; at: string }>();
  return {
    note: ({ contactId, companyId, event }) => {
      if (contactId === undefined) return;
      const { at } = event.metadata;
      known.set(contactId, Math.max(known.get(contactId) ?? 0, Date.parse(at)));
      news.set(contactId, { companyId, at });
    },
    isRecent: (contactId, now) => now.getTime() - (known.get(contactId) ?? 0) < quietMs,
    write: async client => {
      if (news.size === 0) return;
      const rows = [...news];
      const columns = [rows.map(([id]) => id), rows.map(([, { companyId }]) => companyId)];
      await client.query(remember, [...columns, rows.map(([, { at }]) => at)]);
    },
  };
};

const remember = `
  insert into policy.person_wrote (contact_id, company_id, at)
  select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[])
  on conflict (contact_id) do update set at = greatest(person_wrote.at, excluded.at)`;
