import type { Dimension } from '#domain/dashboard/metrics.ts';
import { nameOf } from '../../inbox/queries/statement.ts';
import type { Queryable } from '../../tenant.ts';
import { asked } from './scope.ts';

/** Ids by what they are to be. */
export type Named = { readonly [By in Dimension]?: string | undefined };

const places: Readonly<Record<Dimension, string>> = {
  queue: `from dashboard.label n where n.kind = 'queue' and`,
  tag: `from dashboard.label n where n.kind = 'tag' and`,
  connection: 'from inbox.connection n where',
  user: 'from inbox.app_user n where',
};
const isDimension = (by: string): by is Dimension => Object.hasOwn(places, by);

/** The first of some ids that is nothing of the company, neither there nor gone; undefined where all are known. */
export const unknownOf = async (db: Queryable, named: Named): Promise<Dimension | undefined> => {
  const given = Object.entries(named).flatMap(([by, id]) => (id && isDimension(by) ? [{ by, id }] : []));
  if (given.length === 0) return undefined;
  const { values, add } = asked(db);
  const text = given
    .map(
      ({ by, id }, index) => `select ${index} as place
        where not exists (select 1 ${places[by]} n.company_id = $1 and n.id = ${add(id)}::uuid)`,
    )
    .join(' union all ');
  const [first] = await db.query<{ place: number }>(
    nameOf('unknown_of', text),
    `${text} order by place`,
    values,
  );
  return first && given[first.place]?.by;
};
