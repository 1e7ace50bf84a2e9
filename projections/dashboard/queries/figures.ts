import type { Dimension, DurationMetric, Metric } from '#domain/dashboard/metrics.ts';
import { nameOf } from '../../inbox/queries/statement.ts';
import type { Queryable } from '../../tenant.ts';
import { asked, rowsOf, type Scope, splitBy, valueIn } from './scope.ts';

/** Of durations, in milliseconds; null where there are none. */
export type Durations = {
  readonly count: number;
  readonly average: number | null;
  readonly median: number | null;
  readonly p90: number | null;
};

const durationsOf = (value: string): string => `count(f.${value})::int as count,
  round(avg(f.${value}))::float8 as average,
  round(percentile_cont(0.5) within group (order by f.${value}))::float8 as median,
  round(percentile_cont(0.9) within group (order by f.${value}))::float8 as p90`;

/** How long something took in a period. */
export const durations = async (db: Queryable, metric: DurationMetric, scope: Scope): Promise<Durations> => {
  const { values, add } = asked(db);
  const text = `select ${durationsOf(valueIn(metric, scope))} ${rowsOf(metric, scope, { add })}`;
  const [row] = await db.query<Durations>(nameOf('durations', text), text, values);
  return row ?? { count: 0, average: null, median: null, p90: null };
};

export type Split<Row> = Row & { readonly key: string | null };

/** The same for each queue, connection, tag or person; a row of several tags counts for each. */
export const durationsBy = async (
  db: Queryable,
  metric: DurationMetric,
  dimension: Dimension,
  scope: Scope,
): Promise<readonly Split<Durations>[]> => {
  const { values, add } = asked(db);
  const { key, join } = splitBy(metric, dimension, scope, add);
  const rows = rowsOf(metric, scope, { add, join });
  const text = `select ${key} as key, ${durationsOf(valueIn(metric, scope))} ${rows} group by 1`;
  return db.query<Split<Durations>>(nameOf('durations_by', text), text, values);
};

/** How many there were, and their average; of leads only how many. */
export const counted = async (
  db: Queryable,
  metric: Metric,
  scope: Scope,
): Promise<{ readonly count: number; readonly average: number | null }> => {
  const { values, add } = asked(db);
  const average = metric === 'leads' ? 'null::float8' : `avg(f.${valueIn(metric, scope)})::float8`;
  const text = `select count(*)::int as count, ${average} as average ${rowsOf(metric, scope, { add })}`;
  const [row] = await db.query<{ count: number; average: number | null }>(
    nameOf('counted', text),
    text,
    values,
  );
  return row ?? { count: 0, average: null };
};

export const countedBy = async (
  db: Queryable,
  metric: Exclude<Metric, 'leads'>,
  dimension: Dimension,
  scope: Scope,
): Promise<readonly Split<{ readonly count: number; readonly average: number | null }>[]> => {
  const { values, add } = asked(db);
  const { key, join } = splitBy(metric, dimension, scope, add);
  const rows = rowsOf(metric, scope, { add, join });
  const text = `select ${key} as key, count(*)::int as count, avg(f.${valueIn(metric, scope)})::float8 as average
    ${rows} group by 1`;
  return db.query(nameOf('counted_by', text), text, values);
};

export type Closings = {
  readonly human: number;
  readonly bot: number;
  readonly timeout: number;
  readonly tickets: number;
  readonly contacts: number;
};

/** Who or what closed, and how many different tickets and contacts that were. */
export const closings = async (db: Queryable, scope: Scope): Promise<Closings> => {
  const { values, add } = asked(db);
  const by = (closing: string) => `count(*) filter (where f.closing = '${closing}')::int as ${closing}`;
  const text = `select ${by('human')}, ${by('bot')}, ${by('timeout')},
      count(distinct f.ticket_id)::int as tickets, count(distinct f.contact_id)::int as contacts
    ${rowsOf('closed', scope, { add })}`;
  const [row] = await db.query<Closings>(nameOf('closings', text), text, values);
  return row ?? { human: 0, bot: 0, timeout: 0, tickets: 0, contacts: 0 };
};

/** How many of each mark. */
export const marks = async (db: Queryable, scope: Scope): Promise<readonly [number, number, number]> => {
  const { values, add } = asked(db);
  const text = `select f.rating, count(*)::int as count ${rowsOf('rated', scope, { add })} group by 1`;
  const rows = await db.query<{ rating: number; count: number }>(nameOf('marks', text), text, values);
  const of = (mark: number) => rows.find(({ rating }) => rating === mark)?.count ?? 0;
  return [of(1), of(2), of(3)];
};

/** How many began in each hour of each weekday (1: Monday) by the clocks of a zone; only what is not 0. */
export const startsByHour = async (
  db: Queryable,
  scope: Scope,
  zone: string,
): Promise<readonly { readonly weekday: number; readonly hour: number; readonly count: number }[]> => {
  const { values, add } = asked(db);
  const local = `f.opened_at at time zone ${add(zone)}::text`;
  const text = `select extract(isodow from ${local})::int as weekday, extract(hour from ${local})::int as hour,
      count(*)::int as count ${rowsOf('opened', scope, { add })} group by 1, 2 order by 1, 2`;
  return db.query(nameOf('starts', text), text, values);
};
