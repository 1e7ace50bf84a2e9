import type { Pool, PoolClient } from 'pg';
import { readSure, type SurePosition } from '#eventstore/follow/sure-position.ts';
import { type Frontier, hashLength } from '#eventstore/integrity/merkle.ts';
import type { StoredEvents } from '#eventstore/integrity/stored-events.ts';
import { holdsParked } from '#eventstore/parking/parked-rows.ts';
import type { Position } from '#eventstore/types.ts';

/** Where a company's tree stands. */
export type Tree = {
  readonly companyId: string;
  readonly frontier: Frontier;
  /** How many checkpoints of the company the log has, and what the last of them says. */
  readonly checkpoints: number;
  readonly checkpointSize: number;
  readonly checkpointHash: string | null;
  readonly checkpointAt: string | null;
  /** Events behind the last checkpoint that are no checkpoints themselves. */
  readonly uncovered: number;
};

/** What is kept of one event beside the tree, so that a fault can be named. */
export type Leaf = { readonly hash: Uint8Array; readonly id: string; readonly type: string };

type Client = Pick<PoolClient, 'query'>;

/** Where the follower goes on, locked until the transaction ends. */
export const openProgress = async (
  client: PoolClient,
  store: Pick<StoredEvents, 'lastBefore'>,
): Promise<SurePosition | undefined> => {
  await lockProgress(client);
  return (await readSure(client, store, { table: 'integrity.progress' }))?.position;
};

/** Where the follower stands, locked until the transaction ends. */
export const lockProgress = async (client: Client): Promise<Position> => {
  await client.query('insert into integrity.progress (position) values (0) on conflict do nothing');
  const { rows } = await client.query<{ position: string }>(
    'select position from integrity.progress for update',
  );
  return Number(rows[0]?.position ?? 0);
};

/** The same, and whether the follower has parked anything. */
export const lockForBatch = async (
  client: Client,
  follower: string,
): Promise<{ readonly position: Position; readonly holds: boolean }> => {
  await client.query('insert into integrity.progress (position) values (0) on conflict do nothing');
  const { rows } = await client.query<{ position: string; holds: boolean }>(
    `select position, ${holdsParked('$1')} as holds from integrity.progress for update`,
    [follower],
  );
  return { position: Number(rows[0]?.position ?? 0), holds: rows[0]?.holds ?? false };
};

const undefinedTable = '42P01';

/** How far the log was followed; 0 before anybody has. */
export const followedUpTo = async (pool: Pool): Promise<Position> => {
  try {
    const { rows } = await pool.query<{ position: string }>('select position from integrity.progress');
    return Number(rows[0]?.position ?? 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === undefinedTable) return 0;
    throw error;
  }
};

export const moveProgress = async (client: Client, position: Position): Promise<void> => {
  await client.query('update integrity.progress set position = $1, event_position = $1', [position]);
};

/** Forgets every tree, so that the follower makes them again from the log. What runs have found stays. */
export const resetTrees = async (client: Client): Promise<void> => {
  await client.query('truncate integrity.tree, integrity.leaves, integrity.progress');
};

const columns = `company_id as "companyId", size::float8 as size, frontier, checkpoints,
  checkpoint_size::float8 as "checkpointSize", checkpoint_hash as "checkpointHash",
  checkpoint_at as "checkpointAt", uncovered::float8 as uncovered`;

type Row = Omit<Tree, 'frontier' | 'checkpointAt'> & {
  readonly size: number;
  readonly frontier: Buffer;
  readonly checkpointAt: Date | string | null;
};

const treeOf = ({ size, frontier, checkpointAt, ...row }: Row): Tree => ({
  ...row,
  checkpointAt: checkpointAt === null ? null : new Date(checkpointAt).toISOString(),
  frontier: {
    size,
    roots: Array.from({ length: frontier.length / hashLength }, (_, n) =>
      frontier.subarray(n * hashLength, (n + 1) * hashLength),
    ),
  },
});

export const treesOf = async (
  client: Client | Pool,
  companyIds: readonly string[],
): Promise<readonly Tree[]> => {
  const text = `select ${columns} from integrity.tree where company_id = any($1::uuid[])`;
  return (await client.query<Row>(text, [companyIds])).rows.map(treeOf);
};

/** Trees with events that no checkpoint covers: so many, or the first of them so old. */
export const treesToSign = async (
  pool: Client | Pool,
  { events, minutes }: { readonly events: number; readonly minutes: number },
): Promise<readonly Tree[]> => {
  const text = `select ${columns} from integrity.tree
    where uncovered > 0 and (uncovered >= $1 or uncovered_since <= now() - make_interval(secs => $2::float8 * 60))
    order by uncovered_since limit 1000`;
  return (await pool.query<Row>(text, [events, minutes])).rows.map(treeOf);
};

export const saveTrees = async (client: Client, trees: readonly Tree[]): Promise<void> => {
  const of = <Value>(pick: (tree: Tree) => Value): Value[] => trees.map(pick);
  await client.query(
    `insert into integrity.tree as there (company_id, size, frontier, checkpoints, checkpoint_size,
       checkpoint_hash, checkpoint_at, uncovered, uncovered_since)
     select company_id, size, frontier, checkpoints, checkpoint_size, checkpoint_hash, checkpoint_at, uncovered,
       case when uncovered > 0 then now() end
     from unnest($1::uuid[], $2::bigint[], $3::bytea[], $4::int[], $5::bigint[], $6::text[], $7::timestamptz[],
       $8::bigint[]) as fresh (company_id, size, frontier, checkpoints, checkpoint_size, checkpoint_hash,
       checkpoint_at, uncovered)
     on conflict (company_id) do update set size = excluded.size, frontier = excluded.frontier,
       checkpoints = excluded.checkpoints, checkpoint_size = excluded.checkpoint_size,
       checkpoint_hash = excluded.checkpoint_hash, checkpoint_at = excluded.checkpoint_at,
       uncovered = excluded.uncovered,
       uncovered_since = case when excluded.checkpoints = there.checkpoints
         then coalesce(there.uncovered_since, excluded.uncovered_since) else excluded.uncovered_since end`,
    [
      of(tree => tree.companyId),
      of(tree => tree.frontier.size),
      of(tree => Buffer.concat(tree.frontier.roots)),
      of(tree => tree.checkpoints),
      of(tree => tree.checkpointSize),
      of(tree => tree.checkpointHash),
      of(tree => tree.checkpointAt),
      of(tree => tree.uncovered),
    ],
  );
};
