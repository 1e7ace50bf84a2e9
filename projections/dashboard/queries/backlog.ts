import type { StandingMetric } from '#domain/dashboard/metrics.ts';
import { nameOf, type Parameters } from '../../inbox/queries/statement.ts';
import type { Queryable } from '../../tenant.ts';
import { lasted, spanLengths } from '../span-lengths.ts';
import { asked, type Narrowed, narrowedTo } from './scope.ts';
import { rowsAt, standing } from './standing.ts';

/**
 * How many stand at each of some moments, in their order: those at the first, and from there what began and what ended
 * between one moment and the next. As many rows are read as there are in that time, however many moments.
 */
export const standingSeries = async (
  db: Queryable,
  metric: StandingMetric,
  moments: readonly string[],
  scope: Narrowed,
): Promise<readonly number[]> => {
  const [first] = moments;
  if (!first) return [];
  const { values, add } = asked(db);
  const text = `select 0 as place, count(*)::int as change from (${rowsAt({ metric, at: first, scope }, { add })}) f
    union all select place, sum(change)::int from (${changesOf(metric, moments, scope, add)}) c group by 1`;
  const rows = await db.query<{ place: number; change: number }>(nameOf('standing', text), text, values);
  let now = 0;
  return moments.map((_, index) => {
    for (const { place, change } of rows) if (place === index) now += change;
    return now;
  });
};

/** What began and what ended after the first moment, by the place of the first moment that has seen it. */
const changesOf = (
  metric: StandingMetric,
  moments: readonly string[],
  scope: Narrowed,
  add: Parameters['add'],
): string => {
  const { table, since, until } = standing[metric];
  const [all, first, last] = [add(moments), add(moments[0]), add(moments.at(-1))];
  const only = narrowedTo(standing[metric], scope, add);
  const part = (at: string, change: number, condition: string) => `
    select width_bucket(f.${at} - interval '1 microsecond', ${all}::timestamptz[]) as place, ${change} as change
    from dashboard.${table} f
    where f.company_id = $1 and f.${at} > ${first}::timestamptz and f.${at} <= ${last}::timestamptz
      and ${condition} ${only}`;
  const later = `f.${until} > f.${since}`;
  // What began is found by how long it lasted, for which there are indexes.
  const began = [`f.${until} is null`, ...spanLengths.map(length => `${lasted(length, 'f.')} and ${later}`)];
  return [...began.map(condition => part(since, 1, condition)), part(until, -1, later)].join(' union all ');
};
