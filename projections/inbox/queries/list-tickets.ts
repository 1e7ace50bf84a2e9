import type { TicketCounts, TicketsAnswer, TicketsQuery } from '#contracts/http.ts';
import type { Viewer } from '#domain/ticket/visibility.ts';
import type { Queryable } from '../../tenant.ts';
import { cursorOf, instantPattern, nameOf, parameters, readCursor, uuidPattern } from './statement.ts';
import { type Filter, isTallied, tallyConditions, ticketConditions } from './ticket-filter.ts';
import { type TicketRecord, ticketColumns, ticketJoins, ticketView } from './ticket-view.ts';

export const ticketPageSize = 40;

type Around = { readonly list_count: number; readonly list_position: number };
type PageRow = (TicketRecord & Around) | ({ readonly id: null } & Around);

/**
 * A page of tickets, the last changed first, with how many there are in all and the position that the answer
 * shows. One statement. A cursor goes before a page number; a cursor that is not ours is the first page.
 */
export const listTickets = async (
  db: Queryable,
  viewer: Viewer,
  query: TicketsQuery,
): Promise<TicketsAnswer> => {
  const { values, add } = parameters();
  const where = [...ticketConditions(viewer, query, db.companyId, add)];
  const count = countExpression(db, viewer, query, { values, add });
  const after = readCursor(query.cursor, [instantPattern, uuidPattern]);
  if (after) where.push(`(t.updated_at, t.id) < (${add(after[0])}::timestamptz, ${add(after[1])}::uuid)`);
  const page = after ? 1 : (query.pageNumber ?? 1);
  const offset = page > 1 ? `offset ${add((page - 1) * ticketPageSize)}` : '';
  const text = `
    select ${ticketColumns}, around.list_count, around.list_position
    from (select (${count})::int as list_count,
                 (select position from projection.checkpoint where name = 'inbox') as list_position) around
    left join (
      select * from inbox.ticket t where ${where.join(' and ')}
      order by t.updated_at desc, t.id desc limit ${ticketPageSize + 1} ${offset}
    ) t on true ${ticketJoins}
    order by t.updated_at desc, t.id desc`;
  const rows = await db.query<PageRow>(nameOf('tickets', text), text, values);
  const found = rows.filter((row): row is TicketRecord & Around => row.id !== null);
  const tickets = found.slice(0, ticketPageSize).map(ticketView);
  const hasMore = found.length > ticketPageSize;
  const last = tickets.at(-1);
  return {
    tickets,
    hasMore,
    count: rows[0]?.list_count ?? 0,
    nextCursor: hasMore && last ? cursorOf(last.updatedAt, last.id) : null,
    position: rows[0]?.list_position ?? 0,
  };
};

const countExpression = (
  db: Queryable,
  viewer: Viewer,
  filter: Filter,
  { add }: ReturnType<typeof parameters>,
): string => {
  if (!isTallied(filter))
    return `select count(*) from inbox.ticket t where ${ticketConditions(viewer, filter, db.companyId, add).join(' and ')}`;
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
  query: TicketsQuery,
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
