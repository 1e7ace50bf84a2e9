import type { Pool } from 'pg';
import type { Profile } from '#domain/user/events.ts';

export type AccessUser = {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
  readonly email: string;
  readonly profile: Profile;
  readonly superAdmin: boolean;
  readonly queueIds: readonly string[];
  readonly connectionIds: readonly string[];
  readonly analyst: boolean;
  readonly company: {
    readonly id: string;
    readonly name: string;
    readonly dueDate: string | null;
    readonly status: boolean;
    readonly campaignsEnabled: boolean;
    readonly settings: readonly { readonly key: string; readonly value: string }[];
  };
};

type AccessRecord = Omit<AccessUser, 'company'> & {
  readonly company_name: string;
  readonly company_due_date: string | null;
  readonly company_status: boolean;
  readonly company_campaigns: boolean;
  readonly company_settings: AccessUser['company']['settings'];
};

const select = `
  select u.id, u.company_id as "companyId", u.name, u.email, u.profile, u.super_admin as "superAdmin",
    to_json(u.queue_ids) as "queueIds", to_json(u.connection_ids) as "connectionIds",
    u.analyst,
    c.name as company_name, c.due_date as company_due_date, c.status as company_status,
    c.campaigns_enabled as company_campaigns,
    coalesce((select json_agg(json_build_object('key', s.key, 'value', s.value) order by s.key)
      from access.setting s where s.company = c.id), '[]') as company_settings
  from access.account u join access.company c on c.id = u.company_id`;

/** The users with this e-mail, in any case of letters: at most one a company, the oldest company first. */
export const usersByEmail = async (pool: Pool, email: string): Promise<readonly AccessUser[]> => {
  const text = `${select} where lower(u.email) = lower($1) order by c.position, u.id`;
  return (await pool.query<AccessRecord>({ name: 'access_email', text, values: [email.trim()] })).rows.map(
    accessUser,
  );
};

export const userByEmail = async (pool: Pool, email: string): Promise<AccessUser | undefined> =>
  (await usersByEmail(pool, email))[0];

/** The users with these ids, by id; those that are not there are left out. */
export const usersById = async (
  pool: Pool,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AccessUser>> => {
  const { rows } = await pool.query<AccessRecord>({
    name: 'access_ids',
    text: `${select} where u.id = any($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map(row => [row.id, accessUser(row)]));
};

export type CompanyStanding = {
  readonly id: string;
  readonly status: boolean;
  /** ISO. */
  readonly dueDate: string | null;
};

/** How these companies stand, by id; those that are not there are left out. */
export const companiesById = async (
  pool: Pool,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CompanyStanding>> => {
  const { rows } = await pool.query<CompanyStanding>({
    name: 'access_companies',
    text: `select id, status, due_date as "dueDate" from access.company where id = any($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map(row => [row.id, row]));
};

/** The admins of a company, but for one user, as far as is known. */
export const otherAdmins = async (
  pool: Pool,
  companyId: string,
  userId: string,
): Promise<readonly string[]> => {
  const text = `select id from access.account where company_id = $1 and id <> $2 and profile = 'admin'`;
  const { rows } = await pool.query<{ id: string }>({
    name: 'access_admins',
    text,
    values: [companyId, userId],
  });
  return rows.map(({ id }) => id);
};

/** Whether there is any company: if not, the first visit makes one. */
export const anyCompany = async (pool: Pool): Promise<boolean> =>
  (await pool.query('select 1 from access.company limit 1')).rows.length > 0;

const accessUser = (row: AccessRecord): AccessUser => {
  const { company_name, company_due_date, company_status, company_campaigns, company_settings, ...user } =
    row;
  return {
    ...user,
    company: {
      id: user.companyId,
      name: company_name,
      dueDate: company_due_date,
      status: company_status,
      campaignsEnabled: company_campaigns,
      settings: company_settings,
    },
  };
};
