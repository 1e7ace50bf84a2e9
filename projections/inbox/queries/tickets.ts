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

const ownContacts = `
  select t.id, t.contact_id as "contactId" from inbox.ticket t where t.company_id = $1 and t.id = any($2::uuid[])`;

/** Whose tickets are, by the tickets' ids: who is written to there, also where somebody else is shown. */
export const contactsOfTickets = async (
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.query<{ id: string; contactId: string }>('contacts_of_tickets', ownContacts, [
    ...[db.companyId, ids],
  ]);
  return new Map(rows.map(({ id, contactId }) => [id, contactId]));
};

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
  /** Changed since, oldest change first, whoever may see them. */
  readonly tickets: readonly TicketView[];
  /** Those deleted since. */
  readonly deleted: readonly { readonly id: string; readonly position: number }[];
  /** All changes after this position are told: the one asked for, or a later one when there were too many. */
  readonly from: number;
};

const changedSince = `
  select ${ticketColumns} from inbox.ticket t ${ticketJoins}
  where t.company_id = $1 and t.position > $2 order by t.position desc limit $3`;
const deletedSince = `
  select id, position from inbox.deleted_ticket
  where company_id = $1 and position > $2 order by position desc limit $3`;

/**
 * What screens that know everything up to `position` have missed, the newest changes up to `limit`, for whoever
 * checks sight itself. A renamed contact or queue is no change of a ticket: see `namesChangedSince`.
 */
export const ticketsChangedSince = async (
  db: Queryable,
  position: number,
  limit: number,
): Promise<ChangedTickets> => {
  const values = [db.companyId, position, limit + 1];
  const [changed, deleted] = await Promise.all([
    db.query<TicketRecord>('tickets_changed', changedSince, values),
    db.query<{ id: string; position: number }>('tickets_deleted', deletedSince, values),
  ]);
  return {
    tickets: changed.slice(0, limit).toReversed().map(ticketView),
    deleted: deleted.slice(0, limit).toReversed(),
    from: Math.max(position, changed[limit]?.position ?? 0, deleted[limit]?.position ?? 0),
  };
};
