import type { TicketView } from '#contracts/views.ts';
import { canSee, type Viewer } from '#domain/ticket/visibility.ts';
import type { Queryable } from '../../tenant.ts';
import { type TicketRecord, ticketColumns, ticketJoins, ticketView } from './ticket-view.ts';

const byIds = `
  select ${ticketColumns} from inbox.ticket t ${ticketJoins}
  where t.company_id = $1 and t.id = any($2::uuid[])`;

/** Tickets by their ids, in no order; those that are not there are left out. For whoever checks sight itself. */
export const ticketsByIds = async (db: Queryable, ids: readonly string[]): Promise<readonly TicketView[]> =>
  (await db.query<TicketRecord>('tickets_by_ids', byIds, [db.companyId, ids])).map(ticketView);

/** What somebody who asks for one ticket gets: it, that they may not see it, or nothing. */
export type FoundTicket =
  | { readonly found: 'ticket'; readonly ticket: TicketView }
  | { readonly found: 'hidden' }
  | { readonly found: 'none' };

export const findTicket = async (db: Queryable, viewer: Viewer, id: string): Promise<FoundTicket> => {
  const [ticket] = await ticketsByIds(db, [id]);
  if (!ticket) return { found: 'none' };
  return canSee(viewer, ticket) ? { found: 'ticket', ticket } : { found: 'hidden' };
};

/** A ticket that this viewer may see; undefined when there is none, or it is not for these eyes. */
export const ticketById = async (
  db: Queryable,
  viewer: Viewer,
  id: string,
): Promise<TicketView | undefined> => {
  const answer = await findTicket(db, viewer, id);
  return answer.found === 'ticket' ? answer.ticket : undefined;
};

export type ChangedTickets = {
  /** Changed since, oldest change first, those in sight. */
  readonly tickets: readonly TicketView[];
  /** Ids of those changed since that are deleted or out of sight now. */
  readonly gone: readonly string[];
  /** There were more changes than the limit: load anew. */
  readonly more: boolean;
};

const changedSince = `
  select ${ticketColumns} from inbox.ticket t ${ticketJoins}
  where t.company_id = $1 and t.position > $2 order by t.position limit $3`;
const deletedSince = `
  select id from inbox.deleted_ticket where company_id = $1 and position > $2 order by position limit $3`;

/** What a screen that knows everything up to `position` has missed. A renamed contact or queue is no change of a ticket: see `namesChangedSince`. */
export const ticketsChangedSince = async (
  db: Queryable,
  viewer: Viewer,
  position: number,
  limit: number,
): Promise<ChangedTickets> => {
  const values = [db.companyId, position, limit + 1];
  const [changed, deleted] = await Promise.all([
    db.query<TicketRecord>('tickets_changed', changedSince, values),
    db.query<{ id: string }>('tickets_deleted', deletedSince, values),
  ]);
  const views = changed.slice(0, limit).map(ticketView);
  const hidden = views.filter(ticket => !canSee(viewer, ticket));
  return {
    tickets: views.filter(ticket => canSee(viewer, ticket)),
    gone: [...hidden, ...deleted].map(({ id }) => id),
    more: changed.length > limit || deleted.length > limit,
  };
};
