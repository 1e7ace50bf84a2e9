import type { BacklogAnswer } from '#contracts/dashboard.ts';
import { metricsVersion } from '#domain/dashboard/metrics.ts';
import { countOfDays, type Days } from '#domain/dashboard/period.ts';
import { addDays, boundsOfDay } from '#domain/shared/calendar.ts';
import { type CountAt, countsAt, totalsOf } from '#projections/dashboard/queries/at-instant.ts';
import { standingSeries } from '#projections/dashboard/queries/backlog.ts';
import type { Scope } from '#projections/dashboard/queries/scope.ts';
import type { Queryable, Tenants } from '#projections/tenant.ts';
import { shownPeriod } from './asked.ts';
import { namesOf } from './names.ts';

type Asked = {
  readonly companyId: string;
  readonly scope: Scope;
  readonly days: Days;
  readonly zone: string;
  readonly now: Date;
  readonly at: string | undefined;
};

/** Who waited and who was attended to at an instant, by queue and person, and how many at the end of each day. */
export const readBacklog = async (
  tenants: Tenants,
  { companyId, scope, days, zone, now, at }: Asked,
): Promise<BacklogAnswer> => {
  const ends = daysEnding(days, zone, now);
  const instant = at ?? ends.at(-1)?.at ?? new Date(scope.until).toISOString();
  const moments = ends.map(end => end.at);
  const [{ counts, queues, users }, pending, attending] = await Promise.all([
    tenants.read(companyId, db => rowsAt(db, instant, scope)),
    tenants.read(companyId, db => standingSeries(db, 'pending', moments, scope)),
    tenants.read(companyId, db => standingSeries(db, 'attending', moments, scope)),
  ]);
  const { pending: waiting, open } = totalsOf(counts);
  return {
    ...{ version: metricsVersion, period: shownPeriod(days, zone), at: instant, queues, users },
    total: { pending: waiting, attending: open },
    days: ends.map((end, index) => ({
      ...{ ...end, pending: pending[index] ?? 0, attending: attending[index] ?? 0 },
    })),
  };
};

/** The end of each day that has begun; of the one that goes on, now. */
const daysEnding = (days: Days, zone: string, now: Date): { readonly day: string; readonly at: string }[] =>
  Array.from({ length: countOfDays(days) }, (_, index) => addDays(days.from, index)).flatMap(day => {
    const { from, until } = boundsOfDay(day, zone);
    if (from > now) return [];
    return [{ day, at: new Date(Math.min(until.getTime(), now.getTime())).toISOString() }];
  });

const rowsAt = async (db: Queryable, at: string, scope: Scope) => {
  const [counts, queues, users] = await Promise.all([
    countsAt(db, at, scope),
    namesOf(db, 'queue'),
    namesOf(db, 'user'),
  ]);
  return {
    counts,
    queues: rowsBy(counts, ({ queueId }) => queueId, queues),
    users: rowsBy(counts, ({ userId }) => userId, users),
  };
};

const rowsBy = (
  counts: readonly CountAt[],
  keyOf: (count: CountAt) => string | null,
  names: Awaited<ReturnType<typeof namesOf>>,
): BacklogAnswer['queues'] =>
  [...Map.groupBy(counts, keyOf)]
    .map(([key, own]) => {
      const { pending, open: attending } = totalsOf(own);
      const named = names.find(({ id }) => id === key);
      return { key, name: named?.name ?? null, removed: named?.removed ?? false, pending, attending };
    })
    .toSorted((one, other) => other.pending + other.attending - one.pending - one.attending);
