import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';

const lookEveryMs = 20;
const patienceMs = 2_000;

/** What a holder's connections to Postgres are called there. */
export const connectionName = (owner: string): string => `connector ${process.pid} ${owner}`;

const underWay = `
  select pid, query_start::text as since from pg_stat_activity
  where datname = current_database() and state = 'active' and split_part(application_name, ' ', 3) = any($1)`;

/**
 * Resolves once nothing that these holders had asked of Postgres before is under way there. A statement that waits for
 * a lock outlives the process that sent it, and it still sees the lease as it was when it began: its write would come
 * after its successor has read. What takes longer than two seconds is ended.
 */
export const lastWritesEnd = async (pool: Pool, owners: readonly string[]): Promise<void> => {
  const look = async () => {
    const { rows } = await pool.query<{ pid: number; since: string }>(underWay, [owners]);
    return rows.map(({ pid, since }) => ({ pid, name: `${pid} ${since}` }));
  };
  const givesUpAt = performance.now() + patienceMs;
  let left = await look();
  while (left.length > 0) {
    if (performance.now() > givesUpAt)
      await pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [
        left.map(({ pid }) => pid),
      ]);
    await delay(lookEveryMs);
    const names = new Set((await look()).map(({ name }) => name));
    left = left.filter(({ name }) => names.has(name));
  }
};
