import type { PastList, PastOverview, PastTickets } from '#contracts/replay.ts';
import { boundsOfDay, dayOf } from '#domain/shared/calendar.ts';
import { thereAt } from '#projections/audit/queries/past.ts';
import { countsAt, ticketsAt } from '#projections/dashboard/queries/at-instant.ts';
import { closedUpTo, countClosed } from '#projections/dashboard/queries/closed-at.ts';
import { labels } from '#projections/dashboard/queries/labels.ts';
import { knownUsers } from '#projections/inbox/queries/known-users.ts';
import type { Queryable } from '#projections/tenant.ts';
import { placeShown, readPastNames, wantedBy } from './past-names.ts';

type Asked = { readonly at: string; readonly zone: string };

/** The company's day up to an instant. */
const dayUpTo = ({ at, zone }: Asked) => ({
  from: boundsOfDay(dayOf(new Date(at), zone), zone).from.toISOString(),
  at,
});

/** The counters of an instant, by queue and by attendant: each a sum of the same rows. */
export const readPastOverview = async (db: Queryable, asked: Asked): Promise<PastOverview> => {
  const day = dayUpTo(asked);
  const [standing, closed, queues, users, there] = await Promise.all([
    countsAt(db, asked.at),
    countClosed(db, day),
    labels(db, 'queue'),
    knownUsers(db),
    thereAt(db, asked.at),
  ]);
  const waiting = standing.filter(({ status }) => status !== 'open');
  const attending = standing.filter(({ status }) => status === 'open');
  const of = (key: 'queueId' | 'userId', id: string | null) => {
    const own = (rows: readonly Counted[]) => total(rows.filter(row => row[key] === id));
    return { waiting: own(waiting), attending: own(attending), closed: own(closed) };
  };
  const byQueue = [...queues, null].map(queue => ({ queue, ...of('queueId', queue?.id ?? null) }));
  const byUser = users.map(({ id, name, removed }) => {
    const { attending, closed } = of('userId', id);
    return { user: { id, name, ...(removed ? { removed } : {}) }, attending, closed };
  });
  return {
    ...{ ...asked, from: day.from },
    counters: {
      waiting: total(waiting),
      menu: total(waiting.filter(({ status }) => status === 'menu')),
      ...{ attending: total(attending), closed: total(closed) },
    },
    queues: byQueue.filter(
      row => (row.queue && there.has(row.queue.id)) || row.waiting + row.attending + row.closed > 0,
    ),
    attendants: byUser.filter(row => there.has(row.user.id) || row.attending + row.closed > 0),
  };
};

type Counted = {
  readonly queueId: string | null;
  readonly userId: string | null;
  readonly count: number;
};
const total = (rows: readonly Pick<Counted, 'count'>[]): number =>
  rows.reduce((sum, { count }) => sum + count, 0);

type Lists = Asked & {
  readonly list: PastList;
  readonly queueId?: string | undefined;
  readonly userId?: string | undefined;
  readonly cursor?: string | undefined;
};

/** A page of one of an instant's lists. */
export const readPastTickets = async (db: Queryable, asked: Lists): Promise<PastTickets> => {
  const { tickets, next } = await pageOf(db, asked);
  const names = await readPastNames(db, wantedBy(tickets, asked.at));
  return {
    tickets: tickets.map(ticket => ({
      ...placeShown(ticket, names),
      ...{ status: ticket.status, since: ticket.since },
      ...{ customerSince: ticket.customerSince, became: ticket.became },
    })),
    nextCursor: next,
  };
};

const pageOf = async (db: Queryable, { list, queueId, userId, cursor: after, ...asked }: Lists) => {
  const narrowed = { queueId, userId, after };
  if (list !== 'closed') {
    const only = list === 'waiting' ? ('waiting' as const) : ('open' as const);
    const { tickets, next } = await ticketsAt(db, asked.at, { ...narrowed, only });
    return { tickets: tickets.map(ticket => ({ ...ticket, became: null })), next };
  }
  const { tickets, next } = await closedUpTo(db, dayUpTo(asked), narrowed);
  const closed = { status: 'closed' as const, customerSince: null };
  return { tickets: tickets.map(ticket => ({ ...ticket, ...closed })), next };
};
