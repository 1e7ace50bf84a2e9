import type { QueueOption } from '#domain/queue-menu/tree.ts';
import type { Queryable } from '../../tenant.ts';

/** The options of a queue; none of a queue that never had any. */
export const optionsOfQueue = async (db: Queryable, queueId: string): Promise<readonly QueueOption[]> => {
  const text = 'select options from inbox.queue_menu where company_id = $1 and id = $2';
  const rows = await db.query<{ options: QueueOption[] }>('queue_menu', text, [db.companyId, queueId]);
  return rows[0]?.options ?? [];
};

/** Of which queue an option is, or was before it was removed; undefined for one that never was. */
export const queueOfOption = async (db: Queryable, optionId: string): Promise<string | undefined> => {
  const text = 'select queue_id as "queueId" from inbox.queue_option where company_id = $1 and id = $2';
  const rows = await db.query<{ queueId: string }>('queue_of_option', text, [db.companyId, optionId]);
  return rows[0]?.queueId;
};
