import type { PoolClient } from 'pg';
import { readSure, type SurePosition } from '#eventstore/follow/sure-position.ts';
import { holdsParked } from '#eventstore/parking/parked-rows.ts';
import type { EventStore, Position } from '#eventstore/types.ts';
import { followerName } from './names.ts';

/**
 * Where a policy goes on, locked until the transaction ends: two processes cannot both go on from there. One that never
 * ran stands at `beginsAt`.
 */
export const lockCheckpoint = async (
  client: PoolClient,
  store: Pick<EventStore, 'lastBefore'>,
  { name, beginsAt }: { readonly name: string; readonly beginsAt: Position },
): Promise<SurePosition | undefined> => {
  const row = { table: 'policy.checkpoint', where: 'name = $1', values: [name] };
  const known = await readSure(client, store, row);
  if (known) return known.position;
  const text = `insert into policy.checkpoint (name, position, event_position) values ($1, $2, $2)
    on conflict do nothing`;
  await client.query(text, [name, beginsAt]);
  return (await readSure(client, store, row))?.position;
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
  const text = 'update policy.checkpoint set position = $2, event_position = $2 where name = $1';
  await client.query({ name: 'move_policy', text, values: [name, position] });
};
