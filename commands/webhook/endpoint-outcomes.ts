import type { Pool } from 'pg';
import { isoOf } from '#eventstore/database/iso.ts';
import type { Revision } from '#eventstore/types.ts';

/** What is written down of an endpoint after a try. */

/** It was answered well: whatever failed before is forgotten. Often said, seldom written. */
export const noteSuccess = async (pool: Pool, endpointId: string, now: Date): Promise<void> => {
  await pool.query(
    `update webhook.endpoint set last_success_at = $2, failing_since = null, warned_at = null
     where id = $1 and (failing_since is not null or last_success_at is null
       or last_success_at < $2::timestamptz - interval '5 seconds')`,
    [endpointId, now],
  );
};

export type Failing = { readonly failingSince: string; readonly warnedAt: string | null };

/**
 * It failed, and may have asked to be left alone for a while; answers since when there was no success. Undefined where it
 * is gone or not enabled any more.
 */
export const noteFailure = async (
  pool: Pool,
  endpointId: string,
  { now, heldUntil }: { readonly now: Date; readonly heldUntil: Date | null },
): Promise<Failing | undefined> => {
  const { rows } = await pool.query<Failing>(
    `update webhook.endpoint set failing_since = coalesce(failing_since, $2),
       held_until = greatest(held_until, $3::timestamptz)
     where id = $1 and enabled
     returning ${isoOf('failing_since')} as "failingSince", ${isoOf('warned_at')} as "warnedAt"`,
    [endpointId, now, heldUntil],
  );
  return rows[0];
};

/** Its company was warned that it has failed since then; nothing where it has succeeded or was enabled again meanwhile. */
export const noteWarning = async (
  pool: Pool,
  endpointId: string,
  { since, now }: { readonly since: string; readonly now: Date },
): Promise<void> => {
  const text = 'update webhook.endpoint set warned_at = $3 where id = $1 and failing_since = $2';
  await pool.query(text, [endpointId, since, now]);
};

/**
 * Nothing more is sent to it, at once; the log says the same by its event of a revision, soon. Nothing where it is known from
 * later ones: somebody may have enabled it again.
 */
export const noteDisabled = async (pool: Pool, endpointId: string, at: Revision): Promise<void> => {
  const text = 'update webhook.endpoint set enabled = false where id = $1 and revision < $2';
  await pool.query(text, [endpointId, at]);
};
