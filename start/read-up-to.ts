import type { Pool } from 'pg';
import { followedUpTo } from '#commands/integrity/tree-rows.ts';
import { readCheckpoints } from '#projections/checkpoint.ts';

/** How far the log was read by those who keep it beside the database's tables: it must not end before. */
export const readUpTo = async (pool: Pool): Promise<number> => {
  // One after the other: on one connection of those that calls are waiting for.
  const checkpoints = await readCheckpoints(pool);
  const followed = await followedUpTo(pool);
  return Math.max(0, followed, ...checkpoints.map(({ position }) => position));
};
