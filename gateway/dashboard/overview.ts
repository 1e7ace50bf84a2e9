import type { AttendantFigures, DashboardAnswer } from '#contracts/dashboard.ts';
import { boundsOfDay, dayOf } from '#domain/shared/calendar.ts';
import { backlogAt, counted, countedBy, startsByHour } from '#projections/dashboard/queries/figures.ts';
import type { Scope } from '#projections/dashboard/queries/scope.ts';
import { type KnownUser, knownUsers } from '#projections/inbox/queries/known-users.ts';
import type { Queryable, Tenants } from '#projections/tenant.ts';

type Asked = {
  readonly companyId: string;
  readonly scope: Scope;
  readonly zone: string;
  readonly now: Date;
};
type Read = Omit<DashboardAnswer, 'attendants' | 'period'> & {
  readonly attendants: readonly Omit<AttendantFigures, 'online'>[];
};

/** The dashboard of the specification (core, sections 2 and 3); who is online others know. */
export const readOverview = (tenants: Tenants, { companyId, ...asked }: Asked): Promise<Read> =>
  tenants.read(companyId, async db => {
    const { scope, zone, now } = asked;
    const ends = new Date(Math.min(Date.parse(scope.until), now.getTime())).toISOString();
    const [backlog, closed, leads, handling, waiting, today, attendants] = await Promise.all([
      backlogAt(db, ends, scope),
      counted(db, 'closed', scope),
      counted(db, 'leads', scope),
      counted(db, 'handling', scope),
      counted(db, 'waiting', scope),
      startsOfToday(db, scope, zone, now),
      attendantsOf(db, scope),
    ]);
    return {
      counters: {
        ...{ supportPending: backlog.pending, supportHappening: backlog.open, supportFinished: closed.count },
        leads: leads.count,
        avgSupportTime: minutesOf(handling.average),
        avgWaitTime: minutesOf(waiting.average),
      },
      today,
      attendants,
    };
  });

const minutesOf = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / 6_000) / 10);

/** A clock that shows an hour twice counts it in one. */
const startsOfToday = async (db: Queryable, scope: Scope, zone: string, now: Date): Promise<number[]> => {
  const { from, until } = boundsOfDay(dayOf(now, zone), zone);
  const day = { ...scope, from: from.toISOString(), until: until.toISOString() };
  const starts = await startsByHour(db, day, zone);
  return Array.from({ length: 24 }, (_, hour) => starts.find(each => each.hour === hour)?.count ?? 0);
};

/** Everybody who is there, and of those who are gone who had something to do with it. */
const attendantsOf = async (db: Queryable, scope: Scope): Promise<Read['attendants']> => {
  const [users, handlings, ratings, closed] = await Promise.all([
    knownUsers(db),
    countedBy(db, 'handling', 'user', scope),
    countedBy(db, 'rated', 'user', scope),
    countedBy(db, 'closed', 'user', scope),
  ]);
  const of = (rows: typeof handlings, { id }: KnownUser) => rows.find(({ key }) => key === id);
  return users
    .map(user => {
      const [handling, rating] = [of(handlings, user), of(ratings, user)];
      return {
        ...{ id: user.id, name: user.name, removed: user.removed },
        rating: rating?.average ? Math.round(rating.average * 100) / 100 : null,
        ratings: rating?.count ?? 0,
        avgSupportTime: minutesOf(handling?.average ?? null),
        finished: of(closed, user)?.count ?? 0,
      };
    })
    .filter(row => !row.removed || row.ratings > 0 || row.finished > 0 || row.avgSupportTime !== null)
    .filter(({ id }) => !scope.userId || id === scope.userId);
};
