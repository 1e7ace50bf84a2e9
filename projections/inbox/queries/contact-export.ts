import type { ExtraInfo } from '#domain/contact/events.ts';
import type { Queryable } from '../../tenant.ts';

export type ContactToExport = {
  readonly id: string;
  readonly name: string;
  readonly number: string;
  readonly email: string | null;
  /** What the default queue is called. */
  readonly queue: string | null;
  /** Whose contact it is, by names; empty for nobody's. */
  readonly wallet: string;
  readonly extraInfo: ExtraInfo;
  readonly sought: string;
};

const people = 'not is_group and not removed and merged_into is null and erased_at is null';
/** Few enough that no other work of a process waits long for a page. */
const pageSize = 500;
const mostExtra = 40;

const queue = 'select q.name from inbox.queue q where q.id = c.queue_id and q.company_id = c.company_id';
const wallet = `select coalesce(string_agg(u.name, ', ' order by u.name, u.id), '') from inbox.app_user u
  where u.id = any(c.wallet_user_ids) and u.company_id = c.company_id and not u.removed`;
const page = `select id, name, number, email, (${queue}) as queue, (${wallet}) as wallet,
    extra_info as "extraInfo", sought
  from inbox.own_contact c
  where company_id = $1 and ${people} and (sought, id) > ($2::text, $3::uuid)
  order by sought, id limit ${pageSize}`;
const nobody = '00000000-0000-0000-0000-000000000000';

/** The company's people by name, those after one: a page of them. */
export const contactsToExport = (
  db: Queryable,
  after?: ContactToExport,
): Promise<readonly ContactToExport[]> =>
  db.query<ContactToExport>('contacts_to_export', page, [
    db.companyId,
    after?.sought ?? '',
    after?.id ?? nobody,
  ]);

/** How many people the company has, counted to one more than `most`. */
export const countToExport = async (db: Queryable, most: number): Promise<number> => {
  const text = `select count(*)::int as count from
    (select from inbox.own_contact where company_id = $1 and ${people} limit $2) c`;
  const [row] = await db.query<{ count: number }>('contacts_to_export_counted', text, [
    db.companyId,
    most + 1,
  ]);
  return row?.count ?? 0;
};

/** What extra information is called, what most have first. */
export const exportedExtra = async (db: Queryable): Promise<readonly string[]> => {
  const text = `select pair->>'name' as name from inbox.contact, jsonb_array_elements(extra_info) as pair
    where company_id = $1 and ${people} group by 1 order by count(*) desc, 1 limit ${mostExtra}`;
  return (await db.query<{ name: string }>('exported_extra', text, [db.companyId])).map(({ name }) => name);
};
