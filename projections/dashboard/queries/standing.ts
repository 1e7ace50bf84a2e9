import type { Dimension, StandingMetric } from '#domain/dashboard/metrics.ts';
import type { Parameters } from '../../inbox/queries/statement.ts';
import { partsReaching } from '../span-lengths.ts';
import { type Narrowed, narrowedTo } from './scope.ts';

/**
 * Where what stands at an instant is found: its table, when it began and ended, whose it was then. Who waits is
 * nobody's, whoever accepts it later: with an attendant chosen none does.
 */
export const standing = {
  pending: {
    ...{ table: 'queue_stay', since: 'entered_at', until: 'left_at' },
    ...{ queue: { id: 'queue_id' }, user: undefined },
  },
  attending: {
    ...{ table: 'handling', since: 'started_at', until: 'ended_at' },
    ...{ queue: { id: 'queue_id' }, user: { id: 'user_id' } },
  },
} as const satisfies Record<StandingMetric, unknown>;

type Of = { readonly metric: StandingMetric; readonly at: string; readonly scope: Narrowed };

/**
 * `select` of the rows that stand at an instant: what goes on still, and what is over by how long it lasted, each by an
 * index of its own. The columns are those of `f`.
 */
export const rowsAt = (
  { metric, at, scope }: Of,
  { add }: Pick<Parameters, 'add'>,
  columns = 'f.*',
): string => {
  const { table, since } = standing[metric];
  const moment = `${add(at)}::timestamptz`;
  const only = narrowedTo(standing[metric], scope, add);
  return partsReaching(standing[metric], moment, '>')
    .map(
      condition => `select ${columns} from dashboard.${table} f
        where f.company_id = $1 and ${condition} and f.${since} <= ${moment} ${only}`,
    )
    .join(' union all ');
};

/** By what rows of an instant are split. */
export const standingKey = (metric: StandingMetric, dimension: Exclude<Dimension, 'tag'>): string => {
  if (dimension === 'queue') return 'f.queue_id';
  if (dimension === 'connection') return 'f.connection_id';
  const { user } = standing[metric];
  return user ? `f.${user.id}` : 'null::uuid';
};
