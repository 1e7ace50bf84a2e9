import type { Viewer } from '#domain/ticket/visibility.ts';
import type { Queryable } from '../../tenant.ts';
import { isRare, rareTickets } from './search-tickets.ts';
import { wordsOf } from './search-words.ts';
import { nameOf, type Parameters, parameters } from './statement.ts';
import { createdOn, type Filter, isTallied, ofContact, tallyConditions, updatedOn } from './ticket-filter.ts';

type Add = Parameters['add'];

/** Where a list takes its tickets from, so that it need not pass many that are not in it. */
export type TicketSource =
  /** All, in their order: enough of them are in the list. */
  | { readonly kind: 'all' }
  /** A few that have all that are in the list among them. */
  | { readonly kind: 'these'; readonly ids: (add: Add) => string }
  /** All, in their order, of which only the newest messages are asked for words that are everywhere. */
  | { readonly kind: 'common'; readonly words: readonly string[] };

/** Up to so many are put in order; of more there is one soon enough when one goes through all in their order. */
const fewAtMost = 4_000;

/** Chooses by the size of what the filter lets through; asks for it only where it is not known. */
export const ticketSource = async (db: Queryable, viewer: Viewer, filter: Filter): Promise<TicketSource> => {
  const company = (add: Add) => `t.company_id = ${add(db.companyId)}`;
  const these = (ids: (add: Add) => string): TicketSource => ({ kind: 'these', ids });
  const { searchParam, contactId, tags, date, updatedAt } = filter;
  if (searchParam?.trim()) {
    const words = wordsOf(searchParam);
    if (words.length === 0) return these(() => 'select id from inbox.ticket where false');
    return (await isRare(db, words))
      ? these(add => rareTickets(words, db.companyId, add))
      : { kind: 'common', words };
  }
  if (contactId)
    return these(
      add => `select t.id from inbox.ticket t where ${ofContact(add(contactId))} and ${company(add)}`,
    );
  const of = (add: Add, conditions: readonly string[]) =>
    `select t.id from inbox.ticket t where ${[company(add), ...conditions].join(' and ')}`;
  if (date) return these(add => of(add, createdOn(add(date))));
  if (updatedAt) return these(add => of(add, updatedOn(add(updatedAt))));
  if (tags?.length) {
    const tagged = (add: Add) =>
      `select distinct g.ticket_id as id from inbox.ticket_tag g where g.tag_id = any(${add(tags)}::uuid[])`;
    return (await isFew(db, tagged)) ? these(tagged) : { kind: 'all' };
  }
  return isTallied(filter) ? standing(db, viewer, filter) : { kind: 'all' };
};

const isFew = async (db: Queryable, ids: (add: Add) => string): Promise<boolean> => {
  const { values, add } = parameters();
  const text = `select count(*)::int as size from (${ids(add)} limit ${fewAtMost + 1})`;
  const [row] = await db.query<{ size: number }>(nameOf('size', text), text, values);
  return row !== undefined && row.size <= fewAtMost;
};

/** By queues and users: the tally knows how many there are. */
const standing = async (db: Queryable, viewer: Viewer, filter: Filter): Promise<TicketSource> => {
  const { queueIds = [], users = [], status } = filter;
  const bySight = viewer.profile !== 'admin' && status !== 'open' && status !== 'closed';
  if (queueIds.length === 0 && users.length === 0 && !bySight) return { kind: 'all' };
  if ((await tallied(db, viewer, filter)) > fewAtMost) return { kind: 'all' };
  const ids = (add: Add): string => {
    const within = [`t.company_id = ${add(db.companyId)}`, ...(status ? [`t.status = ${add(status)}`] : [])];
    const of = (condition: string) =>
      `select t.id from inbox.ticket t where ${[...within, condition].join(' and ')}`;
    const inQueues = (queues: readonly string[]) =>
      [of(`t.queue_id = any(${add(queues)}::uuid[])`), of('t.queue_id is null')].join(' union ');
    if (users.length > 0) return of(`t.user_id = any(${add(users)}::uuid[])`);
    if (queueIds.length > 0) return inQueues(queueIds);
    const ways = [inQueues(viewer.queueIds), of(`t.user_id = ${add(viewer.userId)}`), of('t.is_group')];
    return [...ways, ...(status ? [] : [of(`t.status = 'closed'`)])].join(' union ');
  };
  return { kind: 'these', ids };
};

const tallied = async (db: Queryable, viewer: Viewer, filter: Filter): Promise<number> => {
  const { values, add } = parameters();
  const where = tallyConditions(viewer, filter, db.companyId, add).join(' and ');
  const text = `select coalesce(sum(t.tickets), 0)::int as size from inbox.ticket_tally t where ${where}`;
  const [row] = await db.query<{ size: number }>(nameOf('size', text), text, values);
  return row?.size ?? 0;
};
