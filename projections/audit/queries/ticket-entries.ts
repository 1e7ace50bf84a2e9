import type { AnyEventType } from '#domain/catalogue.ts';
import type { Actor } from '#domain/shared/event.ts';
import type { Queryable } from '../../tenant.ts';

/** What happened to a ticket: ids and words of the product alone. */
export type TicketEntry = {
  readonly id: string;
  readonly at: string;
  readonly position: number;
  readonly type: AnyEventType;
  readonly ticketId: string;
  readonly objectId: string | null;
  readonly actorKind: Actor['kind'];
  readonly actorId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
};

type Sought = {
  readonly ticketIds: readonly string[];
  readonly types: readonly AnyEventType[];
  readonly from: string;
  readonly until: string;
  /** The last one of the page before. */
  readonly after?: TicketEntry | undefined;
  readonly most: number;
};

const text = `select e.id, e.at, e.position::float8 as position, e.type, e.ticket_id as "ticketId",
    e.object_id as "objectId", e.actor_kind as "actorKind", e.actor_id as "actorId",
    coalesce(e.details, '{}') as details
  from audit.entry e
  where e.company_id = $1 and e.ticket_id = any($2::uuid[]) and e.type = any($3::text[])
    and e.at >= $4::timestamptz and e.at < $5::timestamptz
    and (e.ticket_id, e.at, e.position) > ($6::uuid, $7::timestamptz, $8::int8)
  order by e.ticket_id, e.at, e.position limit $9`;

/** Entries of some tickets in a period: a ticket after the other, each in the order in which it went. */
export const entriesOfTickets = (db: Queryable, sought: Sought): Promise<readonly TicketEntry[]> => {
  const { ticketIds, types, from, until, after, most } = sought;
  const place = [
    after?.ticketId ?? '00000000-0000-0000-0000-000000000000',
    after?.at ?? '-infinity',
    after?.position ?? 0,
  ];
  return db.query<TicketEntry>('ticket_entries', text, [
    ...[db.companyId, ticketIds, types, from, until],
    ...[...place, most],
  ]);
};
