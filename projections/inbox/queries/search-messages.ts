import type { MessageView, TicketView } from '#contracts/views.ts';
import type { Viewer } from '#domain/ticket/visibility.ts';
import type { Queryable } from '../../tenant.ts';
import { messagesByIds } from './messages.ts';
import { wordsInEachMessage, wordsInMessage, wordsOf } from './search-words.ts';
import {
  cursorOf,
  instantPattern,
  nameOf,
  numberPattern,
  type Parameters,
  parameters,
  readCursor,
} from './statement.ts';
import { inSight } from './ticket-filter.ts';
import { ticketsByIds } from './tickets.ts';

export const foundPageSize = 20;

/** Newest messages that are looked through first: a common word fills a page from them. */
const glance = 1_000;
/** With so many among these there are too many for the indexes and enough to meet. */
const someInGlance = 3;
/** With up to so many messages a word is rare, and all of them are put in order. */
const rareAtMost = 4_000;
/** Messages that one call looks through in their order at most; where it came to is where the next one begins. */
const walkAtMost = 10_000;

export type MessageSearch = {
  readonly searchParam: string;
  readonly contactId?: string | undefined;
  readonly ticketId?: string | undefined;
  readonly cursor?: string | undefined;
};
export type FoundMessages = {
  readonly found: readonly { readonly message: MessageView; readonly ticket: TicketView }[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
};
type Place = { readonly id: string; readonly sent_at: string; readonly placed: number };
type Hits = { readonly places: readonly Place[]; readonly nextCursor: string | null };

/**
 * Messages that have all the words, in tickets that the viewer may see, the newest first. A page may be short, even
 * empty, and lead on: what one call does is bounded however common the words are and however little is in sight.
 */
export const searchMessages = async (
  db: Queryable,
  viewer: Viewer,
  search: MessageSearch,
): Promise<FoundMessages> => {
  const words = wordsOf(search.searchParam);
  const before = readCursor(search.cursor, [instantPattern, numberPattern]);
  const asked: Asked = { db, viewer, search, words, before };
  const { places, nextCursor } = words.length === 0 ? nothing : await hitsOf(asked);
  const messages = await messagesByIds(
    db,
    places.map(({ id }) => id),
  );
  const tickets = await ticketsByIds(db, [...new Set(messages.map(({ ticketId }) => ticketId))]);
  const ticketOf = new Map(tickets.map(ticket => [ticket.id, ticket]));
  const found = messages.toReversed().flatMap(message => {
    const ticket = ticketOf.get(message.ticketId);
    return ticket ? [{ message, ticket }] : [];
  });
  return { found, hasMore: nextCursor !== null, nextCursor };
};

const nothing: Hits = { places: [], nextCursor: null };

type Asked = {
  readonly db: Queryable;
  readonly viewer: Viewer;
  readonly search: MessageSearch;
  readonly words: readonly string[];
  readonly before: readonly string[] | undefined;
};

/** Within a conversation or a person there is so little that it is looked through; else by how common the words are. */
const hitsOf = async (asked: Asked): Promise<Hits> => {
  if (asked.search.ticketId || asked.search.contactId) return walked(asked, walkAtMost);
  const first = await walked(asked, glance);
  if (first.places.length === foundPageSize || !first.nextCursor) return first;
  if (first.places.length < someInGlance) return (await rare(asked)) ?? walked(asked, walkAtMost);
  const further = await walked(asked, walkAtMost);
  if (further.places.length === foundPageSize || !further.nextCursor) return further;
  return (await rare(asked)) ?? further;
};

/** From the newest on, in order. */
const walked = async (asked: Asked, atMost: number): Promise<Hits> => {
  const { db, viewer, words } = asked;
  const { values, add } = parameters();
  const steps = `
    select m.id, m.ticket_id, m.sought, m.sent_at, m.placed from inbox.own_message m
    where ${range(asked, add).join(' and ')} order by m.sent_at desc, m.placed desc`;
  const conditions = [...wordsInEachMessage(words, 'm', add), ...inSight(viewer, add)];
  const text = `
    select m.id, m.sent_at, m.placed from (${steps} limit ${atMost}) m join inbox.ticket t on t.id = m.ticket_id
    where ${conditions.join(' and ')} order by m.sent_at desc, m.placed desc limit ${foundPageSize + 1}`;
  const places = await db.query<Place>(nameOf('search_walk', text), text, values);
  return places.length > foundPageSize ? pageOf(places) : { places, nextCursor: await endOf(asked, atMost) };
};

/** Where a walk came to; null when that was the oldest message. */
const endOf = async (asked: Asked, atMost: number): Promise<string | null> => {
  const { values, add } = parameters();
  const text = `
    select m.id, m.sent_at, m.placed from inbox.own_message m where ${range(asked, add).join(' and ')}
    order by m.sent_at desc, m.placed desc limit 2 offset ${atMost - 1}`;
  const [last, beyond] = await asked.db.query<Place>(nameOf('search_end', text), text, values);
  return last && beyond ? cursorOf(last.sent_at, last.placed) : null;
};

/** By the indexes of words and pieces; undefined when there are too many. */
const rare = async (asked: Asked): Promise<Hits | undefined> => {
  const { db, viewer, words } = asked;
  const { values, add } = parameters();
  const wanted = [...range(asked, add), ...wordsInMessage(words, 'm', add)];
  const text = `
    with hits as materialized (
      select m.id, m.ticket_id, m.sent_at, m.placed from inbox.own_message m
      where ${wanted.join(' and ')} limit ${rareAtMost + 1})
    select c.hits, p.* from (select count(*)::int as hits from hits) c
    left join (
      select h.id, h.sent_at, h.placed from hits h join inbox.ticket t on t.id = h.ticket_id
      where ${['true', ...inSight(viewer, add)].join(' and ')}
      order by h.sent_at desc, h.placed desc limit ${foundPageSize + 1}) p on true
    order by p.sent_at desc, p.placed desc`;
  const rows = await db.query<{ hits: number } & (Place | { id: null })>(
    nameOf('search_rare', text),
    text,
    values,
  );
  if ((rows[0]?.hits ?? 0) > rareAtMost) return undefined;
  return pageOf(rows.filter((row): row is { hits: number } & Place => row.id !== null));
};

const pageOf = (places: readonly Place[]): Hits => {
  const shown = places.slice(0, foundPageSize);
  const last = shown.at(-1);
  return {
    places: shown,
    nextCursor: places.length > foundPageSize && last ? cursorOf(last.sent_at, last.placed) : null,
  };
};

const range = ({ db, search, before }: Asked, add: Parameters['add']): readonly string[] => [
  `m.company_id = ${add(db.companyId)}`,
  ...(search.ticketId ? [`m.ticket_id = ${add(search.ticketId)}`] : []),
  ...(search.contactId ? [ofContact(add(search.contactId))] : []),
  ...(before ? [`(m.sent_at, m.placed) < (${add(before[0])}::timestamptz, ${add(before[1])}::bigint)`] : []),
];

/** A contact's own messages, and those of who is shown under it. */
const ofContact = (id: string): string => `m.contact_id = any(array(
  select k.id from inbox.contact k where k.id = ${id}::uuid or k.merged_into = ${id}::uuid))`;
