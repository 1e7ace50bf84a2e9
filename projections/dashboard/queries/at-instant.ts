import {
  cursorOf,
  instantPattern,
  nameOf,
  type Parameters,
  readCursor,
  uuidPattern,
} from '../../inbox/queries/statement.ts';
import type { Queryable } from '../../tenant.ts';
import { lasted, spanLengths } from '../span-lengths.ts';
import { asked } from './scope.ts';

/** `menu`: it waits for its contact to choose; `pending`: for somebody to accept it. */
export type StatusAt = 'pending' | 'menu' | 'open';

/** A ticket that was going on at an instant, as it stood then. */
export type TicketAt = {
  readonly ticketId: string;
  readonly episodeId: string;
  readonly contactId: string;
  readonly connectionId: string;
  readonly queueId: string | null;
  /** Who had it then; of those that waited nobody. */
  readonly userId: string | null;
  readonly status: StatusAt;
  /** When it began to stand so, ISO. */
  readonly since: string;
};

export type AtFilter = {
  /** Those that waited, in queues and in the menu, or those that were attended to; both when left out. */
  readonly only?: 'waiting' | 'open' | undefined;
  readonly queueId?: string | undefined;
  readonly userId?: string | undefined;
};
export type AtPage = { readonly limit?: number | undefined; readonly after?: string | undefined };
export type TicketsAt = {
  readonly tickets: readonly TicketAt[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
};

type Spans = {
  readonly table: string;
  readonly begin: string;
  readonly end: string;
  readonly status: string;
  readonly user: string;
};
const stays: Spans = {
  ...{ table: 'queue_stay', begin: 'entered_at', end: 'left_at', user: 'null::uuid' },
  status: `case when f.in_menu then 'menu' else 'pending' end`,
};
const handlings: Spans = {
  ...{ table: 'handling', begin: 'started_at', end: 'ended_at', user: 'f.user_id' },
  status: `'open'`,
};

/**
 * The tickets that were going on at an instant (ISO), those that had stood so for the longest first: what happened at
 * the instant itself has happened. Groups are none of them. A cursor that is not ours is the beginning.
 */
export const ticketsAt = async (
  db: Queryable,
  at: string,
  { limit = 50, after, ...filter }: AtFilter & AtPage = {},
): Promise<TicketsAt> => {
  const { values, add } = asked(db);
  const rows = rowsAt(add(at), filter, add);
  const begin = readCursor(after, [instantPattern, uuidPattern]);
  const from = begin ? `where (since, id) > (${add(begin[0])}::timestamptz, ${add(begin[1])}::uuid)` : '';
  const text = `select * from (${rows}) s ${from} order by since, id limit ${add(limit + 1)}`;
  const found = await db.query<TicketAt & { readonly id: string }>(nameOf('tickets_at', text), text, values);
  const last = found[limit - 1];
  return {
    tickets: found.slice(0, limit).map(({ id: _, ...ticket }) => ticket),
    next: found.length > limit && last ? cursorOf(last.since, last.id) : null,
  };
};

export type CountAt = Pick<TicketAt, 'status' | 'queueId' | 'userId'> & { readonly count: number };

/** How many tickets stood where at an instant (ISO): counters and tables of the instant are sums of this. */
export const countsAt = (db: Queryable, at: string, filter: AtFilter = {}): Promise<readonly CountAt[]> => {
  const { values, add } = asked(db);
  const text = `select status, "queueId", "userId", count(*)::int as count
    from (${rowsAt(add(at), filter, add)}) s group by 1, 2, 3`;
  return db.query<CountAt>(nameOf('counts_at', text), text, values);
};

const rowsAt = (at: string, { only, queueId, userId }: AtFilter, add: Parameters['add']): string => {
  const inQueue = queueId ? [`f.queue_id = ${add(queueId)}::uuid`] : [];
  const waiting = () => spansAt(stays, at, userId ? ['false'] : inQueue);
  const open = () =>
    spansAt(handlings, at, userId ? [...inQueue, `f.user_id = ${add(userId)}::uuid`] : inQueue);
  if (only) return only === 'open' ? open() : waiting();
  return `${waiting()} union all ${open()}`;
};

/** What goes on still, and what is over by how long it lasted: each by an index of its own. */
const spansAt = (spans: Spans, at: string, narrowed: readonly string[]): string => {
  const { table, begin, end, status, user } = spans;
  const moment = `${at}::timestamptz`;
  const over = spanLengths.map(length => {
    const [, atMostMs] = length;
    const began = atMostMs === null ? [] : [`f.${begin} > ${moment} - interval '${atMostMs} ms'`];
    return [lasted(length, 'f.'), `f.${end} > ${moment}`, ...began];
  });
  return [[`f.${end} is null`], ...over]
    .map(
      conditions => `select f.id, f.ticket_id as "ticketId", f.episode_id as "episodeId",
        f.contact_id as "contactId", f.connection_id as "connectionId", f.queue_id as "queueId",
        ${user} as "userId", ${status} as status, f.${begin} as since
      from dashboard.${table} f where f.company_id = $1
        and ${[`f.${begin} <= ${moment}`, ...conditions, ...narrowed].join(' and ')}`,
    )
    .join(' union all ');
};
