import type { Pool } from 'pg';

/** After so long no phone asks for a message again that it could not read. */
const keptDays = 30;
const page = 500;
/** So many statements at a time: what is left waits for the next time. */
const mostPages = 40;

/**
 * Forgets what was settled so long ago that nothing is heard of it any more, a little at a time. What failed can still
 * be asked for again, as the index of messages has all that takes. Throws what Postgres throws.
 */
export const pruneOutbox = async (pool: Pool): Promise<void> => {
  for (let count = 0; count < mostPages; count += 1) {
    const { rowCount } = await pool.query(
      `delete from connector.outbox where id in (
         select id from connector.outbox
         where state in ('sent', 'failed', 'dropped') and updated_at < now() - make_interval(days => $1)
         order by updated_at limit $2 for update skip locked)`,
      [keptDays, page],
    );
    if ((rowCount ?? 0) < page) return;
  }
};
