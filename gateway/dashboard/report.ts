import type { BreakdownRow, ReportAnswer, TotalsView } from '#contracts/dashboard.ts';
import {
  type Dimension,
  type DurationMetric,
  durationMetrics,
  metricsVersion,
} from '#domain/dashboard/metrics.ts';
import { type Days, daysBefore, spanOf } from '#domain/dashboard/period.ts';
import {
  closings,
  counted,
  countedBy,
  type Durations,
  durations,
  durationsBy,
  marks,
  type Split,
  startsByHour,
} from '#projections/dashboard/queries/figures.ts';
import type { Scope } from '#projections/dashboard/queries/scope.ts';
import type { Queryable, Tenants } from '#projections/tenant.ts';
import { shownPeriod } from './asked.ts';
import { namesOf } from './names.ts';

type Asked = {
  readonly companyId: string;
  readonly scope: Scope;
  readonly days: Days;
  readonly zone: string;
  readonly by: Dimension;
};

/** Every figure of a period, of as many days before it, and of each queue, connection, tag or attendant. */
export const readReport = async (tenants: Tenants, asked: Asked): Promise<ReportAnswer> => {
  const { companyId, scope, days, zone, by } = asked;
  const former = daysBefore(days);
  const [totals, totalsBefore, rows, starts] = await Promise.all([
    tenants.read(companyId, db => totalsOf(db, scope)),
    tenants.read(companyId, db => totalsOf(db, { ...scope, ...spanOf(former, zone) })),
    tenants.read(companyId, db => rowsBy(db, scope, by)),
    tenants.read(companyId, db => startsByHour(db, scope, zone)),
  ]);
  return {
    ...{
      version: metricsVersion,
      time: scope.clock ?? 'calendar',
      period: shownPeriod(days, zone),
      before: shownPeriod(former, zone),
    },
    ...{ totals, totalsBefore, by, rows, starts: [...starts] },
  };
};

const byMetric = <Value>(values: readonly Value[]): Record<DurationMetric, Value> =>
  Object.fromEntries(durationMetrics.map((metric, index) => [metric, values[index]])) as Record<
    DurationMetric,
    Value
  >;

const totalsOf = async (db: Queryable, scope: Scope): Promise<TotalsView> => {
  const [times, opened, reopened, leads, closed, rated] = await Promise.all([
    Promise.all(durationMetrics.map(metric => durations(db, metric, scope))),
    counted(db, 'opened', scope),
    counted(db, 'reopened', scope),
    counted(db, 'leads', scope),
    closings(db, scope),
    marks(db, scope),
  ]);
  return {
    ...{ durations: byMetric(times), opened: opened.count, reopened: reopened.count, leads: leads.count },
    ...{ closings: closed, marks: [...rated] },
  };
};

const none: Durations = { count: 0, average: null, median: null, p90: null };

const rowsBy = async (db: Queryable, scope: Scope, by: Dimension): Promise<BreakdownRow[]> => {
  const [names, times, closed, reopened, rated] = await Promise.all([
    namesOf(db, by),
    Promise.all(durationMetrics.map(metric => durationsBy(db, metric, by, scope))),
    countedBy(db, 'closed', by, scope),
    countedBy(db, 'reopened', by, scope),
    countedBy(db, 'rated', by, scope),
  ]);
  const of = <Row>(rows: readonly Split<Row>[], key: string | null) => rows.find(row => row.key === key);
  const keys = new Set([...times, closed, reopened, rated].flatMap(rows => rows.map(({ key }) => key)));
  return [...keys]
    .map(key => {
      const name = names.find(({ id }) => id === key);
      const rating = of(rated, key);
      return {
        ...{ key, name: name?.name ?? null, color: name?.color ?? null, removed: name?.removed ?? false },
        durations: byMetric(times.map(rows => withoutKey(of(rows, key)))),
        ...{ closed: of(closed, key)?.count ?? 0, reopened: of(reopened, key)?.count ?? 0 },
        ...{ rating: rating?.average ?? null, ratings: rating?.count ?? 0 },
      };
    })
    .toSorted((one, other) => other.closed - one.closed || (one.name ?? '').localeCompare(other.name ?? ''));
};

const withoutKey = (row: Split<Durations> | undefined): Durations => {
  const { count, average, median, p90 } = row ?? none;
  return { count, average, median, p90 };
};
