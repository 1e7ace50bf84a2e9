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

const few = (table: string, id = 'id') =>
  `select '${table}' as "table", ${id}::text as id, position, null::json as was
   from inbox.${table} where company_id = $1 and position > $2`;
const removed = `
  select table_name, id::text, position, json_build_object('userId', user_id, 'shared', shared)
  from inbox.removed_record where company_id = $1 and position > $2`;

const others = ['app_user', 'connection', 'queue_menu', 'schedule', ...recordNames];
const changedSince = `
  (${few('contact')} order by position desc limit $3)
  union all ${others.map(table => few(table)).join(' union all ')}
  union all ${few('setting', 'key')}
  union all ${removed}`;

/**
 * What has changed since of all that tickets are shown with by another's name: contacts, the last changed up to
 * `limit`, users, connections and records; and settings, by their keys, the options of queues, by the queues, and
 * scheduled messages, removed ones too. Of what is gone records are among it.
 */
export const namesChangedSince = async (
  db: Queryable,
  position: number,
  limit: number,
): Promise<ChangedNames> => {
  const values = [db.companyId, position, limit + 1];
  type Row = Pick<Change, 'table' | 'id'> & { readonly position: number; readonly was: Change['was'] | null };
  const rows = await db.query<Row>('names_changed', changedSince, values);
  const contacts = rows.filter(({ table }) => table === 'contact');
  const tooOld = contacts.map(contact => contact.position).sort((a, b) => b - a)[limit];
  const changes = rows.map(({ was, ...row }) =>
    was ? { ...row, was, op: 'delete' as const } : { ...row, op: 'upsert' as const },
  );
  return { changes, from: Math.max(position, tooOld ?? 0) };
};
