import type { Pool } from 'pg';

/**
 * The ledger of a connection, a row a day (UTC): what was received, what of it is shown in the inbox, and why the
 * rest was rejected. The counts are written together with what they count, so over all days
 * received = shown + rejected + still in the journal: on its way, or waiting for a content that can be read. The
 * gateway shows it: these are its columns.
 */

const addedUp = (more: string) => `
    select coalesce(jsonb_object_agg(key,
      coalesce((l.rejected ->> key)::int, 0) + coalesce((${more} ->> key)::int, 0)), '{}')
    from jsonb_object_keys(l.rejected || ${more}) key`;

/**
 * Counts what has been journalled. For the statement that journals, which must call its rows
 * `journalled (reason)`, and `superseded` those that the journalled ones stand for from now on.
 */
export const countReceived = `
  insert into connector.ledger as l (connection_id, received, rejected)
  select $1::uuid, coalesce(sum(n), 0) - (select count(*) from superseded),
    coalesce(jsonb_object_agg(reason, n) filter (where reason is not null), '{}')
  from (select reason, count(*) n from journalled group by reason) each
  having count(*) > 0
  on conflict (connection_id, day) do update set received = l.received + excluded.received,
    rejected = (${addedUp('excluded.rejected')})`;

/**
 * Counts what has been settled. For a statement that settles journal rows and calls them
 * `settled (account, reason)`; a null reason means that it is shown.
 */
export const countSettled = `
  insert into connector.ledger as l (connection_id, shown, rejected)
  select account, coalesce(sum(n) filter (where reason is null), 0),
    coalesce(jsonb_object_agg(reason, n) filter (where reason is not null), '{}')
  from (select account, reason, count(*) n from settled group by account, reason) each
  group by account
  on conflict (connection_id, day) do update set shown = l.shown + excluded.shown,
    rejected = (${addedUp('excluded.rejected')})`;

/**
 * Keeps what went wrong last on a connection today, as a code: nothing that was written. It never rejects: it is told
 * where the failure itself is handled.
 */
export const noteError = async (pool: Pool, connectionId: string, error: string): Promise<void> => {
  await pool
    .query(
      `insert into connector.ledger as l (connection_id, last_error, last_error_at) values ($1, $2, now())
       on conflict (connection_id, day) do update set last_error = excluded.last_error,
         last_error_at = excluded.last_error_at`,
      [connectionId, error.slice(0, 500)],
    )
    .catch(() => undefined);
};
