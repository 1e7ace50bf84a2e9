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
};
/** By the calendar unless it is said otherwise. */
export type Scope = Span & Narrowed & { readonly clock?: Clock | undefined };

/**
 * Where the rows of a metric stand: one table, the moment that puts a row into a period, what its value is measured
 * from, its value, its person.
 */
export type Source = {
  readonly table: 'episode' | 'queue_stay' | 'handling' | 'customer_wait' | 'mark' | 'lead';
  readonly since: string;
  readonly at: string;
  readonly value: string;
  /** Its value in business time; '' for what is no duration. */
  readonly business: string;
  readonly user: string;
  readonly only: string;
};

/** Where the table's id is that of the episode. */
const ofEpisode = { table: 'episode', only: '' } as const;

export const sources: Readonly<Record<Metric, Source>> = {
  waiting: {
    ...{
      table: 'queue_stay',
      since: 'entered_at',
      at: 'left_at',
      value: 'ms',
      business: 'business_ms',
      user: 'user_id',
    },
    only: `and not f.in_menu and f.ended not in ('menu', 'deleted')`,
  },
  firstResponse: {
    ...{ ...ofEpisode, since: 'customer_since', at: 'first_response_at' },
    ...{ value: 'response_ms', business: 'response_business_ms', user: 'responder_id' },
  },
  customerWaiting: {
    ...{
      table: 'customer_wait',
      since: 'since',
      at: 'until',
      value: 'ms',
      business: 'business_ms',
      user: 'user_id',
    },
    only: `and f.ended = 'answered'`,
  },
  handling: {
    ...{
      table: 'handling',
      since: 'started_at',
      at: 'ended_at',
      value: 'ms',
      business: 'business_ms',
      user: 'user_id',
      only: '',
    },
  },
  resolution: {
    ...{
      ...ofEpisode,
      since: 'opened_at',
      at: 'closed_at',
      value: 'resolution_ms',
      business: 'resolution_business_ms',
      user: 'closer_id',
    },
    only: `and f.closing <> 'deleted'`,
  },
  closed: {
    ...{
      ...ofEpisode,
      since: 'opened_at',
      at: 'closed_at',
      value: 'resolution_ms',
      business: 'resolution_business_ms',
      user: 'closer_id',
    },
    only: `and f.closing <> 'deleted'`,
  },
  opened: {
    ...{
      ...ofEpisode,
      since: 'opened_at',
      at: 'opened_at',
      value: 'resolution_ms',
      business: 'resolution_business_ms',
      user: 'user_id',
    },
  },
  reopened: {
    ...{ ...ofEpisode, since: 'opened_at', at: 'opened_at' },
    ...{ value: 'since_closed_ms', business: '', user: 'former_closer_id' },
    only: `and f.since_closed_ms <= ${reopenedWithinMs} and (f.reopened or f.opened_by = 'contact')`,
  },
  rated: { table: 'mark', since: 'at', at: 'at', value: 'rating', business: '', user: 'user_id', only: '' },
  leads: { table: 'lead', since: 'at', at: 'at', value: '', business: '', user: '', only: '' },
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

/** Conditions of a table that has a queue, a connection, a person and an episode; its rows stand in `row`. */
export const narrowedTo = (
  { table, user }: Pick<Source, 'table' | 'user'>,
  { queueId, connectionId, userId, tagId }: Narrowed,
  add: Parameters['add'],
  row = 'f',
): string => {
  const conditions = [
    ...(queueId ? [`${row}.queue_id = ${add(queueId)}::uuid`] : []),
    ...(connectionId ? [`${row}.connection_id = ${add(connectionId)}::uuid`] : []),
    ...(userId ? [user ? `${row}.${user} = ${add(userId)}::uuid` : 'false'] : []),
    ...(tagId ? [tagged(table === 'episode' ? `${row}.id` : `${row}.episode_id`, add(tagId))] : []),
  ];
  return conditions.map(condition => `and ${condition}`).join(' ');
};

/**
 * That an episode has a tag. `is true` keeps it from becoming a join: of all that fell into a period the planner would
 * make a hash, which is several times the work of one of what has the tag.
 */
export const tagged = (episodeId: string, tag: string): string => hasTag(`g.episode_id = ${episodeId}`, tag);

const hasTag = (same: string, tag: string): string =>
  `exists (select 1 from dashboard.episode_tag g where g.company_id = $1 and g.tag_id = ${tag}::uuid and ${same}) is true`;

/** A contact's first message stands in a ticket; the queue and the person are those of its first episode. */
const narrowedLeads = ({ connectionId, ...scope }: Narrowed, add: Parameters['add']): string => {
  const connection = connectionId ? `and f.connection_id = ${add(connectionId)}::uuid` : '';
  if (!scope.queueId && !scope.userId) {
    const { tagId } = scope;
    return tagId ? `${connection} and ${hasTag('g.ticket_id = f.ticket_id', add(tagId))}` : connection;
  }
  const conditions = narrowedTo({ table: 'episode', user: 'user_id' }, scope, add, 'e');
  return `${connection} and exists (select 1 from dashboard.episode e where e.company_id = $1 and e.ticket_id = f.ticket_id ${conditions})`;
};

/** By what a dimension splits the rows `f` of a metric: the key's expression, and what must be joined for it. */
export const splitBy = (
  metric: Exclude<Metric, 'leads'>,
  dimension: Dimension,
): { readonly key: string; readonly join: string } => {
  const { table, user } = sources[metric];
  const episodeId = table === 'episode' ? 'f.id' : 'f.episode_id';
  if (dimension === 'tag')
    return { key: 'g.tag_id', join: `join dashboard.episode_tag g on g.episode_id = ${episodeId}` };
  const column = { queue: 'queue_id', connection: 'connection_id', user }[dimension];
  return { key: `f.${column}`, join: '' };
};
