import { nameOf } from '../../inbox/queries/statement.ts';
import type { Queryable } from '../../tenant.ts';
import { type StatusAt, type TicketAt, ticketRowsAt } from './at-instant.ts';
import { asked } from './scope.ts';

/** How a ticket stood at an instant. */
export type Standing = Pick<TicketAt, 'status' | 'queueId' | 'userId'>;
/** `came`: was not going on, and is; `went`: was, and is no more; `moved`: stands elsewhere, or with somebody else. */
export type TicketChange = Pick<TicketAt, 'ticketId' | 'contactId' | 'connectionId'> & {
  readonly change: 'came' | 'went' | 'moved';
  readonly before: Standing | null;
  readonly after: Standing | null;
};
export type Difference = {
  /** At most as many of each kind as were asked for. */
  readonly changes: readonly TicketChange[];
  readonly counts: Readonly<Record<TicketChange['change'], number>>;
};

type Row = Pick<TicketChange, 'ticketId' | 'contactId' | 'connectionId' | 'change'> & {
  readonly count: number;
  readonly fromStatus: StatusAt | null;
  readonly fromQueueId: string | null;
  readonly fromUserId: string | null;
  readonly toStatus: StatusAt | null;
  readonly toQueueId: string | null;
  readonly toUserId: string | null;
};

/** What is not as it was between two instants (ISO), the longest there first: what came and went in between is neither. */
export const differenceOf = async (
  db: Queryable,
  { from, at, most }: { readonly from: string; readonly at: string; readonly most: number },
): Promise<Difference> => {
  const { values, add } = asked(db);
  const text = `
    with b as (${ticketRowsAt(from, {}, add)}), a as (${ticketRowsAt(at, {}, add)}),
    changed as (
      select "ticketId", coalesce(a."contactId", b."contactId") as "contactId",
        coalesce(a."connectionId", b."connectionId") as "connectionId",
        case when b.id is null then 'came' when a.id is null then 'went' else 'moved' end as change,
        b.status as "fromStatus", b."queueId" as "fromQueueId", b."userId" as "fromUserId",
        a.status as "toStatus", a."queueId" as "toQueueId", a."userId" as "toUserId",
        coalesce(b.since, a.since) as since
      from b full join a using ("ticketId")
      where b.id is null or a.id is null
        or (a.status, a."queueId", a."userId") is distinct from (b.status, b."queueId", b."userId")),
    placed as (
      select *, row_number() over (partition by change order by since, "ticketId") as place,
        count(*) over (partition by change)::int as count from changed)
    select "ticketId", "contactId", "connectionId", change, count, "fromStatus", "fromQueueId", "fromUserId",
      "toStatus", "toQueueId", "toUserId"
    from placed where place <= ${add(most)} order by change, place`;
  const rows = await db.query<Row>(nameOf('difference', text), text, values);
  const countOf = (change: Row['change']) => rows.find(row => row.change === change)?.count ?? 0;
  return {
    changes: rows.map(({ ticketId, contactId, connectionId, change, ...row }) => ({
      ...{ ticketId, contactId, connectionId, change },
      before: standing(row.fromStatus, row.fromQueueId, row.fromUserId),
      after: standing(row.toStatus, row.toQueueId, row.toUserId),
    })),
    counts: { came: countOf('came'), went: countOf('went'), moved: countOf('moved') },
  };
};

const standing = (status: StatusAt | null, queueId: string | null, userId: string | null): Standing | null =>
  status === null ? null : { status, queueId, userId };
