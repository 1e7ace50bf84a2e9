import type { ConnectionView, ContactView, UserView } from '#contracts/views.ts';
import type { Queryable } from '../../tenant.ts';
import { containing, nameOf } from './statement.ts';

export const userPageSize = 40;

const contacts = `
  select k.id, c.name, c.number, c.email, c.profile_pic_url as "profilePicUrl", c.is_group as "isGroup",
    c.queue_id as "queueId", c.erased_at is not null as erased, c.notification
  from inbox.contact k join inbox.contact c on c.id = case when k.merged_into is null then k.id else k.merged_into end
  where k.company_id = $1 and (k.id = any($2::uuid[]) or k.merged_into = any($2::uuid[]))`;

/**
 * Contacts by their ids, in no order, removed ones too: their names stand in conversations. With them come those that
 * are merged into them, under their own ids and what is shown of the other.
 */
export const contactsByIds = (db: Queryable, ids: readonly string[]): Promise<readonly ContactView[]> =>
  db.query<ContactView>('contacts_by_ids', contacts, [db.companyId, ids]);

const queueRefs = (ids: string) => `
  coalesce((select json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color) order by lower(q.name))
    from inbox.queue q where q.id = any(${ids})), '[]')`;

const connections = `
  select id, name, status, reason, provider, number, '' as qrcode, '' as "pairingCode", 0 as retries, '' as token,
    row_number() over (order by made_default desc, created_at, id) = 1 as "isDefault",
    greeting_message as "greetingMessage", complation_message as "complationMessage",
    out_of_hours_message as "outOfHoursMessage", rating_message as "ratingMessage",
    imports_history as "importsHistory",
    ${queueRefs('w.queue_ids')} as queues, to_json(queue_ids) as "queueIds", updated_at as "updatedAt"
  from inbox.connection w where company_id = $1 and not removed order by lower(name), id`;

/**
 * The company's connections. Exactly one is the default: the one made so last, else the oldest. Codes and `retries`
 * are the connector's knowledge and `token` the gateway's: empty and 0 here.
 */
export const listConnections = (db: Queryable): Promise<readonly ConnectionView[]> =>
  db.query<ConnectionView>('connections', connections, [db.companyId]);

const userColumns = `
  id, name, email, profile, super_admin as "superAdmin", company_id as "companyId", ${queueRefs('u.queue_ids')} as queues,
  coalesce((select json_agg(json_build_object('id', w.id, 'name', w.name) order by lower(w.name))
    from inbox.connection w where w.id = any(u.connection_ids) and not w.removed), '[]') as whatsapps`;

export type UserPage = {
  readonly users: readonly UserView[];
  readonly hasMore: boolean;
  readonly count: number;
};
export type UserFilter = {
  readonly searchParam?: string | undefined;
  readonly pageNumber?: number | undefined;
};

/** A page of the company's users by name; the search looks into names and e-mails. */
export const listUsers = async (db: Queryable, filter: UserFilter = {}): Promise<UserPage> => {
  const text = `
    select ${userColumns}, (count(*) over ())::int as count from inbox.app_user u
    where company_id = $1 and not removed and (name ilike $2 or email ilike $2)
    order by lower(name), id limit ${userPageSize} offset $3`;
  const offset = ((filter.pageNumber ?? 1) - 1) * userPageSize;
  const values = [db.companyId, containing(filter.searchParam ?? ''), offset];
  const rows = await db.query<UserView & { readonly count: number }>(nameOf('users', text), text, values);
  const count = rows[0]?.count ?? 0;
  return { users: rows.map(({ count: _, ...user }) => user), hasMore: offset + rows.length < count, count };
};

export type UserName = { readonly id: string; readonly name: string; readonly queueIds: readonly string[] };

const names = `
  select id, name, to_json(queue_ids) as "queueIds" from inbox.app_user
  where company_id = $1 and not removed order by lower(name), id`;

/** Every user of the company, small: for choosing one. */
export const userNames = (db: Queryable): Promise<readonly UserName[]> =>
  db.query<UserName>('user_names', names, [db.companyId]);

/** The settings that were ever changed. */
export const listSettings = (db: Queryable): Promise<readonly { key: string; value: string }[]> =>
  db.query('settings', 'select key, value from inbox.setting where company_id = $1 order by key', [
    db.companyId,
  ]);
