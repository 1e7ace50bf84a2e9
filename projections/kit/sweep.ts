import type { Recorded } from '#eventstore/types.ts';
import type { RowChange } from './fold.ts';
import { type Projection, type Sweep, sweepsOf } from './projection.ts';
import { type Row, snake } from './table.ts';

/** The sweeps of one event, and what they have in common. */
export type Swept = {
  readonly sweeps: readonly Sweep[];
  readonly companyId: string;
  readonly position: number;
};

/** One statement changes a row once: what is swept cannot be folded by the same event. */
export const sweptBy = (
  event: Recorded,
  sweeps: readonly Sweep[],
  changes: ReadonlyMap<string, readonly RowChange[]>,
): Swept => {
  const names = sweeps.map(({ table }) => table.name);
  const twice = names.find((name, index) => changes.has(name) || names.indexOf(name) !== index);
  if (twice) throw new Error(`${event.type} changes ${twice} in two ways at once`);
  return { sweeps, companyId: event.companyId, position: event.position };
};

/** The steps of a statement that has a step `moved`, which is empty when nothing may be written. */
export const sweepText = (schema: string, { sweeps }: Swept, parameter: () => string): readonly string[] => {
  const company = parameter();
  const position = parameter();
  return sweeps.map(({ table, where, change }) => {
    const sets = Object.keys(change).map(
      name => `${snake(name)} = ${parameter()}::${table.columns[name]?.sql ?? 'text'}`,
    );
    const conditions = Object.keys(where).map(
      name => `t.${snake(name)} = any(${parameter()}::${table.columns[name]?.sql ?? 'text'}[])`,
    );
    return `swept_${table.name} as (
      update ${schema}.${table.name} t set ${[...sets, `position = ${position}::bigint`].join(', ')} from moved
      where t.company_id = ${company}::uuid and (${conditions.join(' or ')}))`;
  });
};

/** The values of that text's parameters, in their order. */
export const sweepValues = ({ sweeps, companyId, position }: Swept): readonly unknown[] => [
  companyId,
  position,
  ...sweeps.flatMap(({ table, where, change }) => [
    ...Object.entries(change).map(([name, value]) =>
      table.columns[name]?.sql === 'jsonb' && value !== null ? JSON.stringify(value) : value,
    ),
    ...Object.values(where),
  ]),
];

/** What a sweep makes of a row in memory; the same row when it does not concern it. */
export const sweepRow = (row: Row, { where, change }: Sweep, event: Recorded): Row => {
  const concerned = Object.entries(where).some(([name, values]) => values.includes(String(row[name])));
  if (!concerned || row.companyId !== event.companyId) return row;
  return { ...row, ...change, position: event.position };
};

/** Events in their order, in as few runs as can be: one that sweeps stands alone. */
export const runsOf = (
  projection: Projection,
  events: readonly Recorded[],
): readonly (readonly Recorded[])[] => {
  if (!events.some(event => sweepsOf(projection, event).length > 0)) return [events];
  const runs: Recorded[][] = [];
  let open: Recorded[] | undefined;
  for (const event of events) {
    const sweeps = sweepsOf(projection, event).length > 0;
    if (sweeps || !open) {
      open = [];
      runs.push(open);
    }
    open.push(event);
    if (sweeps) open = undefined;
  }
  return runs;
};
