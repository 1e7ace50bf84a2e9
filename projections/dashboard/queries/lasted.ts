import type { CompanyRule } from '#domain/dashboard/business-time.ts';
import type { DurationMetric } from '#domain/dashboard/metrics.ts';
import type { Lasted } from '#domain/dashboard/what-if.ts';
import { nameOf } from '../../inbox/queries/statement.ts';
import type { Queryable } from '../../tenant.ts';
import { asked, rowsOf, type Scope, sources } from './scope.ts';

export type LastedRow = Lasted & { readonly id: string; readonly at: string };

/** What a duration's figure is made of, the oldest first: so many after a row, the first ones without one. */
export const lastedIn = (
  db: Queryable,
  metric: DurationMetric,
  scope: Scope,
  { after, most }: { readonly after: LastedRow | undefined; readonly most: number },
): Promise<readonly LastedRow[]> => {
  const { values, add } = asked(db);
  const { since, at, value, business } = sources[metric];
  const msOf = (column: string) => `(extract(epoch from f.${column}) * 1000)::float8`;
  const rows = rowsOf(metric, scope, { add });
  const beyond = after ? `and (f.${at}, f.id) > (${add(after.at)}::timestamptz, ${add(after.id)}::uuid)` : '';
  const text = `select f.id, f.${at} as at, ${msOf(since)} as "from", ${msOf(at)} as until,
      f.${value}::float8 as ms, f.${business}::float8 as "businessMs"
    ${rows} ${beyond} order by f.${at}, f.id limit ${add(most)}`;
  return db.query<LastedRow>(nameOf('lasted', text), text, values);
};

/** How many rows those are, counted up to so many. */
export const countLasted = async (
  db: Queryable,
  metric: DurationMetric,
  scope: Scope,
  upTo: number,
): Promise<number> => {
  const { values, add } = asked(db);
  const rows = rowsOf(metric, scope, { add });
  const text = `select count(*)::int as count from (select ${rows} limit ${add(upTo)}) r`;
  const [row] = await db.query<{ count: number }>(nameOf('lasted_count', text), text, values);
  return row?.count ?? 0;
};

const hours = 'select rules from dashboard.company_hours where company_id = $1';

/** What the company says of its hours now; undefined while it has said nothing. */
export const companyHoursNow = async (db: Queryable): Promise<CompanyRule | undefined> => {
  const [row] = await db.query<{ rules: readonly CompanyRule[] }>('dashboard_hours_now', hours, [
    db.companyId,
  ]);
  return row?.rules.at(-1);
};
