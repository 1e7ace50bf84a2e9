import type { Queryable } from '../../tenant.ts';

export type Label = {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly removed: boolean;
};

const text = `select id, name, color, removed from dashboard.label where company_id = $1 and kind = $2 order by lower(name), id`;

/** What the queues or the tags of the company are called, also those that are gone. */
export const labels = (db: Queryable, kind: 'queue' | 'tag'): Promise<readonly Label[]> =>
  db.query<Label>('labels', text, [db.companyId, kind]);
