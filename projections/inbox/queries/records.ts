import type { ConnectionView, ContactView } from '#contracts/views.ts';
import type { Hours } from '#domain/shared/schedule.ts';
import type { Seen } from '#domain/ticket/visibility.ts';
import type { Queryable } from '../../tenant.ts';
import { settingIs } from './setting-is.ts';

export type KnownContact = ContactView & {
  readonly gone: boolean;
  /** In whose wallets it is, of those who still work there; empty where the company does not work with wallets. */
  readonly wallet: readonly string[];
};

/** In whose wallets a contact `c` is, of those who still work there, where company `$1` works with wallets. */
export const wallet = `
  array(select u.id::text from inbox.app_user u
    where u.company_id = $1 and u.id = any(c.wallet_user_ids) and not u.removed
      and (${settingIs('$1', 'useContactWallet', 'enabled')}))`;

const contacts = `
  select k.id, c.name, c.number, c.email, c.profile_pic_url as "profilePicUrl", c.is_group as "isGroup",
    c.queue_id as "queueId", c.erased_at is not null as erased, c.notification,
    k.removed or k.merged_into is not null as gone,
    ${wallet} as wallet
  from inbox.contact k join inbox.contact c on c.id = case when k.merged_into is null then k.id else k.merged_into end
  where k.company_id = $1 and (k.id = any($2::uuid[]) or k.merged_into = any($2::uuid[]))`;

/**
 * Contacts by their ids, in no order, removed ones too: their names stand in conversations. With them come those that
 * are merged into them, under their own ids and what is shown of the other. `gone` are those that no list has.
 */
export const contactsByIds = (db: Queryable, ids: readonly string[]): Promise<readonly KnownContact[]> =>
  db.query<KnownContact>('contacts_by_ids', contacts, [db.companyId, ids]);

const standings = `
  select distinct contact_id as "contactId", status, queue_id as "queueId", user_id as "userId",
    is_group as "isGroup", connection_id as "connectionId", in_menu as chatbot
  from inbox.ticket where company_id = $1 and contact_id = any($2::uuid[])`;

/** What decides on who sees tickets of these contacts: each way in which some ticket stands, once. */
export const standingsOfContacts = (
  db: Queryable,
  contactIds: readonly string[],
): Promise<readonly (Seen & { readonly contactId: string })[]> =>
  db.query<Seen & { readonly contactId: string }>('standings_of_contacts', standings, [
    db.companyId,
    contactIds,
  ]);

/** What is shown of queues whose ids stand in a column. */
export const queueRefs = (ids: string) => `
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

const usual = `
  select id from inbox.connection where company_id = $1 and not removed
  order by made_default desc, created_at, id limit 1`;

/** The id of the company's default connection; undefined when it has none. */
export const defaultConnection = async (db: Queryable): Promise<string | undefined> =>
  (await db.query<{ id: string }>('default_connection', usual, [db.companyId]))[0]?.id;

/**
 * The company's connections. Exactly one is the default: the one made so last, else the oldest. Codes and `retries`
 * are the connector's knowledge and `token` the gateway's: empty and 0 here.
 */
export const listConnections = (db: Queryable): Promise<readonly ConnectionView[]> =>
  db.query<ConnectionView>('connections', connections, [db.companyId]);

export type QueueUse = { readonly tickets: number; readonly users: number; readonly connections: number };

/** What a queue is part of: tickets that are not closed, and who and which connections have it. */
export const queueUse = async (db: Queryable, queueId: string): Promise<QueueUse> => {
  const text = `
    select
      (select count(*)::int from inbox.ticket
        where company_id = $1 and queue_id = $2 and status in ('open', 'pending')) as tickets,
      (select count(*)::int from inbox.app_user
        where company_id = $1 and not removed and $2 = any(queue_ids)) as users,
      (select count(*)::int from inbox.connection
        where company_id = $1 and not removed and $2 = any(queue_ids)) as connections`;
  const [use] = await db.query<QueueUse>('queue_use', text, [db.companyId, queueId]);
  return use ?? { tickets: 0, users: 0, connections: 0 };
};

/** When somebody of the company is there; undefined where it has never said so. */
export const companyHours = async (db: Queryable): Promise<Hours | undefined> => {
  const text = 'select schedules, holidays from inbox.company_hours where company_id = $1';
  return (await db.query<Hours>('company_hours', text, [db.companyId]))[0];
};

/** The settings that were ever changed. */
export const listSettings = (db: Queryable): Promise<readonly { key: string; value: string }[]> =>
  db.query('settings', 'select key, value from inbox.setting where company_id = $1 order by key', [
    db.companyId,
  ]);

/** What the company says in words of its own. */
export const companyTexts = (db: Queryable): Promise<readonly { key: string; text: string }[]> =>
  db.query('company_texts', 'select key, text from inbox.company_text where company_id = $1 order by key', [
    db.companyId,
  ]);
