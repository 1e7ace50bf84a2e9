import type { EpisodesAnswer, EpisodesQuery, EpisodeView } from '#contracts/dashboard.ts';
import { metricsVersion, standingMetrics } from '#domain/dashboard/metrics.ts';
import type { Days } from '#domain/dashboard/period.ts';
import { countFacts, type Fact, type Figure, listFacts } from '#projections/dashboard/queries/episodes.ts';
import { ticketsByIds } from '#projections/inbox/queries/tickets.ts';
import type { Queryable, Tenants } from '#projections/tenant.ts';
import { CallRefused } from '../errors/refusal.ts';
import { notToCome } from '../replay/instant.ts';
import { askedOf, type Reader, shownPeriod } from './asked.ts';
import { refuseUnknown } from './known.ts';
import { namesOf } from './names.ts';

const pageSize = 50;

/**
 * The part of a figure that a call asks for.
 * @throws {CallRefused} as `askedOf` does, ERR_INSTANT_TO_COME too.
 */
export const figureOf = async (
  tenants: Pick<Tenants, 'read'>,
  query: EpisodesQuery,
  reader: Reader,
): Promise<{ readonly figure: Figure; readonly days: Days }> => {
  const { metric, by, key, closing, rating, weekday, hour } = query;
  const { zone, now } = reader;
  const { days, scope } = await askedOf(tenants, query, reader);
  if (by && key && key !== 'none') await refuseUnknown(tenants, reader.companyId, { [by]: key });
  const ends = new Date(Math.min(Date.parse(scope.until), now.getTime())).toISOString();
  const of = by && key ? { by, key: key === 'none' ? null : key } : undefined;
  const at = query.at ? notToCome(query.at, now) : ends;
  return { days, figure: { metric, scope, zone, at, of, closing, rating, weekday, hour } };
};

/** A page of the rows behind a figure, with the names that they are shown with. */
export const readEpisodes = async (
  tenants: Tenants,
  query: EpisodesQuery,
  reader: Reader,
): Promise<EpisodesAnswer> => {
  const { figure, days } = await figureOf(tenants, query, reader);
  const [total, page] = await Promise.all([
    tenants.read(reader.companyId, db => countFacts(db, figure)),
    tenants.read(reader.companyId, db => pageOf(db, figure, { most: pageSize, after: query.cursor })),
  ]);
  const isStanding = (standingMetrics as readonly string[]).includes(figure.metric);
  return {
    ...{ version: metricsVersion, period: shownPeriod(days, reader.zone) },
    ...{ at: isStanding ? figure.at : null, total, ...page },
  };
};

type Page = Pick<EpisodesAnswer, 'rows' | 'nextCursor'>;

type Wanted = {
  readonly most: number;
  readonly after?: string | undefined;
  /** Those that are known already: who reads page after page reads them once. */
  readonly names?: Names;
};
type Names = (id: string | null) => Named;

/** Refused with ERR_VALIDATION where `after` is no place of a list. */
export const pageOf = async (
  db: Queryable,
  figure: Figure,
  { most, after, names: known }: Wanted,
): Promise<Page> => {
  const [found, names] = await Promise.all([
    listFacts(db, figure, { most: most + 1, after }),
    known ?? namesIn(db),
  ]);
  if (!found) throw new CallRefused('ERR_VALIDATION', { message: 'no cursor of ours' });
  const facts = found.slice(0, most);
  const tickets = await ticketsByIds(db, [...new Set(facts.map(({ ticketId }) => ticketId))]);
  const byId = new Map(tickets.map(ticket => [ticket.id, ticket]));
  return {
    rows: facts.map(fact => rowOf(fact, names, byId.get(fact.ticketId))),
    nextCursor: found.length > most ? (facts.at(-1)?.cursor ?? null) : null,
  };
};

type Named = EpisodeView['queue'];
type Ticket = Awaited<ReturnType<typeof ticketsByIds>>[number];

/** What queues, connections and people are called. */
export const namesIn = async (db: Queryable): Promise<Names> => {
  const lists = await Promise.all((['queue', 'connection', 'user'] as const).map(by => namesOf(db, by)));
  const byId = new Map(lists.flat().map(({ id, name, removed }) => [id, { id, name, removed }]));
  return id => (id === null ? null : (byId.get(id) ?? null));
};

const rowOf = (
  fact: Fact,
  nameOf: (id: string | null) => Named,
  ticket: Ticket | undefined,
): EpisodeView => ({
  ...{
    id: fact.id,
    ticketId: fact.ticketId,
    from: fact.from,
    until: fact.until,
    ms: fact.ms,
    businessMs: fact.businessMs,
    customerMs: fact.customerMs,
  },
  ...{ number: ticket?.number ?? null, contact: ticket ? (ticket.contact?.name ?? '') : null },
  ...{ queue: nameOf(fact.queueId), connection: nameOf(fact.connectionId), user: nameOf(fact.userId) },
  ...{ closing: fact.closing as EpisodeView['closing'], rating: fact.rating },
});
