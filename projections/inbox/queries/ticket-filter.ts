import type { TicketsQuery } from '#contracts/http.ts';
import { may } from '#domain/access/may.ts';
import { timeZone } from '#domain/shared/calendar.ts';
import { listScope, type Viewer } from '#domain/ticket/visibility.ts';
import { nobody } from '../ticket-tables.ts';
import type { Parameters } from './statement.ts';

export type Filter = Omit<TicketsQuery, 'pageNumber' | 'cursor'>;

/** The columns that say where a ticket stands, in the ticket table and in the tally. */
type Standing = {
  /** Whether it is in one of these queues, or in none. */
  readonly inQueues: (ids: string) => string;
  readonly user: string;
  readonly isGroup: string;
};
const inTicket: Standing = {
  inQueues: ids => `(t.queue_id = any(${ids}::uuid[]) or t.queue_id is null)`,
  user: 't.user_id',
  isGroup: 't.is_group',
};
const inTally: Standing = {
  inQueues: ids => `t.queue_id = any(${ids}::uuid[])`,
  user: 't.user_id',
  isGroup: `t.kind = 'group'`,
};

/** Whether a viewer may look beyond what is assigned to them. */
export const seesAllOpen = (viewer: Viewer, filter: Filter): boolean =>
  may(viewer, 'ticket.listAll') && filter.showAll === true;

/**
 * What a list shows, as conditions on `inbox.ticket t`, but for the words searched: core specification, sections 2, 4 and 6. Open tickets are
 * one's own unless an administrator asks for all; the chosen queues let tickets without a queue through.
 */
export const ticketConditions = (
  viewer: Viewer,
  filter: Filter,
  companyId: string,
  add: Parameters['add'],
): readonly string[] => [
  ...standingConditions(viewer, filter, inTicket, add),
  ...besideStanding(filter, companyId, add),
];

/** Those of them that ask nothing of status, queue, user and sight. */
export const besideStanding = (
  filter: Filter,
  companyId: string,
  add: Parameters['add'],
): readonly string[] => [
  `t.company_id = ${add(companyId)}`,
  ...(filter.withUnreadMessages ? ['t.unread > 0'] : []),
  ...(filter.contactId ? [ofContact(add(filter.contactId))] : []),
  ...(filter.tags && filter.tags.length > 0 ? [tagged(add(filter.tags))] : []),
  ...(filter.date ? createdOn(add(filter.date)) : []),
  ...(filter.updatedAt ? updatedOn(add(filter.updatedAt)) : []),
];

/** Whether the tally knows how many tickets a filter lets through. */
export const isTallied = (filter: Filter): boolean =>
  !filter.contactId &&
  !filter.date &&
  !filter.updatedAt &&
  !filter.searchParam?.trim() &&
  !filter.tags?.length;

/** The same conditions on `inbox.ticket_tally t`, for filters that `isTallied`. */
export const tallyConditions = (
  viewer: Viewer,
  filter: Filter,
  companyId: string,
  add: Parameters['add'],
): readonly string[] => [
  `t.company_id = ${add(companyId)}`,
  ...standingConditions(viewer, filter, inTally, add),
];

const standingConditions = (
  viewer: Viewer,
  filter: Filter,
  at: Standing,
  add: Parameters['add'],
): readonly string[] => [
  ...(filter.status ? [`t.status = ${add(filter.status)}`] : []),
  ...(filter.status === 'open' && !seesAllOpen(viewer, filter) ? [`${at.user} = ${add(viewer.userId)}`] : []),
  ...visible(viewer, filter, at, add),
  ...(filter.queueIds && filter.queueIds.length > 0 ? [at.inQueues(add([...filter.queueIds, nobody]))] : []),
  ...(filter.users && filter.users.length > 0 ? [`${at.user} = any(${add(filter.users)}::uuid[])`] : []),
];

/** `canSee` of the domain, as SQL; left out where the status alone decides. */
const visible = (viewer: Viewer, filter: Filter, at: Standing, add: Parameters['add']): readonly string[] => {
  const scope = listScope(viewer);
  if (scope.kind === 'all' || filter.status === 'closed' || filter.status === 'open') return [];
  const queues = add([...scope.queueIds, nobody]);
  const mine = add(scope.userId);
  const closed = filter.status ? '' : ` or t.status = 'closed'`;
  return [`(${at.inQueues(queues)} or ${at.isGroup} or ${at.user} = ${mine}${closed})`];
};

/** In one of these queues, or in none. */
export const inQueues = (queueIds: readonly string[], add: Parameters['add']): string =>
  inTicket.inQueues(add(queueIds));

/** What of these a filter asks of queue and sight alone. */
export const ofQueueAndSight = (
  viewer: Viewer,
  filter: Filter,
  add: Parameters['add'],
): readonly string[] => [
  ...visible(viewer, filter, inTicket, add),
  ...(filter.queueIds && filter.queueIds.length > 0 ? [inQueues(filter.queueIds, add)] : []),
];

/** `canSee` of the domain, as conditions on `inbox.ticket t` of any status. */
export const inSight = (viewer: Viewer, add: Parameters['add']): readonly string[] =>
  visible(viewer, {}, inTicket, add);

const day = (column: string, date: string): readonly string[] => [
  `${column} >= (${date}::date)::timestamp at time zone '${timeZone}'`,
  `${column} < (${date}::date + 1)::timestamp at time zone '${timeZone}'`,
];

/** With any of these tags. */
export const tagged = (ids: string): string => `t.tag_ids && ${ids}::uuid[]`;

/** `date` names a day in SQL. */
export const createdOn = (date: string): readonly string[] => day('t.created_at', date);

/** Likewise. */
export const updatedOn = (date: string): readonly string[] => day('t.updated_at', date);

/** A contact's own tickets, and those of who is shown under it; `id` names the contact in SQL. */
export const ofContact = (id: string): string => `t.contact_id = any(array(
  select k.id from inbox.contact k where k.id = ${id}::uuid or k.merged_into = ${id}::uuid))`;
