import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';

export const windowMinutes = 15;

export type Counted = { readonly tries: number; readonly secondsLeft: number };

/** Tries by key, for all gateways together; each key's count begins anew after its window. Keys are kept as hashes. */
export const createLoginTries = (pool: Pool, key: string) => {
  const hashOf = (name: string) => createHmac('sha256', key).update(`try|${name}`).digest();

  return {
    /** Counts one more try for each, so that a hundred at once are a hundred; answers the counts in the same order. */
    take: async (names: readonly string[]): Promise<readonly Counted[]> => {
      const hashes = names.map(hashOf);
      const { rows } = await pool.query<{ key: Buffer; tries: number; seconds_left: number }>(counting, [
        hashes,
        windowMinutes,
      ]);
      return hashes.map(hash => {
        const row = rows.find(each => each.key.equals(hash));
        return { tries: row?.tries ?? 0, secondsLeft: row?.seconds_left ?? 0 };
      });
    },
    /** Takes tries back; all that was counted for those that are forgotten. */
    giveBack: async (names: readonly string[], forgotten: readonly string[] = []): Promise<void> => {
      await pool.query(givingBack, [[...names, ...forgotten].map(hashOf), forgotten.map(hashOf)]);
    },
    /** What is over takes no room. */
    sweep: async (): Promise<void> => {
      await pool.query('delete from secrets.login_try where ends_at < now()');
    },
  };
};

// Rows are locked in one order, or two logins would wait for each other.
const counting = `
insert into secrets.login_try as t (key, tries, ends_at)
select key, 1, now() + make_interval(mins => $2) from unnest($1::bytea[]) as key order by key
on conflict (key) do update set
  tries = case when t.ends_at < now() then 1 else t.tries + 1 end,
  ends_at = case when t.ends_at < now() then excluded.ends_at else t.ends_at end
returning key, tries, extract(epoch from ends_at - now())::float8 as seconds_left`;

const givingBack = `
with locked as (select key from secrets.login_try where key = any($1::bytea[]) order by key for update)
update secrets.login_try t
   set tries = case when t.key = any($2::bytea[]) then 0 else greatest(0, t.tries - 1) end
  from locked where t.key = locked.key`;
