import type { Queryable } from '../../tenant.ts';

const statement = 'select id from inbox.erased_person where company_id = $1 and id = any($2::uuid[])';

/** Those of some people who were erased. */
export const erasedAmong = async (db: Queryable, persons: readonly string[]): Promise<readonly string[]> => {
  const rows = await db.query<{ id: string }>('erased_among', statement, [db.companyId, persons]);
  return rows.map(({ id }) => id);
};
