import type { SchedulesAnswer, ScheduleView } from '#contracts/schedules.ts';
import { may } from '#domain/access/may.ts';
import type { ScheduleStatus } from '#domain/schedule/lifecycle.ts';
import type { Viewer } from '#domain/ticket/visibility.ts';
import type { Queryable } from '../../tenant.ts';
import { plainText } from '../plain-text.ts';
import { wallet } from './records.ts';
import { settingIs } from './setting-is.ts';
import { containing, nameOf, parameters } from './statement.ts';

export const schedulePageSize = 40;
/** Of a month at most. */
const longestRange = 500;

export type ScheduleFilter = {
  readonly searchParam?: string | undefined;
  readonly pageNumber?: number | undefined;
  readonly contactId?: string | undefined;
  readonly status?: ScheduleStatus | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
};

const view = `
  s.id, s.company_id as "companyId", c.id as "contactId",
  json_build_object('id', c.id, 'name', c.name, 'number', c.number) as contact,
  s.body, s.local_at as "sendAt", s.zone, s.send_at as "dueAt", s.starts_at as "startsAt",
  case when s.status = 'sent' then s.last_sent_at end as "sentAt", s.last_sent_at as "lastSentAt",
  s.status, s.reason, s.recurrence, s.signed as signature, s.reply_to_author as "replyToAuthor",
  s.connection_id as "whatsappId",
  case when w.id is not null then json_build_object('id', w.id, 'name', w.name) end as whatsapp,
  s.user_id as "userId", case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "user",
  s.file->'media'->>'name' as "mediaName",
  '/api/media/' || s.company_id || '/' || (s.file->'media'->>'hash') || '?m=' || (s.file->>'id') as "mediaPath",
  s.created_at as "createdAt", s.updated_at as "updatedAt"`;

const source = `
  from inbox.schedule s join inbox.contact k on k.id = s.contact_id
    join inbox.contact c on c.id = coalesce(k.merged_into, k.id)
    left join inbox.connection w on w.id = s.connection_id and not w.removed
    left join inbox.app_user u on u.id = s.user_id`;

/** What somebody must decide about comes first, then what is to come, the next first, then what is over. */
const rank = `
  case when s.status in ('overdue', 'failed') then 0 when s.status in ('scheduled', 'sending') then 1 else 2 end`;
const order = `
  ${rank}, case when ${rank} = 2 then -extract(epoch from s.send_at) else extract(epoch from s.send_at) end, s.id`;

/** Where the company works with wallets, a contact `c` is in nobody's, or in this person's: see contact-filter.ts. */
const notOthers = (userId: string, company: string): string => `
  (c.wallet_user_ids = '{}' or ${userId}::uuid = any(c.wallet_user_ids)
    or not (${settingIs(company, 'useContactWallet', 'enabled')})
    or not exists (select from inbox.app_user x where x.id = any(c.wallet_user_ids) and not x.removed))`;

/** One's own, and those of contacts that one may see: see `listContacts`. */
const conditionsFor = (db: Queryable, viewer: Viewer) => {
  const { values, add } = parameters();
  const company = add(db.companyId);
  const own = may(viewer, 'contact.listAny') ? undefined : add(viewer.userId);
  const where = [`s.company_id = ${company}`, 'not s.removed'];
  if (own) where.push(`(s.user_id = ${own}::uuid or ${notOthers(own, company)})`);
  return { values, add, where };
};

/** A page of the company's scheduled messages, or all of some days; the search is a part of words or contact. */
export const listSchedules = async (
  db: Queryable,
  viewer: Viewer,
  filter: ScheduleFilter = {},
): Promise<SchedulesAnswer> => {
  const { values, add, where } = conditionsFor(db, viewer);
  const { contactId, status, from, until } = filter;
  const words = plainText(filter.searchParam ?? '');
  if (words !== '') {
    const part = add(containing(words));
    where.push(`(s.sought like ${part} or c.sought like ${part})`);
  }
  if (contactId)
    where.push(
      `c.id = (select coalesce(x.merged_into, x.id) from inbox.contact x where x.id = ${add(contactId)})`,
    );
  if (status) where.push(`s.status = ${add(status)}`);
  const isRange = from !== undefined && until !== undefined;
  if (isRange) where.push(within(add(from), add(until)));
  const size = isRange ? longestRange : schedulePageSize;
  const offset = isRange ? 0 : ((filter.pageNumber ?? 1) - 1) * size;
  const text = `
    select ${view}, (count(*) over ())::int as count ${source} where ${where.join(' and ')}
    order by ${order} limit ${size} offset ${add(offset)}`;
  const found = await db.query<ScheduleView & { count: number }>(nameOf('schedules', text), text, values);
  const count = found[0]?.count ?? 0;
  const schedules = found.map(({ count: _, ...schedule }) => schedule);
  return { schedules, hasMore: offset + schedules.length < count, count };
};

const within = (from: string, until: string): string => `
  left(s.local_at, 10) <= ${until} and (left(s.local_at, 10) >= ${from}
    or (s.recurrence <> 'none' and s.status <> 'cancelled'))`;

/** One of them; undefined when there is none that this person may see. */
export const findSchedule = async (
  db: Queryable,
  viewer: Viewer,
  id: string,
): Promise<ScheduleView | undefined> => {
  const { values, add, where } = conditionsFor(db, viewer);
  where.push(`s.id = ${add(id)}`);
  const text = `select ${view} ${source} where ${where.join(' and ')}`;
  return (await db.query<ScheduleView>(nameOf('schedule', text), text, values))[0];
};

const whose = `
  select s.id, s.user_id as "userId", ${wallet} as wallet from inbox.schedule s join inbox.contact k on k.id = s.contact_id
    join inbox.contact c on c.id = coalesce(k.merged_into, k.id)
  where s.company_id = $1 and s.id = any($2::uuid[])`;

type WhoseSchedule = {
  readonly id: string;
  readonly userId: string | null;
  /** Whose the contact is: see `isListedFor`. */
  readonly wallet: readonly string[];
};

/** What decides on who may see these scheduled messages, removed ones too. */
export const whoseSchedules = (db: Queryable, ids: readonly string[]): Promise<readonly WhoseSchedule[]> =>
  db.query<WhoseSchedule>('whose_schedules', whose, [db.companyId, ids]);

/** Whether a contact of the company is one that a person may not see: see `listContacts`. */
export const isOthersContact = async (db: Queryable, viewer: Viewer, contactId: string): Promise<boolean> => {
  if (may(viewer, 'contact.listAny')) return false;
  const { values, add } = parameters();
  const company = add(db.companyId);
  const text = `
    select c.id from inbox.contact c
    where c.company_id = ${company} and c.id = ${add(contactId)} and not ${notOthers(add(viewer.userId), company)}`;
  return (await db.query(nameOf('others_contact', text), text, values)).length > 0;
};
