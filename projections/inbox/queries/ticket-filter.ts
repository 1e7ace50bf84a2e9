import type { TicketsQuery } from '#contracts/http.ts';
import { may } from '#domain/access/may.ts';
import { boundsOfDay, defaultTimeZone } from '#domain/shared/calendar.ts';
import { earliestTime, latestTime } from '#domain/shared/time.ts';
import { listScope, type Viewer } from '#domain/ticket/visibility.ts';
import { nobody, notChosenYet } from '../ticket-tables.ts';
import type { Parameters } from './statement.ts';

export type Filter = Omit<TicketsQuery, 'pageNumber' | 'cursor'> & {
  /** Where the company's days begin and end. */
  readonly timeZone?: string | undefined;
};

/** A filter, and which page of what it lets through. */
export type ListQuery = Filter & Pick<TicketsQuery, 'pageNumber' | 'cursor'>;

/** The columns that say where a ticket stands, in the ticket table and in the tally. */
export type Standing = {
  /** Whether it is in one of these queues, or in none. */
  readonly inQueues: (ids: string) => string;
  /** Whether its contact is choosing its queue. */
  readonly isChosenNow: string;
  readonly user: string;
  readonly isGroup: string;
  readonly connection: string;
};
export const inTicket: Standing = {
  inQueues: ids => `(t.queue_id = any(${ids}::uuid[]) or t.queue_id is null)`,
  isChosenNow: '(t.in_menu and t.queue_id is null)',
  user: 't.user_id',
  isGroup: 't.is_group',
  connection: 't.connection_id',
};
const inTally: Standing = {
  inQueues: ids => `t.queue_id = any(${ids}::uuid[])`,
  isChosenNow: `t.queue_id = '${notChosenYet}'`,
  user: 't.user_id',
  isGroup: `t.kind = 'group'`,
  connection: 't.connection_id',
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
  ...createdOn(filter, add),
  ...updatedOn(filter, add),
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
  ...(filter.queueIds && filter.queueIds.length > 0
    ? [at.inQueues(add([...filter.queueIds, nobody, notChosenYet]))]
    : []),
  ...(filter.users && filter.users.length > 0 ? [`${at.user} = any(${add(filter.users)}::uuid[])`] : []),
];

/** `canSee` of the domain, as SQL; left out where the status alone decides. */
const visible = (viewer: Viewer, filter: Filter, at: Standing, add: Parameters['add']): readonly string[] => {
  const scope = listScope(viewer);
  if (scope.kind === 'all') return [];
  const within = onConnections(viewer, at, add);
  if (filter.status === 'closed' || filter.status === 'open') return within;
  const queues = add([...scope.queueIds, nobody]);
  const mine = add(scope.userId);
  const closed = filter.status ? '' : ` or t.status = 'closed'`;
  const sees = `(${at.inQueues(queues)} or ${at.isGroup} or ${at.user} = ${mine}${closed})`;
  return [...within, sees, `not ${at.isChosenNow}`];
};

/** What of sight rests on the connection: nothing for who works on all of them. */
export const onConnections = (viewer: Viewer, at: Standing, add: Parameters['add']): readonly string[] => {
  const scope = listScope(viewer);
  if (scope.kind === 'all' || scope.connectionIds.length === 0) return [];
  return [
    `(${at.connection} = any(${add(scope.connectionIds)}::uuid[]) or ${at.user} = ${add(scope.userId)})`,
  ];
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

type Add = Parameters['add'];

/** Bounds are moments, so that Postgres need not know the zone. */
const within = (column: string, day: string | undefined, zone = defaultTimeZone, add: Add) => {
  if (!day) return [];
  // Nothing happens in other years, and Postgres reads some of them otherwise.
  if (day < earliestTime.slice(0, 10) || day > latestTime.slice(0, 10)) return ['false'];
  const { from, until } = boundsOfDay(day, zone);
  const at = (moment: Date) => `${add(moment.toISOString())}::timestamptz`;
  return [`${column} >= ${at(from)}`, `${column} < ${at(until)}`];
};

/** With any of these tags. */
export const tagged = (ids: string): string => `t.tag_ids && ${ids}::uuid[]`;

/** Made on the filter's day; nothing where it names none. */
export const createdOn = ({ date, timeZone }: Filter, add: Add): readonly string[] =>
  within('t.created_at', date, timeZone, add);

/** Changed last on it. */
export const updatedOn = ({ updatedAt, timeZone }: Filter, add: Add): readonly string[] =>
  within('t.updated_at', updatedAt, timeZone, add);

/** A contact's own tickets, and those of who is shown under it; `id` names the contact in SQL. */
export const ofContact = (id: string): string => `t.contact_id = any(array(
  select k.id from inbox.contact k where k.id = ${id}::uuid or k.merged_into = ${id}::uuid))`;
