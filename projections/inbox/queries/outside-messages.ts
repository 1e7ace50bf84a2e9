import type { OutsideMessage, OutsideMessagesQuery } from '#contracts/outside-messages.ts';
import { numberVariants } from '#domain/contact/number.ts';
import { failureOf } from '#domain/message/outside.ts';
import type { Recorded } from '#eventstore/types.ts';
import type { Queryable } from '../../tenant.ts';
import { type Course, courseBegins, courseGoesOn, courseOfReceived } from '../outside-message-fold.ts';
import { allOf, havingKeys, keysOfSearch, ofCompany } from './contact-keys.ts';
import { cursorOf, instantPattern, nameOf, parameters, readCursor, uuidPattern } from './statement.ts';

/** Whose messages: of all connections of the company, or of one. */
export type OutsideScope = { readonly connectionId: string | null };
type Row = Course & { readonly queuedAt: string; readonly number: string | null };

const columns = `
  m.id, m.ticket_id as "ticketId", m.contact_id as "contactId", m.connection_id as "connectionId",
  m.external_id as "externalId", m.media_type as "mediaType", m.state, m.failure, m.queued_at as "queuedAt",
  m.sent_at as "sentAt", m.delivered_at as "deliveredAt", m.read_at as "readAt",
  m.unconfirmed_at as "unconfirmedAt", m.failed_at as "failedAt", nullif(c.number, '') as number`;
const source = `
  from inbox.outside_message m left join inbox.contact k on k.id = m.contact_id
    left join inbox.contact c on c.id = coalesce(k.merged_into, k.id)`;

/** The place that a cursor of these pages stands for; undefined for a text that is none. */
export const placeOfOutside = (cursor: string): string[] | undefined =>
  readCursor(cursor, [instantPattern, uuidPattern]);

/** A page of what programs outside sent, the newest first. */
export const listOutsideMessages = async (
  db: Queryable,
  { connectionId }: OutsideScope,
  query: OutsideMessagesQuery,
): Promise<{ readonly messages: OutsideMessage[]; readonly nextCursor: string | null }> => {
  const { values, add } = parameters();
  const where = [`m.company_id = ${add(db.companyId)}`];
  if (connectionId) where.push(`m.connection_id = ${add(connectionId)}`);
  if (query.externalId !== undefined) where.push(`m.external_id = ${add(query.externalId)}`);
  if (query.ticketId) where.push(`m.ticket_id = ${add(query.ticketId)}`);
  if (query.state) where.push(`m.state = ${add(query.state)}`);
  if (query.since) where.push(`m.queued_at >= ${add(query.since)}::timestamptz`);
  if (query.number) {
    const ids = await contactsUnder(db, query.number);
    if (ids.length === 0) return { messages: [], nextCursor: null };
    where.push(`m.contact_id = any(${add(ids)}::uuid[])`);
  }
  const end = query.cursor && placeOfOutside(query.cursor);
  if (end) where.push(`(m.queued_at, m.id) < (${add(end[0])}::timestamptz, ${add(end[1])}::uuid)`);
  const text = `select ${columns} ${source} where ${where.join(' and ')}
    order by m.queued_at desc, m.id desc limit ${add(query.limit + 1)}`;
  const rows = await db.query<Row>(nameOf('outside_messages', text), text, values);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    messages: page.map(({ number, ...course }) => outsideView(course, number)),
    nextCursor: rows.length > query.limit && last ? cursorOf(last.queuedAt, last.id) : null,
  };
};

/** All contacts of the person who has a number, in either way of writing it. */
const contactsUnder = async (db: Queryable, number: string): Promise<readonly string[]> => {
  const { values, add } = parameters();
  const variants = numberVariants(number);
  const known = variants.map(variant => {
    const keys = keysOfSearch(variant);
    const condition = `c.number = ${add(variant)}`;
    return keys ? `(${condition} and ${havingKeys(allOf([ofCompany(db.companyId), keys]), add)})` : condition;
  });
  const text = `
    with found as (select id, merged_into from inbox.own_contact c where not is_group and (${known.join(' or ')}))
    select p.id from inbox.contact p join (
      select distinct coalesce(merged_into, id) as one from found) f on coalesce(p.merged_into, p.id) = f.one
    where p.company_id = ${add(db.companyId)}`;
  return (await db.query<{ id: string }>(nameOf('contacts_under', text), text, values)).map(({ id }) => id);
};

const number = `
  select nullif(c.number, '') as number from inbox.contact k
    left join inbox.contact c on c.id = coalesce(k.merged_into, k.id) where k.company_id = $1 and k.id = $2`;

/** The number that a contact has now; null when there is none. */
export const numberOf = async (db: Queryable, contactId: string): Promise<string | null> => {
  const values = [db.companyId, contactId];
  const [row] = await db.query<{ number: string | null }>('number_of_contact', number, values);
  return row?.number ?? null;
};

/** How far a message has come, received or sent, by the events of its stream; undefined when they do not tell of its beginning. */
export const courseOf = (events: readonly Recorded[]): Course | undefined => {
  let course: Course | undefined;
  for (const event of events) {
    if (event.type === 'MessageQueued') course = courseBegins(event);
    else if (event.type === 'MessageReceived') course = courseOfReceived(event);
    else if (course) course = courseGoesOn(course, event);
  }
  return course;
};

export const outsideView = (course: Course, number: string | null): OutsideMessage => {
  const { failure, connectionId, contactId, ...told } = course;
  const error = course.state === 'failed' ? failureOf(failure ?? '') : null;
  return { ...told, contactId, whatsappId: connectionId, number, error };
};
