import type { Viewer } from '#domain/ticket/visibility.ts';
import type { Queryable } from '../../tenant.ts';
import { isRare, rareTickets } from './search-tickets.ts';
import { wordsOf } from './search-words.ts';
import { nameOf, type Parameters, parameters } from './statement.ts';
import { createdOn, type Filter, ofContact, tagged, ticketConditions, updatedOn } from './ticket-filter.ts';
import { ticketWays } from './ticket-ways.ts';

type Add = Parameters['add'];

/** Where a list takes its tickets from, so that it need not pass many that are not in it. */
export type TicketSource =
  /** All, in their order: enough of them are in the list. */
  | { readonly kind: 'all' }
  /** A few that have all that are in the list among them. */
  | { readonly kind: 'these'; readonly ids: (add: Add) => string }
  /** In parts that are each in their order. */
  | { readonly kind: 'ways'; readonly ways: (add: Add) => readonly string[] }
  /** All, in their order, of which only the newest messages are asked for words that are everywhere. */
  | { readonly kind: 'common'; readonly words: readonly string[] };

/** Up to so many are put in order; of more there is one soon enough when one goes through all in their order. */
const fewAtMost = 4_000;
/** Newest tickets that are asked whether they have a tag, and what of them is worth going on. */
const newestAtMost = 2_000;
const fewInPage = 40;

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
  if (date) return these(add => of(add, createdOn(filter, add)));
  if (updatedAt) return these(add => of(add, updatedOn(filter, add)));
  if (tags?.length) {
    const withTag = (add: Add) =>
      `select distinct g.ticket_id as id from inbox.ticket_tag g where g.tag_id = any(${add(tags)}::uuid[])`;
    const isSoonMet = !(await isFew(db, withTag)) && (await fillsPage(db, viewer, filter));
    return isSoonMet ? { kind: 'all' } : these(withTag);
  }
  const ways = ticketWays(viewer, filter);
  return ways ? { kind: 'ways', ways } : { kind: 'all' };
};

/** Whether the newest that the list would show without its tags have a page with them: else these are all old. */
const fillsPage = async (db: Queryable, viewer: Viewer, filter: Filter): Promise<boolean> => {
  const { values, add } = parameters();
  const { tags, ...others } = filter;
  const conditions = ticketConditions(viewer, others, db.companyId, add);
  const text = `
    select count(*)::int as size from (
      select t.tag_ids from inbox.ticket t where ${conditions.join(' and ')}
      order by t.active_at desc, t.id desc limit ${newestAtMost}) t
    where ${tagged(add(tags))}`;
  const [row] = await db.query<{ size: number }>(nameOf('tagged', text), text, values);
  return row !== undefined && row.size > fewInPage;
};

const isFew = async (db: Queryable, ids: (add: Add) => string): Promise<boolean> => {
  const { values, add } = parameters();
  const text = `select count(*)::int as size from (${ids(add)} limit ${fewAtMost + 1})`;
  const [row] = await db.query<{ size: number }>(nameOf('size', text), text, values);
  return row !== undefined && row.size <= fewAtMost;
};
