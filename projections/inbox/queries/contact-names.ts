import type { Queryable } from '../../tenant.ts';

export type ContactNamed = { readonly id: string; readonly name: string | null };

const text = `select c.id, case when c.erased_at is not null or w.erased_at is not null then null
    else coalesce(nullif(w.name, ''), nullif(c.name, ''), w.number, c.number) end as name
  from inbox.contact c left join inbox.contact w on w.company_id = c.company_id and w.id = c.merged_into
  where c.company_id = $1 and c.id = any($2::uuid[])`;

/** How contacts are called now, those that are another one by that one's name; null: they were erased. */
export const contactNames = (db: Queryable, ids: readonly string[]): Promise<readonly ContactNamed[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.query<ContactNamed>('contact_names', text, [db.companyId, [...new Set(ids)]]);
