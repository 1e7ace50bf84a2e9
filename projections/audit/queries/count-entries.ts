import type { AuditFilter } from '#contracts/audit.ts';
import type { Queryable } from '../../tenant.ts';
import { placed, planOf } from './conditions.ts';
import { nameOf, soughtIn, startOf } from './entries.ts';
import { idsByName } from './names.ts';

/**
 * How many entries are read for all of a list, whatever of them is shown: counted to one more than `most`, by indexes
 * alone.
 */
export const countEntries = async (
  db: Queryable,
  filter: AuditFilter,
  zone: string,
  most: number,
): Promise<number> => {
  const found = filter.q ? await idsByName(db, filter.q) : undefined;
  const sought = soughtIn(filter, zone, found?.ids);
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const [company, until, since, limit] = [
    ...[db.companyId, startOf(filter, zone).at, sought.since ?? '-infinity', most + 1],
  ].map(add);
  const parts = planOf(sought).ways.map(({ of, condition }) => {
    const keys = of ? `${placed(of, add)} as k(k) cross join ` : '';
    return `(select e.id from ${keys}audit.entry e where ${placed(condition, add)} and e.company_id = ${company}::uuid
      and e.at < ${until}::timestamptz and e.at >= ${since}::timestamptz limit ${limit})`;
  });
  const text = `select count(*)::int as count from (select * from (${parts.join(' union all ')}) e limit ${limit}) e`;
  const [row] = await db.query<{ count: number }>(nameOf(text), text, values);
  return row?.count ?? 0;
};
