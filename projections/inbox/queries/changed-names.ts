import { records } from '#domain/records/records.ts';
import type { Change } from '../../position.ts';
import { recordTableName } from '../../records/queries/records.ts';
import type { Queryable } from '../../tenant.ts';

export type ChangedNames = {
  readonly changes: readonly (Change & { readonly position: number })[];
  /** All changes after this position are told: the one asked for, or a later one when too many contacts changed. */
  readonly from: number;
};

/** Records whose tables stand in this read model. */
const recordNames = Object.values(records)
  .filter(({ area }) => area === 'inbox')
  .map(recordTableName);

const few = (table: string) =>
  `select '${table}' as "table", id, position from inbox.${table} where company_id = $1 and position > $2`;

const changedSince = `
  (${few('contact')} order by position desc limit $3)
  union all ${['app_user', 'connection', ...recordNames].map(few).join(' union all ')}`;

/**
 * What has changed since of all that tickets are shown with by another's name: contacts, the last changed up to
 * `limit`, users, connections and records. What is gone is not among it.
 */
export const namesChangedSince = async (
  db: Queryable,
  position: number,
  limit: number,
): Promise<ChangedNames> => {
  const values = [db.companyId, position, limit + 1];
  type Row = Pick<Change, 'table' | 'id'> & { readonly position: number };
  const rows = await db.query<Row>('names_changed', changedSince, values);
  const contacts = rows.filter(({ table }) => table === 'contact');
  const tooOld = contacts.map(contact => contact.position).sort((a, b) => b - a)[limit];
  return { changes: rows.map(row => ({ ...row, op: 'upsert' })), from: Math.max(position, tooOld ?? 0) };
};
