import type { Clock, Dimension, Metric } from '#domain/dashboard/metrics.ts';
import { reopenedWithinMs } from '#domain/dashboard/metrics.ts';
import type { Span } from '#domain/dashboard/period.ts';
import { type Parameters, parameters } from '../../inbox/queries/statement.ts';
import type { Queryable } from '../../tenant.ts';

/** What a figure is narrowed to. */
export type Narrowed = {
  readonly queueId?: string | undefined;
  readonly connectionId?: string | undefined;
  readonly tagId?: string | undefined;
  readonly userId?: string | undefined;
  /** The end of the period: its figures know nothing that came later. Left out: all that is known. */
  readonly until?: string | undefined;
};
/** By the calendar unless it is said otherwise. */
export type Scope = Span & Narrowed & { readonly clock?: Clock | undefined };

/** The column that says whose a row is; `since` where it was not known from the beginning of the row: from then on. */
export type Whose = { readonly id: string; readonly since?: string };

/**
 * Where the rows of a metric stand: one table, the moment that puts a row into a period, what its value is measured
 * from, its value, its queue and its person.
 */
export type Source = {
  readonly table: 'episode' | 'queue_stay' | 'handling' | 'customer_wait' | 'mark' | 'lead';
  readonly since: string;
  readonly at: string;
  readonly value: string;
  /** Its value in business time; '' for what is no duration. */
  readonly business: string;
  readonly queue: Whose;
  /** Undefined: nobody's. */
  readonly user: Whose | undefined;
  readonly only: string;
};

const inQueue = { id: 'queue_id' } as const;
const ofUser = { id: 'user_id' } as const;
const firstQueue = { id: 'first_queue_id', since: 'first_queue_at' } as const;
const firstUser = { id: 'first_user_id', since: 'first_user_at' } as const;

const ofSpan = { value: 'ms', business: 'business_ms', queue: inQueue, user: ofUser } as const;
const ofClosing = {
  table: 'episode',
  ...{ since: 'opened_at', at: 'closed_at' },
  ...{ value: 'resolution_ms', business: 'resolution_business_ms' },
  ...{ queue: inQueue, user: { id: 'closer_id' }, only: `and f.closing <> 'deleted'` },
} as const;

export const sources: Readonly<Record<Metric, Source>> = {
  waiting: {
    ...{ ...ofSpan, since: 'entered_at', at: 'left_at' },
    table: 'queue_stay',
    only: `and not f.in_menu and f.ended not in ('menu', 'deleted')`,
  },
  firstResponse: {
    ...{ table: 'episode', since: 'customer_since', at: 'first_response_at', only: '' },
    ...{ value: 'response_ms', business: 'response_business_ms' },
    ...{ queue: { id: 'response_queue_id' }, user: { id: 'responder_id' } },
  },
  customerWaiting: {
    ...{ ...ofSpan, since: 'since', at: 'until' },
    table: 'customer_wait',
    only: `and f.ended = 'answered'`,
  },
  handling: { ...ofSpan, table: 'handling', since: 'started_at', at: 'ended_at', only: '' },
  resolution: ofClosing,
  closed: ofClosing,
  opened: {
    ...{ table: 'episode', since: 'opened_at', at: 'opened_at', only: '' },
    ...{ value: 'resolution_ms', business: 'resolution_business_ms' },
    ...{ queue: firstQueue, user: firstUser },
  },
  reopened: {
    ...{ table: 'episode', since: 'opened_at', at: 'opened_at', value: 'since_closed_ms', business: '' },
    ...{ queue: firstQueue, user: { id: 'former_closer_id' } },
    only: `and f.since_closed_ms <= ${reopenedWithinMs} and (f.reopened or f.opened_by = 'contact')`,
  },
  rated: {
    ...{ table: 'mark', since: 'at', at: 'at', value: 'rating', business: '', only: '' },
    ...{ queue: inQueue, user: ofUser },
  },
  leads: {
    ...{ table: 'lead', since: 'at', at: 'at', value: '', business: '', only: '' },
    ...{ queue: firstQueue, user: firstUser },
  },
};

/** The column of a metric's value by the clock that is asked for. */
export const valueIn = (metric: Metric, { clock }: Pick<Scope, 'clock'>): string => {
  const { value, business } = sources[metric];
  return clock === 'business' && business ? business : value;
};

/** Collects a statement's values; the first is the company. */
export const asked = (db: Queryable): Parameters => {
  const collected = parameters();
  collected.add(db.companyId);
  return collected;
};

/**
 * `from … where …` of a metric's rows, which stand in `f`: all that shows a figure, a table or a file of it says this,
 * so that they cannot differ. `join`: what is joined to them.
 */
export const rowsOf = (
  metric: Metric,
  scope: Scope,
  { add, join = '' }: Pick<Parameters, 'add'> & { readonly join?: string },
): string => {
  const { table, at, only } = sources[metric];
  return `from dashboard.${table} f ${join}
    where f.company_id = $1
      and f.${at} >= ${add(scope.from)}::timestamptz and f.${at} < ${add(scope.until)}::timestamptz
      ${only} ${narrowed(metric, scope, add)}`;
};

const narrowed = (metric: Metric, scope: Narrowed, add: Parameters['add']): string =>
  metric === 'leads' ? narrowedLeads(scope, add) : narrowedTo(sources[metric], scope, add);

/** Conditions of a table that has a queue, a connection, a person and a ticket; its rows stand in `row`. */
export const narrowedTo = (
  { queue, user }: Pick<Source, 'queue' | 'user'>,
  { queueId, connectionId, userId, tagId, until }: Narrowed,
  add: Parameters['add'],
  row = 'f',
): string => {
  const of = (whose: Whose, id: string): string => {
    const is = `${row}.${whose.id} = ${add(id)}::uuid`;
    return whose.since && until ? `${is} and ${row}.${whose.since} < ${add(until)}::timestamptz` : is;
  };
  const conditions = [
    ...(queueId ? [of(queue, queueId)] : []),
    ...(connectionId ? [`${row}.connection_id = ${add(connectionId)}::uuid`] : []),
    ...(userId ? [user ? of(user, userId) : 'false'] : []),
    ...(tagId ? [tagged(add(tagId), until, add)] : []),
  ];
  return conditions.map(condition => `and ${condition}`).join(' ');
};

/** Whose a row is for a figure of a period: the first queue of one that had none by then is none yet. */
export const keyOf = (whose: Whose, until: string, add: Parameters['add']): string =>
  whose.since
    ? `case when f.${whose.since} < ${add(until)}::timestamptz then f.${whose.id} end`
    : `f.${whose.id}`;

/**
 * That the ticket of a row `f` had a tag when a period ended. `is true` keeps it from becoming a join: of all that fell
 * into a period the planner would make a hash, which is several times the work of one of what has the tag.
 */
export const tagged = (tag: string, until: string | undefined, add: Parameters['add']): string =>
  `exists (select 1 from dashboard.ticket_tag g where g.company_id = $1 and g.tag_id = ${tag}::uuid
    and g.ticket_id = f.ticket_id ${hadBy(until, add)}) is true`;

const hadBy = (until: string | undefined, add: Parameters['add']): string => {
  if (!until) return 'and g.taken_at is null';
  const moment = `${add(until)}::timestamptz`;
  return `and g.given_at < ${moment} and (g.taken_at is null or g.taken_at >= ${moment})`;
};

/** A contact's first message stands in an episode; the queue and the person are the first ones of that. */
const narrowedLeads = (
  { connectionId, tagId, queueId, userId, until }: Narrowed,
  add: Parameters['add'],
): string => {
  const { queue, user } = sources.leads;
  const own = narrowedTo({ queue, user }, { connectionId, tagId, until }, add);
  if (!queueId && !userId) return own;
  const first = narrowedTo({ queue, user }, { queueId, userId, until }, add, 'e');
  return `${own} and exists (select 1 from dashboard.episode e
    where e.company_id = $1 and e.ticket_id = f.ticket_id and e.id = f.episode_id ${first})`;
};

/** By what a dimension splits the rows `f` of a metric: the key's expression, and what must be joined for it. */
export const splitBy = (
  metric: Exclude<Metric, 'leads'>,
  dimension: Dimension,
  { until }: Pick<Scope, 'until'>,
  add: Parameters['add'],
): { readonly key: string; readonly join: string } => {
  const { queue, user } = sources[metric];
  if (dimension === 'tag') {
    const had = `g.company_id = $1 and g.ticket_id = f.ticket_id ${hadBy(until, add)}`;
    return { key: 'g.tag_id', join: `join dashboard.ticket_tag g on ${had}` };
  }
  if (dimension === 'connection') return { key: 'f.connection_id', join: '' };
  const whose = dimension === 'queue' ? queue : user;
  return { key: whose ? keyOf(whose, until, add) : 'null::uuid', join: '' };
};
