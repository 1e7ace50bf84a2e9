import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { newId } from '#commands/ids.ts';
import { backOffMs } from '#domain/shared/back-off.ts';
import { otherAdmins } from '#projections/access/queries.ts';
import { refuse } from '../errors/refusal.ts';

const tries = 8;
const betweenTries = { firstMs: 20, longestMs: 400, least: 0 };

/**
 * Does what takes a company an admin, one at a time for each company over all gateways, so that two who go at once
 * are seen by each other. Gives the work who the other admins may be. No connection of the pool is held meanwhile;
 * what a crash leaves behind is over after half a minute.
 * @throws ERR_CONFLICT when others are at it for too long.
 */
export const keepingAnAdmin = async <Result>(
  pool: Pool,
  { companyId, userId }: { readonly companyId: string; readonly userId: string },
  work: (otherAdmins: readonly string[]) => Promise<Result>,
): Promise<Result> => {
  const holder = newId();
  for (let tried = 1; !(await take(pool, companyId, holder)); tried += 1) {
    if (tried === tries) throw refuse('ERR_CONFLICT');
    await pause(backOffMs(tried, betweenTries, Math.random()));
  }
  try {
    return await work(await otherAdmins(pool, companyId, userId));
  } finally {
    await pool.query('delete from secrets.admin_guard where company_id = $1 and holder = $2', [
      companyId,
      holder,
    ]);
  }
};

const take = async (pool: Pool, companyId: string, holder: string): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `insert into secrets.admin_guard as g (company_id, holder, held_until)
     values ($1, $2, now() + interval '30 seconds')
     on conflict (company_id) do update set holder = excluded.holder, held_until = excluded.held_until
       where g.held_until < now()`,
    [companyId, holder],
  );
  return rowCount === 1;
};
