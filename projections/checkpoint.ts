import type { ClientBase, Pool } from 'pg';

/** How far a projection's schema has come. `live` says that it has caught up and follows what arrives. */
export type Checkpoint = {
  /** Name of the Postgres schema. */
  readonly name: string;
  readonly version: number;
  readonly position: number;
  readonly head: number;
  readonly live: boolean;
  readonly updatedAt: string;
  /** Why it stopped; null while it runs. */
  readonly error: string | null;
};

const columns = 'name, version, position, head, live, updated_at as "updatedAt", error';

/** The checkpoints of every projection, for readiness and metrics. One short query. */
export const readCheckpoints = async (pool: Pool | ClientBase): Promise<readonly Checkpoint[]> =>
  (await pool.query<Checkpoint>(`select ${columns} from projection.checkpoint order by name`)).rows;

export const readCheckpoint = async (
  pool: Pool | ClientBase,
  name: string,
): Promise<Checkpoint | undefined> =>
  (await pool.query<Checkpoint>(`select ${columns} from projection.checkpoint where name = $1`, [name]))
    .rows[0];

/** How many positions a projection is behind; 0 when it follows live. */
export const lagOf = (checkpoint: Checkpoint): number =>
  checkpoint.live && checkpoint.error === null ? 0 : Math.max(0, checkpoint.head - checkpoint.position);
