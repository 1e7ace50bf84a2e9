import { type DurationMetric, reopenedWithinMs } from '#domain/dashboard/metrics.ts';
import type { Recorded } from '#eventstore/types.ts';
import type { Durations } from '../queries/figures.ts';
import type { Scope } from '../queries/scope.ts';
import { type Attended, attendancesIn } from './oracle-attendances.ts';
import { oracleHours } from './oracle-hours.ts';

/**
 * What every figure must be: a slow and obvious reading of all events. It shares nothing with the folds and the
 * queries but the definitions in `docs/metrics.md`.
 */
export const oracleOf = (events: readonly Recorded[]) => {
  const episodes = attendancesIn(events);
  const leads = leadsIn(events, episodes);
  const marked = marksIn(events, episodes);
  const rows = <
    Row extends { readonly at: string | null; readonly user: string | null; readonly queue: string | null },
  >(
    scope: Scope,
    all: readonly (readonly [Attended, Row])[],
  ): readonly (readonly [Attended, Row])[] =>
    all.filter(
      ([episode, row]) =>
        within(row.at, scope) &&
        (!scope.queueId || row.queue === scope.queueId) &&
        (!scope.userId || row.user === scope.userId) &&
        (!scope.connectionId || episode.connection === scope.connectionId) &&
        (!scope.tagId || episode.tags.includes(scope.tagId)),
    );
  const spans = (name: 'stays' | 'handlings' | 'waits') =>
    episodes.flatMap(episode => episode[name].map(each => [episode, { ...each, at: each.until }] as const));
  const whole = (at: (episode: Attended) => string | null, user: (episode: Attended) => string | null) =>
    episodes.map(each => [each, { ...each, at: at(each), user: user(each) }] as const);

  const business = oracleHours(events);
  const values: Readonly<Record<DurationMetric, (scope: Scope) => readonly Measured[]>> = {
    waiting: scope =>
      rows(scope, spans('stays')).flatMap(([, { menu, ended, from, until, queue }]) =>
        menu || ended === 'menu' || ended === 'deleted' ? [] : [{ from, until, queue }],
      ),
    firstResponse: scope =>
      rows(
        scope,
        whole(
          e => e.firstResponse?.at ?? null,
          e => e.firstResponse?.user ?? null,
        ),
      ).map(([e]) => ({
        ...{ from: e.customerSince, until: e.firstResponse?.at ?? null },
        queue: e.firstResponse?.queue ?? null,
      })),
    customerWaiting: scope =>
      rows(scope, spans('waits')).flatMap(([, { ended, from, until, queue }]) =>
        ended === 'answered' ? [{ from, until, queue }] : [],
      ),
    handling: scope =>
      rows(scope, spans('handlings')).map(([, { from, until, queue }]) => ({ from, until, queue })),
    resolution: scope => closedIn(scope).map(([{ from, until, queue }]) => ({ from, until, queue })),
  };
  const closedIn = (scope: Scope) =>
    rows(
      scope,
      whole(
        e => e.until,
        e => e.closer,
      ),
    ).filter(([e]) => e.closing !== 'deleted');

  return {
    durations: (metric: DurationMetric, scope: Scope): Durations =>
      summary(
        values[metric](scope).map(({ from, until, queue }) =>
          scope.clock === 'business'
            ? business(Date.parse(from ?? ''), Date.parse(until ?? ''), queue)
            : ms(from, until),
        ),
      ),
    closings: (scope: Scope) => {
      const closed = closedIn(scope).map(([e]) => e);
      const by = (closing: string) => closed.filter(each => each.closing === closing).length;
      return {
        ...{ human: by('human'), bot: by('bot'), timeout: by('timeout') },
        tickets: new Set(closed.map(({ ticket }) => ticket)).size,
        contacts: new Set(closed.map(({ contact }) => contact)).size,
      };
    },
    opened: (scope: Scope) =>
      rows(
        scope,
        whole(
          e => e.from,
          e => e.user,
        ),
      ).length,
    reopened: (scope: Scope) =>
      rows(
        scope,
        whole(
          e => e.from,
          e => formerOf(e, episodes)?.closer ?? null,
        ),
      ).filter(([e]) => {
        const former = formerOf(e, episodes);
        return (e.reopened || e.byContact) && former && ms(former.until, e.from) <= reopenedWithinMs;
      }).length,
    marks: (scope: Scope) =>
      [1, 2, 3].map(mark => rows(scope, marked).filter(([, { rating }]) => rating === mark).length),
    leads: (scope: Scope) =>
      leads.filter(
        ({ at, first, connection }) =>
          within(at, scope) &&
          (!scope.connectionId || connection === scope.connectionId) &&
          ((!scope.queueId && !scope.userId && !scope.tagId) ||
            first.some(
              e =>
                (!scope.queueId || e.queue === scope.queueId) &&
                (!scope.userId || e.user === scope.userId) &&
                (!scope.tagId || e.tags.includes(scope.tagId)),
            )),
      ).length,
    backlog: (at: string, scope: Scope) => {
      const going = (name: 'stays' | 'handlings') =>
        rows(
          { ...scope, from: at, until: at },
          spans(name).flatMap(([e, span]) =>
            span.from <= at && (span.until === null || span.until > at)
              ? [[e, { ...span, at: null, user: name === 'stays' ? null : span.user }]]
              : [],
          ),
        ).length;
      return { pending: going('stays'), open: going('handlings') };
    },
  };
};

const ms = (from: string | null, until: string | null): number =>
  Math.max(0, Date.parse(until ?? '') - Date.parse(from ?? ''));

type Measured = {
  readonly from: string | null;
  readonly until: string | null;
  readonly queue: string | null;
};

/** No moment: it is counted at whatever moment. */
const within = (at: string | null, { from, until }: Scope): boolean =>
  from === until ? at === null : at !== null && at >= from && at < until;

const summary = (values: readonly number[]): Durations => {
  if (values.length === 0) return { count: 0, average: null, median: null, p90: null };
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => {
    const place = share * (sorted.length - 1);
    const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    return Math.round(low + (high - low) * (place - Math.floor(place)));
  };
  const sum = values.reduce((total, value) => total + value, 0);
  return { count: values.length, average: Math.round(sum / values.length), median: at(0.5), p90: at(0.9) };
};

/** The last of the same contact that had been closed before this one began. */
const formerOf = (episode: Attended, all: readonly Attended[]): Attended | undefined =>
  all
    .filter(
      ({ contact, closing, closedOrder }) =>
        contact === episode.contact &&
        closing !== null &&
        closing !== 'deleted' &&
        closedOrder < episode.order,
    )
    .toSorted((one, other) => one.closedOrder - other.closedOrder)
    .at(-1);

const leadsIn = (events: readonly Recorded[], episodes: readonly Attended[]) => {
  const groups = new Set(
    events.flatMap(e => (e.type === 'TicketOpened' && e.data.isGroup ? [e.data.ticketId] : [])),
  );
  const first = new Map<string, { at: string; ticket: string; connection: string }>();
  for (const event of events) {
    if (event.type !== 'MessageReceived' || event.data.waKey.fromMe) continue;
    const { contactId, ticketId: ticket, connectionId: connection, sentAt } = event.data;
    if (groups.has(ticket)) continue;
    const at = `${new Date(sentAt).toISOString().slice(0, 19)}.000Z`;
    const known = first.get(contactId);
    if (!known || at < known.at) first.set(contactId, { at, ticket, connection });
  }
  return [...first.values()].map(lead => ({
    ...lead,
    first: episodes.filter(({ ticket }) => ticket === lead.ticket),
  }));
};

const marksIn = (events: readonly Recorded[], episodes: readonly Attended[]) =>
  events.flatMap((event, order) => {
    if (event.type !== 'TicketRated') return [];
    const { ticketId, userId: user, rating, ratedAt: at } = event.data;
    const episode = episodes.filter(e => e.ticket === ticketId && e.order < order).at(-1);
    return episode ? [[episode, { at, user, rating, queue: episode.queue }] as const] : [];
  });
