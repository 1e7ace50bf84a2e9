import type { Change } from '../../position.ts';
import type { Queryable } from '../../tenant.ts';

export type ChangedNames = {
  readonly changes: readonly Change[];
  /** More contacts changed than the limit: load anew. */
  readonly more: boolean;
};

const few = (table: string) =>
  `select '${table}' as "table", id from inbox.${table} where company_id = $1 and position > $2`;

const changedSince = `
  (${few('contact')} order by position limit $3)
  union all ${['queue', 'tag', 'app_user', 'connection'].map(few).join(' union all ')}`;

/**
 * What has changed since of all that tickets are shown with by another's name: contacts, queues, tags, users and
 * connections. What is gone is not among it.
 */
export const namesChangedSince = async (
  db: Queryable,
  position: number,
  limit: number,
): Promise<ChangedNames> => {
  const values = [db.companyId, position, limit + 1];
  const rows = await db.query<Pick<Change, 'table' | 'id'>>('names_changed', changedSince, values);
  const contacts = rows.filter(({ table }) => table === 'contact').length;
  return { changes: rows.map(row => ({ ...row, op: 'upsert' })), more: contacts > limit };
};
