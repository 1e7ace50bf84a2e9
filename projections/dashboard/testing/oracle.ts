import type { DurationMetric } from '#domain/dashboard/metrics.ts';
import type { Recorded } from '#eventstore/types.ts';
import type { Durations } from '../queries/figures.ts';
import type { Scope } from '../queries/scope.ts';
import { type Attended, attendancesIn } from './oracle-attendances.ts';
import { oracleHours } from './oracle-hours.ts';
import { type OracleTicket, ticketsIn } from './oracle-tickets.ts';

/** Who comes back within so long has been reopened. */
const dayMs = 24 * 60 * 60 * 1_000;

/** Something that a figure counts: when it did, and whose it was then. */
type Counted = {
  readonly of: OracleTicket;
  readonly connection: string;
  readonly at: string;
  readonly queue: string | null;
  readonly user: string | null;
};
type Lasted = Counted & { readonly from: string };

/**
 * What every figure must be: a slow and obvious reading of all events by what `docs/metrics.md` says. It shares nothing
 * with the folds and the queries.
 */
export const oracleOf = (events: readonly Recorded[]) => {
  const tickets = ticketsIn(events);
  const episodes = attendancesIn(events);
  const closed = episodes.flatMap(closingsOf);
  const opened = (scope: Scope) =>
    within(
      episodes.map(episode => ({ ...episode, at: episode.from, ...firstsOf(episode, scope) })),
      scope,
    );
  const reopened = reopenedIn(episodes, tickets);
  const marks = marksIn(events, episodes);
  const leads = leadsIn(events, tickets, episodes);
  const business = oracleHours(events);
  const spans = (name: 'stays' | 'handlings' | 'waits') =>
    episodes.flatMap(({ of, connection, [name]: all }) => all.map(span => ({ ...span, of, connection })));
  const ended = (name: 'stays' | 'handlings' | 'waits') =>
    spans(name).flatMap(({ until, ...span }) => (until === null ? [] : [{ ...span, at: until }]));
  const lasted: Readonly<Record<DurationMetric, readonly Lasted[]>> = {
    waiting: ended('stays').filter(({ menu, ended: how }) => !menu && how !== 'menu' && how !== 'deleted'),
    firstResponse: episodes.flatMap(({ of, connection, customerSince, firstResponse }) =>
      firstResponse && customerSince ? [{ of, connection, from: customerSince, ...firstResponse }] : [],
    ),
    customerWaiting: ended('waits').filter(({ ended: how }) => how === 'answered'),
    handling: ended('handlings'),
    resolution: closed,
  };

  return {
    durations: (metric: DurationMetric, scope: Scope): Durations =>
      summary(
        within(lasted[metric], scope).map(({ from, at, queue }) =>
          scope.clock === 'business' ? business(Date.parse(from), Date.parse(at), queue) : ms(from, at),
        ),
      ),
    closings: (scope: Scope) => {
      const own = within(closed, scope);
      const by = (closing: string) => own.filter(each => each.closing === closing).length;
      return {
        ...{ human: by('human'), bot: by('bot'), timeout: by('timeout') },
        tickets: new Set(own.map(({ ticket }) => ticket)).size,
        contacts: new Set(own.map(({ contact }) => contact)).size,
      };
    },
    opened: (scope: Scope) => opened(scope).length,
    reopened: (scope: Scope) =>
      within(
        reopened.map(each => ({ ...each, queue: firstsOf(each.episode, scope).queue })),
        scope,
      ).length,
    marks: (scope: Scope) =>
      [1, 2, 3].map(mark => within(marks, scope).filter(({ rating }) => rating === mark).length),
    leads: (scope: Scope) =>
      within(
        leads.map(lead => ({ ...lead, ...firstsOf(lead.episode, scope) })),
        scope,
      ).length,
    backlog: (at: string, scope: Scope) => {
      const standing = (name: 'stays' | 'handlings') =>
        spans(name)
          .filter(({ from, until }) => from <= at && (until === null || until > at))
          .map(span => ({ ...span, at, user: name === 'stays' ? null : span.user }))
          .filter(isOf(scope)).length;
      return { pending: standing('stays'), open: standing('handlings') };
    },
  };
};

/** The first queue and the first attendant that an episode had had by the end of a period. */
const firstsOf = (episode: Attended | undefined, { until }: Scope) => {
  const by = (first: Attended['firstQueue']) => (first && first.at < until ? first.id : null);
  return { queue: by(episode?.firstQueue), user: by(episode?.firstUser) };
};

/** Of the period and of what it is narrowed to, as it was in its own moment. */
const within = <Row extends Counted>(rows: readonly Row[], scope: Scope): readonly Row[] =>
  rows.filter(({ at }) => at >= scope.from && at < scope.until).filter(isOf(scope));

const isOf =
  ({ queueId, userId, connectionId, tagId, until }: Scope) =>
  ({ of, queue, user, connection }: Counted): boolean =>
    (!queueId || queue === queueId) &&
    (!userId || user === userId) &&
    (!connectionId || connection === connectionId) &&
    (!tagId || of.had(tagId, until));

const ms = (from: string, until: string): number => Math.max(0, Date.parse(until) - Date.parse(from));

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

/** A deletion is no closing. */
const closingsOf = (episode: Attended) => {
  const { until, closing, closer, closedQueue } = episode;
  if (until === null || closing === 'deleted') return [];
  return [{ ...episode, at: until, queue: closedQueue, user: closer }];
};

/** Episodes that an attendant or the contact began within a day of the contact's last closing; of who had closed. */
const reopenedIn = (episodes: readonly Attended[], tickets: readonly OracleTicket[]) => {
  const closings = [
    ...episodes.flatMap(({ contact, until, closing, closer, closedOrder: order }) =>
      until === null || closing === 'deleted'
        ? []
        : [{ contact, at: until, closer, order, until: Number.POSITIVE_INFINITY }],
    ),
    // One that was taken back had been there until then.
    ...tickets.filter(({ isGroup }) => !isGroup).flatMap(({ takenBack }) => takenBack),
  ].toSorted((one, other) => one.order - other.order);
  return episodes.flatMap(episode => {
    const { order, contact, from } = episode;
    const last = closings.findLast(
      each => each.contact === contact && each.order < order && each.until > order,
    );
    const isBack = last && (episode.reopened || episode.byContact) && ms(last.at, from) <= dayMs;
    const { of, connection } = episode;
    return isBack ? [{ of, connection, episode, at: from, user: last.closer }] : [];
  });
};

/** A contact is new with the first message that came to us, unless a phone had brought older ones before. */
const leadsIn = (
  events: readonly Recorded[],
  tickets: readonly OracleTicket[],
  episodes: readonly Attended[],
) => {
  const known = new Set<string>();
  return events.flatMap((event, order) => {
    if (event.type !== 'MessageReceived' || event.data.waKey.fromMe) return [];
    const { contactId, ticketId, connectionId: connection, history } = event.data;
    const of = tickets.find(({ id }) => id === ticketId);
    if (!of || of.isGroup || known.has(contactId)) return [];
    known.add(contactId);
    if (history) return [];
    const episode = episodes.findLast(each => each.ticket === ticketId && each.order < order);
    return [{ of, connection, episode, at: new Date(event.metadata.at).toISOString() }];
  });
};

const marksIn = (events: readonly Recorded[], episodes: readonly Attended[]) =>
  events.flatMap((event, order) => {
    if (event.type !== 'TicketRated') return [];
    const { ticketId, userId: user, rating } = event.data;
    const episode = episodes.findLast(each => each.ticket === ticketId && each.order < order);
    if (!episode) return [];
    const { of, connection } = episode;
    const at = new Date(event.metadata.at).toISOString();
    return [{ of, connection, at, user, rating, queue: of.placeAt(order).queue }];
  });
