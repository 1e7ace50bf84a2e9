import type { PoolClient } from 'pg';
import { holdsParked } from '#eventstore/parking/parked-rows.ts';
import type { Position } from '#eventstore/types.ts';
import { followerName } from './names.ts';

/**
 * Where a policy stands, locked until the transaction ends: two processes cannot both go on from there. One that never
 * ran stands at `beginsAt`.
 */
export const lockCheckpoint = async (
  client: PoolClient,
  name: string,
  beginsAt: Position = 0,
): Promise<Position> => {
  const known = await locked(client, name);
  if (known !== undefined) return known;
  await client.query('insert into policy.checkpoint values ($1, $2) on conflict do nothing', [
    name,
    beginsAt,
  ]);
  return (await locked(client, name)) ?? 0;
};

const locked = async (client: PoolClient, name: string): Promise<Position | undefined> => {
  const { rows } = await client.query<{ position: string }>(
    'select position from policy.checkpoint where name = $1 for update',
    [name],
  );
  const [row] = rows;
  return row && Number(row.position);
};

/**
 * Where a policy that has begun stands, locked for a batch, and whether it has parked anything. Its transaction is not
 * waited for until it is on disk: a commit that is lost is only done again.
 */
export const lockForBatch = async (
  client: PoolClient,
  name: string,
): Promise<{ readonly position: Position; readonly holds: boolean } | undefined> => {
  const { rows } = await client.query<{ position: string; holds: boolean }>({
    name: 'lock_policy',
    text: `select position, ${holdsParked('$2')} as holds, set_config('synchronous_commit', 'off', true)
      from policy.checkpoint where name = $1 for update`,
    values: [name, followerName(name)],
  });
  return rows[0] && { position: Number(rows[0].position), holds: rows[0].holds };
};

export const moveCheckpoint = async (client: PoolClient, name: string, position: Position): Promise<void> => {
  const text = 'update policy.checkpoint set position = $2 where name = $1';
  await client.query({ name: 'move_policy', text, values: [name, position] });
};
