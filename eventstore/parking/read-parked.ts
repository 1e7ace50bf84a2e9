import type { Pool } from 'pg';
import type { Scope } from './parked-rows.ts';

/** Something that a follower or worker has set aside, for whoever looks after the installation. */
export type Parked = {
  /** As readiness names it. */
  readonly follower: string;
  readonly scope: Scope;
  /** The stream, the group, the company's id, or what the worker calls its row. */
  readonly name: string;
  readonly companyId: string;
  /** The first event that waits; null for a row. */
  readonly stream: string | null;
  readonly revision: number | null;
  readonly position: number | null;
  readonly eventId: string | null;
  readonly eventType: string | null;
  /** Says nothing of what the event holds. */
  readonly reason: string;
  readonly tries: number;
  readonly since: string;
  readonly nextAt: string;
};

/** A row that has failed less often may well succeed at its next try. */
const rowCounts = 3;
const undefinedTable = '42P01';

/** What waits for longer than a moment, the oldest first; of one company where that is named. One short query. */
export const readParkedAside = async (
  pool: Pool,
  { limit = 10_000, companyId }: { readonly limit?: number; readonly companyId?: string } = {},
): Promise<readonly Parked[]> => {
  try {
    const { rows } = await pool.query<Parked>(text, [rowCounts, limit, companyId ?? null]);
    return rows;
  } catch (error) {
    // Before any process has followed anything nothing waits.
    if (error instanceof Error && 'code' in error && error.code === undefinedTable) return [];
    throw error;
  }
};

const text = `
  select follower, scope, name, company_id as "companyId", stream, revision, position::float8 as position,
    event_id as "eventId", event_type as "eventType", reason, tries, since, next_at as "nextAt"
  from parking.parked where (scope <> 'row' or tries >= $1) and ($3::text is null or company_id = $3)
  order by since, follower, name limit $2`;
