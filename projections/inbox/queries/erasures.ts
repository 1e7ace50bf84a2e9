import type { ErasureCounts } from '#contracts/http.ts';
import type { Queryable } from '../../tenant.ts';

/** Who a contact is, also one that was removed or erased. */
export type ContactToErase = {
  readonly id: string;
  readonly name: string;
  readonly number: string;
  readonly lid: string | null;
};

const contact = `
  select id, name, number, lid from inbox.contact
  where company_id = $1 and id = $2 and erased_at is null`;

const onePerson = `
  select k.id, k.name, k.number, k.lid from inbox.contact asked
  join inbox.contact k on coalesce(k.merged_into, k.id) = coalesce(asked.merged_into, asked.id)
    and k.company_id = asked.company_id
  where asked.company_id = $1 and asked.id = $2`;

/** All contacts that are one person with this one, itself among them. */
export const contactsOfPerson = (db: Queryable, id: string): Promise<readonly ContactToErase[]> =>
  db.query<ContactToErase>('contacts_of_person', onePerson, [db.companyId, id]);

/** A contact that is not erased; undefined when the company has none of this id. */
export const contactToErase = async (db: Queryable, id: string): Promise<ContactToErase | undefined> =>
  (await db.query<ContactToErase>('contact_to_erase', contact, [db.companyId, id]))[0];

export type WhatGoes = {
  readonly counts: ErasureCounts;
  readonly firstMessageAt: string | null;
  readonly lastMessageAt: string | null;
};
type WhatGoesRow = ErasureCounts & Omit<WhatGoes, 'counts'>;

const whatGoes = `
  with said as (
    select count(*)::int as messages, count(*) filter (where file <> 'none')::int as media, min(sent_at) as first, max(sent_at) as last from inbox.message
    where company_id = $1 and (contact_id = any($2::uuid[]) or sender_id = any($3::uuid[]) or sender_alt_id = any($3::uuid[]))),
  attended as (
    select count(*)::int as tickets, coalesce(sum(notes), 0)::int as notes from inbox.ticket
    where company_id = $1 and contact_id = any($2::uuid[]))
  select tickets, notes, messages, media, first as "firstMessageAt", last as "lastMessageAt" from said, attended`;

/** How much there is of a person: of the contacts, and of what `persons` wrote as members of groups. */
export const countWhatGoes = async (
  db: Queryable,
  contactIds: readonly string[],
  persons: readonly string[],
): Promise<WhatGoes> => {
  const [row] = await db.query<WhatGoesRow>('what_goes', whatGoes, [db.companyId, contactIds, persons]);
  const { tickets = 0, notes = 0, messages = 0, media = 0 } = row ?? {};
  const { firstMessageAt = null, lastMessageAt = null } = row ?? {};
  return { counts: { tickets, messages, notes, media }, firstMessageAt, lastMessageAt };
};

export type Erasure = {
  readonly contactId: string;
  readonly persons: readonly string[];
  readonly erasedAt: string;
  readonly erasedBy: { readonly id: string; readonly name: string } | null;
  readonly counts: ErasureCounts;
};

const columns = `
  e.id as "contactId", to_json(e.persons) as persons, e.erased_at as "erasedAt",
  case when e.user_id is not null then json_build_object('id', e.user_id, 'name', coalesce(u.name, '')) end
    as "erasedBy",
  json_build_object('tickets', e.tickets, 'messages', e.messages, 'notes', e.notes, 'media', e.media) as counts`;
const from = 'from inbox.erasure e left join inbox.app_user u on u.id = e.user_id where e.company_id = $1';

/** The proof that a contact was erased; undefined when it was not. */
export const erasureOf = async (db: Queryable, contactId: string): Promise<Erasure | undefined> => {
  const text = `select ${columns} ${from} and e.id = $2`;
  return (await db.query<Erasure>('erasure', text, [db.companyId, contactId]))[0];
};

export const erasurePageSize = 40;

/** A page of the company's erasures, the newest first, and how many there are in all. */
export const listErasures = async (
  db: Queryable,
  pageNumber = 1,
): Promise<{ readonly erasures: readonly Erasure[]; readonly hasMore: boolean; readonly count: number }> => {
  const text = `
    select ${columns}, (count(*) over ())::int as count ${from}
    order by e.erased_at desc, e.id limit ${erasurePageSize} offset $2`;
  const offset = (pageNumber - 1) * erasurePageSize;
  const rows = await db.query<Erasure & { count: number }>('erasures', text, [db.companyId, offset]);
  const count = rows[0]?.count ?? 0;
  const erasures = rows.map(({ count: _, ...erasure }) => erasure);
  return { erasures, hasMore: offset + rows.length < count, count };
};
