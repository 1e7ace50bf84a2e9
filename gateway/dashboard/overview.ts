import type { AttendantFigures, DashboardAnswer } from '#contracts/dashboard.ts';
import { boundsOfDay, dayOf } from '#domain/shared/calendar.ts';
import { countsAt, totalsOf } from '#projections/dashboard/queries/at-instant.ts';
import { counted, countedBy, startsByHour } from '#projections/dashboard/queries/figures.ts';
import type { Scope } from '#projections/dashboard/queries/scope.ts';
import { type KnownUser, knownUsers } from '#projections/inbox/queries/known-users.ts';
import type { Queryable, Tenants } from '#projections/tenant.ts';

type Asked = {
  readonly companyId: string;
  readonly scope: Scope;
  readonly zone: string;
  readonly now: Date;
};
type Read = Omit<DashboardAnswer, 'attendants' | 'period' | 'version'> & {
  readonly attendants: readonly Omit<AttendantFigures, 'online'>[];
};

/**
 * The dashboard of the specification (core, sections 2 and 3); who is online others know. What was finished and handled
 * is read once, by person, and added up. Three connections share the work.
 */
export const readOverview = async (tenants: Tenants, { companyId, ...asked }: Asked): Promise<Read> => {
  const { scope, zone, now } = asked;
  const ends = new Date(Math.min(Date.parse(scope.until), now.getTime())).toISOString();
  const [[backlog, waiting, rated], [users, handled, today, closed], leads] = await Promise.all([
    tenants.read(companyId, db =>
      Promise.all([
        countsAt(db, ends, scope).then(totalsOf),
        counted(db, 'waiting', scope),
        countedBy(db, 'rated', 'user', scope),
      ]),
    ),
    tenants.read(companyId, db =>
      Promise.all([
        knownUsers(db),
        countedBy(db, 'handling', 'user', scope),
        startsOfToday(db, scope, zone, now),
        countedBy(db, 'closed', 'user', scope),
      ]),
    ),
    // With a queue or an attendant this takes as long as all of the others of a connection.
    tenants.read(companyId, db => counted(db, 'leads', scope)),
  ]);
  const attendants = attendantsOf(users, { handled, closed, rated });
  const [supportMs, waitMs] = [averageOf(handled), wholeOf(waiting.average)];
  return {
    counters: {
      ...{ supportPending: backlog.pending, supportHappening: backlog.open },
      supportFinished: countOf(closed),
      leads: leads.count,
      ...{ avgSupportTime: minutesOf(supportMs), avgWaitTime: minutesOf(waitMs) },
      ...{ avgSupportTimeMs: supportMs, avgWaitTimeMs: waitMs },
    },
    today,
    attendants: attendants.filter(({ id }) => !scope.userId || id === scope.userId),
  };
};

type ByUser = Awaited<ReturnType<typeof countedBy>>;

const countOf = (rows: ByUser): number => rows.reduce((sum, { count }) => sum + count, 0);

/** What is added up is whole milliseconds. */
const averageOf = (rows: ByUser): number | null => {
  const sum = rows.reduce((total, { count, average }) => total + Math.round(count * (average ?? 0)), 0);
  return rows.length === 0 ? null : wholeOf(sum / countOf(rows));
};

const wholeOf = (ms: number | null): number | null => (ms === null ? null : Math.round(ms));

const minutesOf = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / 6_000) / 10);

/** A clock that shows an hour twice counts it in one. */
const startsOfToday = async (db: Queryable, scope: Scope, zone: string, now: Date): Promise<number[]> => {
  const { from, until } = boundsOfDay(dayOf(now, zone), zone);
  const day = { ...scope, from: from.toISOString(), until: until.toISOString() };
  const starts = await startsByHour(db, day, zone);
  return Array.from({ length: 24 }, (_, hour) => starts.find(each => each.hour === hour)?.count ?? 0);
};

/** Everybody who is there, and of those who are gone who had something to do with it. */
export const attendantsOf = (
  users: readonly KnownUser[],
  { handled, closed, rated }: { readonly [Name in 'handled' | 'closed' | 'rated']: ByUser },
): Read['attendants'] => {
  const of = (rows: ByUser, { id }: KnownUser) => rows.find(({ key }) => key === id);
  return users
    .map(user => {
      const [handling, rating] = [of(handled, user), of(rated, user)];
      return {
        ...{ id: user.id, name: user.name, removed: user.removed },
        rating: rating?.average ? Math.round(rating.average * 100) / 100 : null,
        ratings: rating?.count ?? 0,
        avgSupportTime: minutesOf(wholeOf(handling?.average ?? null)),
        avgSupportTimeMs: wholeOf(handling?.average ?? null),
        finished: of(closed, user)?.count ?? 0,
      };
    })
    .filter(row => !row.removed || row.ratings > 0 || row.finished > 0 || row.avgSupportTime !== null);
};
