import type { Queryable } from '../../tenant.ts';

const placedAfter = `
  select id from inbox.message where company_id = $1 and id = any($2::uuid[]) and placed > $3`;

/** Which of these messages came into the log after `position`: the others only changed. */
export const messagesPlacedAfter = async (
  db: Queryable,
  ids: readonly string[],
  position: number,
): Promise<ReadonlySet<string>> => {
  const rows = await db.query<{ id: string }>('messages_placed', placedAfter, [db.companyId, ids, position]);
  return new Set(rows.map(({ id }) => id));
};
