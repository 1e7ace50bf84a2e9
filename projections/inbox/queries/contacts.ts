import type { ContactDetail } from '#contracts/contacts.ts';
import type { ContactView } from '#contracts/views.ts';
import type { Viewer } from '#domain/ticket/visibility.ts';
import type { Queryable } from '../../tenant.ts';
import { nameOf, parameters } from './statement.ts';
import { inSight, ofContact } from './ticket-filter.ts';

/** Of `inbox.contact c`, as lists show it. */
export const contactColumns = `
  c.id, c.name, c.number, c.email, c.profile_pic_url as "profilePicUrl", c.is_group as "isGroup",
  c.queue_id as "queueId", c.erased_at is not null as erased, c.notification`;

const detail = `
  select ${contactColumns}, c.extra_info as "extraInfo", c.created_at as "createdAt",
    coalesce((
      select json_agg(json_build_object('id', m.id, 'name', m.name, 'number', m.number) order by m.sought, m.id)
      from inbox.contact m where m.merged_into = c.id and m.company_id = c.company_id and not m.removed
    ), '[]') as merged,
    coalesce((
      select json_agg(json_build_object('id', u.id, 'name', u.name) order by u.name, u.id)
      from inbox.app_user u where u.id = any(c.wallet_user_ids) and u.company_id = c.company_id and not u.removed
    ), '[]') as "contactsUser"
  from inbox.contact k join inbox.contact c on c.id = case when k.merged_into is null then k.id else k.merged_into end
  where k.company_id = $1 and k.id = $2 and not (c.removed and c.erased_at is null)`;

/** A contact, or the one it is shown under; undefined when there is none, or it was removed. */
export const contactDetailOf = async (db: Queryable, id: string): Promise<ContactDetail | undefined> =>
  (await db.query<ContactDetail>('contact_detail', detail, [db.companyId, id]))[0];

/** The newest ticket of a contact that is not closed and that a viewer may see; null when there is none. */
export const liveTicketOf = async (
  db: Queryable,
  viewer: Viewer,
  contactId: string,
): Promise<string | null> => {
  const { values, add } = parameters();
  const where = [
    `t.company_id = ${add(db.companyId)}`,
    ofContact(add(contactId)),
    `t.status <> 'closed'`,
    ...inSight(viewer, add),
  ];
  const text = `select t.id from inbox.ticket t where ${where.join(' and ')} order by t.active_at desc limit 1`;
  const [row] = await db.query<{ id: string }>(nameOf('live_ticket', text), text, values);
  return row?.id ?? null;
};

/**
 * Whether a viewer may give a contact, or the one it is shown under, a name: it has that name, has no ticket, or has
 * one that the viewer may see. True when there is no such contact.
 */
export const isNamedBy = async (
  db: Queryable,
  { viewer, contactId, name }: { readonly viewer: Viewer; readonly contactId: string; readonly name: string },
): Promise<boolean> => {
  const { values, add } = parameters();
  const company = add(db.companyId);
  const shown = `select coalesce(k.merged_into, k.id) from inbox.contact k
    where k.company_id = ${company} and k.id = ${add(contactId)}`;
  const tickets = `from inbox.ticket t where t.company_id = ${company} and ${ofContact(`(${shown})`)}`;
  const seen = [tickets, ...inSight(viewer, add)].join(' and ');
  const named = `from inbox.contact c where c.company_id = ${company} and c.id = (${shown}) and c.name = ${add(name)}`;
  const text = `select exists (select ${named}) or not exists (select ${tickets}) or exists (select ${seen}) as may`;
  const [row] = await db.query<{ may: boolean }>(nameOf('contact_named_by', text), text, values);
  return row?.may === true;
};

export type ShownContact = Pick<
  ContactView,
  'id' | 'name' | 'number' | 'profilePicUrl' | 'isGroup' | 'erased'
>;

const shown = `
  select k.id as "of", c.id, c.name, c.number, c.profile_pic_url as "profilePicUrl", c.is_group as "isGroup",
    c.erased_at is not null as erased
  from inbox.contact k join inbox.contact c on c.id = case when k.merged_into is null then k.id else k.merged_into end
  where k.company_id = $1 and k.id = any($2::uuid[])`;

/** As whom screens show contacts, by their ids: themselves, or who they were merged into; also those that are gone. */
export const shownContacts = async (
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ShownContact>> => {
  if (ids.length === 0) return new Map();
  const rows = await db.query<ShownContact & { of: string }>('contacts_shown', shown, [db.companyId, ids]);
  return new Map(rows.map(({ of, ...contact }) => [of, contact]));
};

const themselves = `
  select c.id, c.name, c.number, c.profile_pic_url as "profilePicUrl", c.is_group as "isGroup",
    c.erased_at is not null as erased
  from inbox.contact c where c.company_id = $1 and c.id = any($2::uuid[])`;

/** Contacts by their ids, each as themselves, whoever they were merged into since; also those that are gone. */
export const contactsThemselves = async (
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ShownContact>> => {
  if (ids.length === 0) return new Map();
  const rows = await db.query<ShownContact>('contacts_themselves', themselves, [db.companyId, ids]);
  return new Map(rows.map(contact => [contact.id, contact]));
};

/** What contacts are called; those that are gone are left out. */
export const namesOfContacts = async (
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const text =
    'select id, name from inbox.contact where company_id = $1 and id = any($2::uuid[]) and not removed';
  const rows = await db.query<{ id: string; name: string }>('contact_names_of', text, [db.companyId, ids]);
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** The area code of the company's own number: of the connection that was made the default last. */
export const companyAreaCode = async (db: Queryable): Promise<string | null> => {
  const text = `select substring(number from 3 for 2) as area from inbox.connection
    where company_id = $1 and number ~ '^55[1-9][0-9]{9,10}$' and not removed order by made_default desc limit 1`;
  return (await db.query<{ area: string }>('company_area', text, [db.companyId]))[0]?.area ?? null;
};
