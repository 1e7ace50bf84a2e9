import type { z } from 'zod';
import type { ContactDetail, contactsAnswer } from '#contracts/contacts.ts';
import { digits } from '#domain/contact/number.ts';
import type { Viewer } from '#domain/ticket/visibility.ts';
import type { Queryable } from '../../tenant.ts';
import { plainText } from '../plain-text.ts';
import { containing, nameOf, parameters } from './statement.ts';
import { inSight, ofContact } from './ticket-filter.ts';

export const contactPageSize = 40;

const view = `
  c.id, c.name, c.number, c.email, c.profile_pic_url as "profilePicUrl", c.is_group as "isGroup",
  c.queue_id as "queueId", c.erased_at is not null as erased, c.notification`;

export type ContactFilter = {
  readonly searchParam?: string | undefined;
  readonly pageNumber?: number | undefined;
};
export type ContactPage = z.output<typeof contactsAnswer>;

/**
 * A page of the company's people by name, without those removed or shown under another. The search is a part of the
 * name, whatever its accents and capitals, or, where it has no letters, digits of the number.
 */
export const listContacts = async (db: Queryable, filter: ContactFilter = {}): Promise<ContactPage> => {
  const { values, add } = parameters();
  const where = [
    `c.company_id = ${add(db.companyId)}`,
    shownPeople,
    ...matching(filter.searchParam ?? '', add),
  ];
  const from = `from inbox.own_contact c where ${where.join(' and ')}`;
  const counting = `select count(*)::int as count ${from}`;
  const counted = [...values];
  const offset = ((filter.pageNumber ?? 1) - 1) * contactPageSize;
  const text = `select ${view} ${from} order by c.sought, c.id limit ${contactPageSize} offset ${add(offset)}`;
  const [[total], contacts] = await Promise.all([
    db.query<{ count: number }>(nameOf('contact_count', counting), counting, counted),
    db.query<ContactPage['contacts'][number]>(nameOf('contacts', text), text, values),
  ]);
  const count = total?.count ?? 0;
  return { contacts: [...contacts], hasMore: offset + contacts.length < count, count };
};

/** An index of contacts serves the page and the count: its predicate says the same. */
const shownPeople = 'not c.is_group and not c.removed and c.merged_into is null and c.erased_at is null';

const matching = (search: string, add: (value: unknown) => string): readonly string[] => {
  const words = plainText(search);
  if (words === '') return [];
  const number = /\p{L}/u.test(words) ? '' : digits(words);
  const byName = `c.sought like ${add(containing(words))}`;
  return [number ? `(${byName} or c.number like ${add(containing(number))})` : byName];
};

const detail = `
  select ${view}, c.extra_info as "extraInfo", c.created_at as "createdAt",
    coalesce((
      select json_agg(json_build_object('id', m.id, 'name', m.name, 'number', m.number) order by m.sought, m.id)
      from inbox.contact m where m.merged_into = c.id and m.company_id = c.company_id and not m.removed
    ), '[]') as merged
  from inbox.contact k join inbox.contact c on c.id = case when k.merged_into is null then k.id else k.merged_into end
  where k.company_id = $1 and k.id = $2 and not (c.removed and c.erased_at is null)`;

/** A contact, or the one it is shown under; undefined when there is none, or it was removed. */
export const contactDetailOf = async (db: Queryable, id: string): Promise<ContactDetail | undefined> =>
  (await db.query<ContactDetail>('contact_detail', detail, [db.companyId, id]))[0];

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
