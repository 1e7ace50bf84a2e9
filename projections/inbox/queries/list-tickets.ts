import type { TicketCounts, TicketsAnswer } from '#contracts/http.ts';
import type { Viewer } from '#domain/ticket/visibility.ts';
import { doneUpTo } from '#eventstore/follow/sure-position.ts';
import type { Queryable } from '../../tenant.ts';
import { commonInTicket, walkAtMost } from './search-tickets.ts';
import {
  cursorOf,
  instantPattern,
  nameOf,
  type Parameters,
  parameters,
  readCursor,
  uuidPattern,
} from './statement.ts';
import {
  besideStanding,
  type Filter,
  isTallied,
  type ListQuery,
  tallyConditions,
  ticketConditions,
} from './ticket-filter.ts';
import { type TicketSource, ticketSource } from './ticket-source.ts';
import { type TicketRecord, ticketColumns, ticketJoins, ticketView } from './ticket-view.ts';

export const ticketPageSize = 40;

/**
 * Where the tally does not know how many there are (words, contact, day, tags), they are counted up to so many: this
 * many says that many or more.
 */
export const ticketCountCap = 1_000;

type Around = { readonly list_count: number; readonly list_position: number };
type PageRow = (TicketRecord & Around) | ({ readonly id: null } & Around);

/**
 * A page of tickets, those first that were written in last, with how many there are in all and the position that the answer
 * shows. A cursor goes before a page number; a cursor that is not ours is the first page. Words that are everywhere
 * are looked for in a bounded number of tickets: such a page may be short and lead on.
 */
export const listTickets = async (
  db: Queryable,
  viewer: Viewer,
  query: ListQuery,
): Promise<TicketsAnswer> => {
  const source = await ticketSource(db, viewer, query);
  const asked: Asked = { db, viewer, query, after: readCursor(query.cursor, [instantPattern, uuidPattern]) };
  const page = asked.after ? 1 : (query.pageNumber ?? 1);
  const planned = source.kind === 'these' ? planAnew(db) : undefined;
  const [rows] = await Promise.all([pageRows(asked, source, (page - 1) * ticketPageSize), planned]);
  const found = rows.filter((row): row is TicketRecord & Around => row.id !== null);
  const tickets = found.slice(0, ticketPageSize).map(ticketView);
  const last = tickets.at(-1);
  const full = found.length > ticketPageSize && last ? cursorOf(last.activeAt, last.id) : null;
  const nextCursor = full ?? (source.kind === 'common' ? await endOfWalk(asked) : null);
  const known = rows[0]?.list_count ?? 0;
  const upToHere = (page - 1) * ticketPageSize + tickets.length;
  return {
    tickets,
    hasMore: nextCursor !== null,
    count: source.kind === 'common' ? (nextCursor ? Math.max(ticketCountCap, upToHere) : upToHere) : known,
    nextCursor,
    position: rows[0]?.list_position ?? 0,
  };
};

/**
 * From here to its end a transaction's statements are planned for their values: of a queue or a day without them
 * Postgres can only think that it has its share of all, and would read everything.
 */
const planAnew = (db: Queryable) =>
  db.query('plan_anew', 'set local plan_cache_mode = force_custom_plan', []);

type Asked = {
  readonly db: Queryable;
  readonly viewer: Viewer;
  readonly query: ListQuery;
  readonly after: readonly string[] | undefined;
};
type Add = Parameters['add'];

/** One statement: the page's ids from indexes alone where that can be, and only those tickets with all they show. */
const pageRows = ({ db, viewer, query, after }: Asked, source: TicketSource, skipped: number) => {
  const { values, add } = parameters();
  const sought = source.kind === 'these' ? `with sought as materialized (${source.ids(add)})` : '';
  const conditions =
    source.kind === 'ways'
      ? besideStanding(query, db.companyId, add)
      : ticketConditions(viewer, query, db.companyId, add);
  const where = [...conditions, ...(after ? [beyond(after, add)] : [])].join(' and ');
  const depth = skipped > 0 ? `offset ${add(skipped)}` : '';
  const from =
    source.kind === 'these'
      ? 'sought s cross join lateral (select * from inbox.ticket o where o.id = s.id offset 0) t'
      : 'inbox.ticket t';
  const walk = `select t.* from ${from} where ${where} ${newestFirst} limit ${walkAtMost}`;
  const candidates = (): string => {
    if (source.kind === 'common') return `(${walk}) t where ${commonInTicket(source.words, add)}`;
    if (source.kind !== 'ways') return `${from} where ${where}`;
    const enough = add(skipped + ticketPageSize + 1);
    const part = (way: string) =>
      `(select t.id, t.active_at from ${from} where ${where} and ${way} ${newestFirst} limit ${enough})`;
    return `(${source.ways(add).map(part).join(' union all ')}) t`;
  };
  const text = `${sought}
    select ${ticketColumns}, around.list_count, around.list_position
    from (select (${counted(db, viewer, query, { source, from, conditions, add })})::int as list_count,
                 (select ${doneUpTo} from projection.checkpoint where name = 'inbox') as list_position) around
    left join (
      select t.id from ${candidates()}
      ${newestFirst} limit ${ticketPageSize + 1} ${depth}
    ) page on true
    left join inbox.ticket t on t.id = page.id ${ticketJoins}
    ${newestFirst}`;
  return db.query<PageRow>(nameOf('tickets', text), text, values);
};

const newestFirst = 'order by t.active_at desc, t.id desc';
const beyond = ([activeAt, id]: readonly string[], add: Add): string =>
  `(t.active_at, t.id) < (${add(activeAt)}::timestamptz, ${add(id)}::uuid)`;

/** Where the walk over a common word came to; null when there are no more tickets. */
const endOfWalk = async ({ db, viewer, query, after }: Asked): Promise<string | null> => {
  const { values, add } = parameters();
  const where = [
    ...ticketConditions(viewer, query, db.companyId, add),
    ...(after ? [beyond(after, add)] : []),
  ];
  const text = `
    select t.id, t.active_at from inbox.ticket t where ${where.join(' and ')}
    ${newestFirst} limit 2 offset ${walkAtMost - 1}`;
  const name = nameOf('tickets_end', text);
  const [last, next] = await db.query<{ id: string; active_at: string }>(name, text, values);
  return last && next ? cursorOf(last.active_at, last.id) : null;
};

type Counting = {
  readonly source: TicketSource;
  readonly from: string;
  readonly conditions: readonly string[];
  readonly add: Add;
};

const counted = (
  db: Queryable,
  viewer: Viewer,
  filter: Filter,
  { source, from, conditions, add }: Counting,
) => {
  if (source.kind === 'common') return '0';
  if (!isTallied(filter))
    return `select count(*) from (select from ${from} where ${conditions.join(' and ')} limit ${ticketCountCap})`;
  const column = filter.withUnreadMessages ? 't.unread' : 't.tickets';
  const where = tallyConditions(viewer, filter, db.companyId, add).join(' and ');
  return `select coalesce(sum(${column}), 0) from inbox.ticket_tally t where ${where}`;
};

/**
 * What the tabs' badges show: tickets one would find under each tab with these queues, users and show-all, and how
 * many of all these have something unread. Other filters do not count.
 */
export const countTickets = async (
  db: Queryable,
  viewer: Viewer,
  query: ListQuery,
): Promise<TicketCounts> => {
  const { values, add } = parameters();
  const { queueIds, users, showAll } = query;
  const of = (status: 'open' | 'pending' | 'groups') => {
    const filter = { queueIds, users, showAll, status } as Filter;
    return `(${tallyConditions(viewer, filter, db.companyId, add).join(' and ')})`;
  };
  const [open, pending, groups] = [of('open'), of('pending'), of('groups')];
  const sum = (column: string, condition: string) =>
    `coalesce(sum(t.${column}) filter (where ${condition}), 0)::int`;
  const text = `
    select ${sum('tickets', open)} as open, ${sum('tickets', pending)} as pending,
           ${sum('tickets', groups)} as groups, ${sum('unread', `${open} or ${pending} or ${groups}`)} as unread
    from inbox.ticket_tally t where t.company_id = ${add(db.companyId)} and t.status <> 'closed'`;
  const [counts] = await db.query<TicketCounts>(nameOf('ticket_counts', text), text, values);
  return counts ?? { open: 0, pending: 0, groups: 0, unread: 0 };
};
