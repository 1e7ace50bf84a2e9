import type { PoolClient } from 'pg';
import type { Position } from '#eventstore/types.ts';

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

export const moveCheckpoint = async (client: PoolClient, name: string, position: Position): Promise<void> => {
  await client.query('update policy.checkpoint set position = $2 where name = $1', [name, position]);
};
