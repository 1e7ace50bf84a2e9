import type { UserNameView } from '#contracts/users.ts';
import type { UserView } from '#contracts/views.ts';
import type { Queryable } from '../../tenant.ts';
import { queueRefs } from './records.ts';
import { containing, nameOf, parameters } from './statement.ts';

export const userPageSize = 40;

const connectionRef = `json_strip_nulls(
  json_build_object('id', w.id, 'name', w.name, 'removed', nullif(w.removed, false)))`;
const userColumns = `
  id, name, email, profile, super_admin as "superAdmin", company_id as "companyId", analyst,
  ${queueRefs('u.queue_ids')} as queues,
  coalesce((select json_agg(${connectionRef} order by w.removed, lower(w.name))
    from inbox.connection w where w.id = any(u.connection_ids)), '[]') as whatsapps`;

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

const one = `select ${userColumns} from inbox.app_user u where company_id = $1 and id = $2 and not removed`;

/** A user of the company who is there. */
export const userById = async (db: Queryable, id: string): Promise<UserView | undefined> =>
  (await db.query<UserView>(nameOf('user', one), one, [db.companyId, id]))[0];

const chosen = `select ${connectionRef} as ref from inbox.connection w
  where company_id = $1 and id = any($2::uuid[]) order by w.removed, lower(w.name)`;

/** The connections that somebody works on, those that were removed too. */
export const connectionRefs = async (db: Queryable, ids: readonly string[]): Promise<UserView['whatsapps']> =>
  (
    await db.query<{ ref: UserView['whatsapps'][number] }>(nameOf('connection_refs', chosen), chosen, [
      db.companyId,
      ids,
    ])
  ).map(({ ref }) => ref);

/** Users of the company by name, small, for choosing one: all of them, or those of a search, or a page. */
export const userNames = async (
  db: Queryable,
  { searchParam = '', pageNumber }: UserFilter = {},
): Promise<{ readonly users: readonly UserNameView[]; readonly hasMore: boolean }> => {
  const { values, add } = parameters();
  const company = add(db.companyId);
  const found = searchParam.trim() === '' ? '' : `and name ilike ${add(containing(searchParam))}`;
  const page =
    pageNumber === undefined
      ? ''
      : `limit ${userPageSize + 1} offset ${add((pageNumber - 1) * userPageSize)}`;
  const text = `
    select id, name, to_json(queue_ids) as "queueIds" from inbox.app_user
    where company_id = ${company} and not removed ${found} order by lower(name), id ${page}`;
  const rows = await db.query<UserNameView>(nameOf('user_names', text), text, values);
  const hasMore = pageNumber !== undefined && rows.length > userPageSize;
  return { users: hasMore ? rows.slice(0, userPageSize) : rows, hasMore };
};
