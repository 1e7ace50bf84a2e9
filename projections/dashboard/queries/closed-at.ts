import { cursorOf, instantPattern, nameOf, readCursor, uuidPattern } from '../../inbox/queries/statement.ts';
import type { Queryable } from '../../tenant.ts';
import type { AtPage } from './at-instant.ts';
import { asked } from './scope.ts';

/** A closing: the ticket as it stood when it was closed, and what had become of it. */
export type ClosedTicket = {
  readonly ticketId: string;
  readonly contactId: string;
  readonly connectionId: string;
  readonly queueId: string | null;
  /** Who closed it; null where a machine did. */
  readonly userId: string | null;
  /** When, ISO. */
  readonly since: string;
  /** What had become of the ticket by the instant; null where it stood closed. */
  readonly became: 'reopened' | 'deleted' | null;
};

/** From the first instant on, up to the second and including it: what happened at an instant has happened then. */
export type UpTo = { readonly from: string; readonly at: string };
type Filter = { readonly queueId?: string | undefined; readonly userId?: string | undefined };

const closings = ({ from, at }: UpTo, { queueId, userId }: Filter, add: (value: unknown) => string): string =>
  [
    `from dashboard.episode f where f.company_id = $1 and f.closing <> 'deleted'`,
    `f.closed_at >= ${add(from)}::timestamptz and f.closed_at <= ${add(at)}::timestamptz`,
    ...(queueId ? [`f.queue_id = ${add(queueId)}::uuid`] : []),
    ...(userId ? [`f.closer_id = ${add(userId)}::uuid`] : []),
  ].join(' and ');

/** The closings between two instants, the newest first; one that was reopened and closed again stands there twice. */
export const closedUpTo = async (
  db: Queryable,
  span: UpTo,
  { limit = 50, after, ...filter }: Filter & AtPage = {},
): Promise<{ readonly tickets: readonly ClosedTicket[]; readonly next: string | null }> => {
  const { values, add } = asked(db);
  const rows = closings(span, filter, add);
  const end = readCursor(after, [instantPattern, uuidPattern]);
  const from = end ? `and (f.closed_at, f.id) < (${add(end[0])}::timestamptz, ${add(end[1])}::uuid)` : '';
  const text = `select f.id, f.ticket_id as "ticketId", f.contact_id as "contactId",
      f.connection_id as "connectionId", f.queue_id as "queueId", f.closer_id as "userId", f.closed_at as since,
      ${becameBy(add(span.at))} as became
    ${rows} ${from} order by f.closed_at desc, f.id desc limit ${add(limit + 1)}`;
  const found = await db.query<ClosedTicket & { id: string }>(nameOf('closed_up_to', text), text, values);
  const last = found[limit - 1];
  return {
    tickets: found.slice(0, limit).map(({ id: _, ...ticket }) => ticket),
    next: found.length > limit && last ? cursorOf(last.since, last.id) : null,
  };
};

const becameBy = (at: string): string => `case
        when exists (select 1 from dashboard.attendance a where a.company_id = $1 and a.id = f.ticket_id
          and a.deleted_at <= ${at}::timestamptz) then 'deleted'
        when exists (select 1 from dashboard.episode n where n.company_id = $1 and n.ticket_id = f.ticket_id
          and n.opened_at <= ${at}::timestamptz and n.position > f.position and n.id <> f.id) then 'reopened' end`;

/** How many of them by queue and by who closed. */
export const countClosed = (
  db: Queryable,
  span: UpTo,
): Promise<readonly (Pick<ClosedTicket, 'queueId' | 'userId'> & { readonly count: number })[]> => {
  const { values, add } = asked(db);
  const text = `select f.queue_id as "queueId", f.closer_id as "userId", count(*)::int as count
    ${closings(span, {}, add)} group by 1, 2`;
  return db.query(nameOf('closed_counts', text), text, values);
};
