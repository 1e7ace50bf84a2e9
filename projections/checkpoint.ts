import type { ClientBase, Pool } from 'pg';
import { isSure } from '#eventstore/follow/sure-position.ts';

/** How far a projection's schema has come. `live` says that it has caught up and follows what arrives. */
export type Checkpoint = {
  /** Name of the Postgres schema. */
  readonly name: string;
  readonly version: number;
  readonly position: number;
  /** Whether an event has this position; earlier versions could keep one in front of an event. */
  readonly sure: boolean;
  readonly head: number;
  readonly live: boolean;
  readonly updatedAt: string;
  /** Why it stopped; null while it runs. */
  readonly error: string | null;
  /** Where it stood when what had been parked was last taken up: who knows no more has not been told of it. */
  readonly takenUp: number | null;
};

/**
 * From this event on a stream waits in a projection's schema, or a whole tenant, because the event cannot be folded:
 * until a version can, and the read model is built anew.
 */
export type Parked = {
  readonly scope: 'stream' | 'tenant';
  /** The event's stream. */
  readonly stream: string;
  readonly companyId: string;
  readonly revision: number;
  readonly position: number;
  readonly eventId: string;
  readonly eventType: string;
  /** Says nothing of what the event holds. */
  readonly reason: string;
  /** Whose keys it needs and that are not there; null where it could be read. */
  readonly missing: readonly string[] | null;
  readonly since: string;
};

const columns = `name, version, position, ${isSure} as sure, head,
  live, updated_at as "updatedAt", error, taken_up as "takenUp"`;

/** The checkpoints of every projection, for readiness and metrics. One short query. */
export const readCheckpoints = async (pool: Pool | ClientBase): Promise<readonly Checkpoint[]> =>
  (await pool.query<Checkpoint>(`select ${columns} from projection.checkpoint order by name`)).rows;

export const readCheckpoint = async (
  pool: Pool | ClientBase,
  name: string,
): Promise<Checkpoint | undefined> =>
  (await pool.query<Checkpoint>(`select ${columns} from projection.checkpoint where name = $1`, [name]))
    .rows[0];

const parkedColumns = `scope, stream, company_id as "companyId", revision, position,
  event_id as "eventId", event_type as "eventType", reason, missing, since`;

/** What waits in the schemas of projections, the oldest first; of one company where that is named. */
export const readParked = async (
  pool: Pool | ClientBase,
  { limit = 10_000, companyId }: { readonly limit?: number; readonly companyId?: string } = {},
): Promise<readonly (Parked & { readonly projection: string })[]> => {
  const text = `
    select name as projection, ${parkedColumns} from projection.parked
    where $2::text is null or company_id = $2 order by position, name limit $1`;
  return (await pool.query<Parked & { projection: string }>(text, [limit, companyId ?? null])).rows;
};

/** The same of one schema, all of it. */
export const readParkedOf = async (pool: Pool | ClientBase, schema: string): Promise<readonly Parked[]> =>
  (
    await pool.query<Parked>(
      `select ${parkedColumns} from projection.parked where name = $1 order by position, scope`,
      [schema],
    )
  ).rows;

/** Which copy of a schema bears its name now. */
export const readCopy = async (client: ClientBase, schema: string): Promise<number> => {
  const text = 'select to_regnamespace($1)::oid as copy';
  return (await client.query<{ copy: number | null }>(text, [schema])).rows[0]?.copy ?? 0;
};

/** As readiness and metrics name who folds a projection. */
export const followerName = (projection: string): string => `projection ${projection}`;

/** Up to where a projection shows everything. */
export const doneBy = ({ position, sure }: Pick<Checkpoint, 'position' | 'sure'>): number =>
  sure ? position : position - 1;

/** How many positions a projection is behind; 0 when it follows live. */
export const lagOf = (checkpoint: Checkpoint): number =>
  checkpoint.live && checkpoint.error === null ? 0 : Math.max(0, checkpoint.head - checkpoint.position);
