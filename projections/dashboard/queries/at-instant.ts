import { type StandingMetric, standingMetrics } from '#domain/dashboard/metrics.ts';
import {
  cursorOf,
  instantPattern,
  nameOf,
  type Parameters,
  readCursor,
  uuidPattern,
} from '../../inbox/queries/statement.ts';
import type { Queryable } from '../../tenant.ts';
import { asked, type Narrowed } from './scope.ts';
import { rowsAt, standing, standingKey } from './standing.ts';
import { customerWaitedSince } from './whole-wait.ts';

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
/** `customerSince`: since when its customer had been waiting for an answer, whatever queue it was in; null where not. */
export type ListedAt = TicketAt & { readonly customerSince: string | null };

export type AtFilter = Narrowed & {
  /** Those that waited, in queues and in the menu, or those that were attended to; both when left out. */
  readonly only?: 'waiting' | 'open' | undefined;
};
export type AtPage = { readonly limit?: number | undefined; readonly after?: string | undefined };
export type TicketsAt = {
  readonly tickets: readonly ListedAt[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
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
  const rows = ticketRowsAt(at, filter, add);
  const begin = readCursor(after, [instantPattern, uuidPattern]);
  const from = begin ? `where (since, id) > (${add(begin[0])}::timestamptz, ${add(begin[1])}::uuid)` : '';
  const waited = customerWaitedSince('s."episodeId"', `${add(at)}::timestamptz`);
  const text = `select s.*, ${waited} as "customerSince" from (${rows}) s ${from}
    order by since, id limit ${add(limit + 1)}`;
  const found = await db.query<ListedAt & { readonly id: string }>(nameOf('tickets_at', text), text, values);
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
    from (${ticketRowsAt(at, filter, add)}) s group by 1, 2, 3`;
  return db.query<CountAt>(nameOf('counts_at', text), text, values);
};

/** How many of those waited, in queues and in the menu, and how many were attended to. */
export const totalsOf = (counts: readonly CountAt[]): { readonly pending: number; readonly open: number } => {
  const open = sumOf(counts.filter(({ status }) => status === 'open'));
  return { pending: sumOf(counts) - open, open };
};

const sumOf = (counts: readonly CountAt[]): number => counts.reduce((sum, { count }) => sum + count, 0);

/** `select` of the tickets that were going on at an instant, by the columns of `TicketAt` and the span's `id`. */
export const ticketRowsAt = (at: string, { only, ...scope }: AtFilter, add: Parameters['add']): string => {
  const metrics = { waiting: ['pending'], open: ['attending'] } as const;
  return (only ? metrics[only] : standingMetrics)
    .map(metric => rowsAt({ metric, at, scope }, { add }, columnsOf(metric)))
    .join(' union all ');
};

const columnsOf = (metric: StandingMetric): string => {
  const status = metric === 'pending' ? `case when f.in_menu then 'menu' else 'pending' end` : `'open'`;
  return `f.id, f.ticket_id as "ticketId", f.episode_id as "episodeId", f.contact_id as "contactId",
        f.connection_id as "connectionId", f.queue_id as "queueId", ${standingKey(metric, 'user')} as "userId",
        ${status} as status, f.${standing[metric].since} as since`;
};
