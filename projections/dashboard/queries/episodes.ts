import type { Dimension, ListedMetric, StandingMetric } from '#domain/dashboard/metrics.ts';
import {
  cursorOf,
  instantPattern,
  nameOf,
  type Parameters,
  readCursor,
  uuidPattern,
} from '../../inbox/queries/statement.ts';
import type { Queryable } from '../../tenant.ts';
import { asked, keyOf, rowsOf, type Scope, sources, splitBy, tagged, type Whose } from './scope.ts';
import { rowsAt, standing, standingKey } from './standing.ts';
import { customerWaitedSince } from './whole-wait.ts';

/** Of which figure the rows are, and of which part of it: a row of its table, one of its kinds, a cell of its hours. */
export type Figure = {
  readonly metric: ListedMetric;
  readonly scope: Scope;
  /** The instant of figures that have one. */
  readonly at: string;
  readonly zone: string;
  readonly of?: { readonly by: Dimension; readonly key: string | null } | undefined;
  readonly closing?: 'human' | 'bot' | 'timeout' | undefined;
  readonly rating?: number | undefined;
  /** 1: Monday. */
  readonly weekday?: number | undefined;
  readonly hour?: number | undefined;
};

/** One row behind a figure: an episode, or a stay, a handling, a wait, a mark, a first message in one. */
export type Fact = {
  readonly id: string;
  readonly ticketId: string;
  readonly queueId: string | null;
  readonly connectionId: string | null;
  readonly userId: string | null;
  readonly from: string;
  readonly until: string | null;
  readonly ms: number | null;
  readonly businessMs: number | null;
  /** Of waiting in a queue: how long its customer had been waiting for an answer by then, in whatever queues. */
  readonly customerMs: number | null;
  readonly closing: string | null;
  readonly rating: number | null;
  readonly cursor: string;
};

const isStanding = (metric: ListedMetric): metric is StandingMetric => Object.hasOwn(standing, metric);

/** `from … where …` of what a figure counts: the figure's own, and what narrows it to a part. */
const factsOf = (figure: Figure, add: Parameters['add']): string => {
  const { metric, scope, at } = figure;
  const rows = isStanding(metric)
    ? `from (${rowsAt({ metric, at, scope }, { add })}) f where true`
    : rowsOf(metric, scope, { add });
  return `${rows} ${partOf(figure, add)}`;
};

const partOf = (figure: Figure, add: Parameters['add']) => {
  const { of, closing, rating, weekday, hour, zone } = figure;
  const local = () => `f.opened_at at time zone ${add(zone)}::text`;
  const conditions = [
    ...(of ? [isOf(figure, of, add)] : []),
    ...(closing ? [`f.closing = ${add(closing)}`] : []),
    ...(rating ? [`f.rating = ${add(rating)}::int`] : []),
    ...(weekday === undefined ? [] : [`extract(isodow from ${local()})::int = ${add(weekday)}::int`]),
    ...(hour === undefined ? [] : [`extract(hour from ${local()})::int = ${add(hour)}::int`]),
  ];
  return conditions.map(condition => `and ${condition}`).join(' ');
};

const isOf = (
  { metric, scope }: Figure,
  { by, key }: NonNullable<Figure['of']>,
  add: Parameters['add'],
): string => {
  if (metric === 'leads') return 'false';
  if (by === 'tag') return key === null ? 'false' : tagged(add(key), scope.until, add);
  const column = isStanding(metric) ? standingKey(metric, by) : splitBy(metric, by, scope, add).key;
  return key === null ? `${column} is null` : `${column} = ${add(key)}::uuid`;
};

/** How many rows a figure, or a part of one, is made of. */
export const countFacts = async (db: Queryable, figure: Figure): Promise<number> => {
  const { values, add } = asked(db);
  const text = `select count(*)::int as count ${factsOf(figure, add)}`;
  const [row] = await db.query<{ count: number }>(nameOf('facts_count', text), text, values);
  return row?.count ?? 0;
};

/** Those rows, the newest first; `after` is where a page ended. Undefined when that is no place of ours. */
export const listFacts = async (
  db: Queryable,
  figure: Figure,
  { most, after }: { readonly most: number; readonly after?: string | undefined },
): Promise<readonly Fact[] | undefined> => {
  const place = readCursor(after, [instantPattern, uuidPattern]);
  if (after && !place) return undefined;
  const { values, add } = asked(db);
  const { order, columns } = shownOf(figure, add);
  const rows = factsOf(figure, add);
  const beyond = place
    ? `and (f.${order}, f.id) < (${add(place[0])}::timestamptz, ${add(place[1])}::uuid)`
    : '';
  const text = `select f.id, f.ticket_id as "ticketId", f.connection_id as "connectionId", f.${order} as ordered,
      ${columns} ${rows} ${beyond} order by f.${order} desc, f.id desc limit ${most}`;
  const found = await db.query<Omit<Fact, 'cursor'> & { ordered: string }>(
    nameOf('facts', text),
    text,
    values,
  );
  return found.map(({ ordered, ...fact }) => ({ ...fact, cursor: cursorOf(ordered, fact.id) }));
};

/** By what rows are ordered, and what is shown of them. */
const shownOf = ({ metric, at, scope }: Figure, add: Parameters['add']) => {
  const columns = (
    shown: Partial<Record<'from' | 'until' | 'ms' | 'business' | 'user' | 'queue' | 'waited', string>>,
  ) => {
    const {
      from = 'null',
      until = 'null',
      ms = 'null',
      business = 'null',
      user = 'null',
      queue = 'f.queue_id',
      waited,
    } = shown;
    const since = waited && customerWaitedSince('f.episode_id', waited);
    return `${from}::timestamptz as "from", ${until}::timestamptz as until, (${ms})::float8 as ms,
      (${business})::float8 as "businessMs",
      ${since ? `(extract(epoch from ${waited} - ${since}) * 1000)::float8` : 'null::float8'} as "customerMs",
      (${user})::uuid as "userId", (${queue})::uuid as "queueId",
      ${isEpisode(metric) ? 'f.closing' : 'null'}::text as closing,
      ${metric === 'rated' ? 'f.rating' : 'null'}::int as rating`;
  };
  if (isStanding(metric)) {
    const { since } = standing[metric];
    const moment = `${add(at)}::timestamptz`;
    const ms = `extract(epoch from ${moment} - f.${since}) * 1000`;
    const shown = { from: `f.${since}`, ms, user: standingKey(metric, 'user') };
    return { order: since, columns: columns(metric === 'pending' ? { ...shown, waited: moment } : shown) };
  }
  const { since, at: order, value, business, queue, user } = sources[metric];
  if (metric === 'leads') return { order, columns: columns({ from: 'f.at', queue: 'null' }) };
  const of = (whose: Whose | undefined) => (whose ? keyOf(whose, scope.until, add) : 'null');
  const shown = {
    ...{ from: `f.${since}`, until: `f.${order}`, ms: `f.${value}` },
    ...{ user: of(user), queue: of(queue) },
  };
  const timed = business ? { ...shown, business: `f.${business}` } : shown;
  if (metric === 'rated') return { order, columns: columns({ from: 'f.at', user: shown.user }) };
  if (metric === 'opened') return { order, columns: columns({ ...timed, until: 'f.closed_at' }) };
  if (metric === 'waiting') return { order, columns: columns({ ...timed, waited: `f.${order}` }) };
  if (metric !== 'reopened') return { order, columns: columns(timed) };
  const closed = 'f.opened_at - make_interval(secs => f.since_closed_ms / 1000.0)';
  return { order, columns: columns({ ...shown, from: `(${closed})` }) };
};

const isEpisode = (metric: ListedMetric): boolean =>
  !isStanding(metric) && sources[metric].table === 'episode';
