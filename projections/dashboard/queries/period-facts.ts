import type { StandingMetric } from '#domain/dashboard/metrics.ts';
import type { Span as Period } from '#domain/dashboard/period.ts';
import { nameOf } from '../../inbox/queries/statement.ts';
import type { Queryable } from '../../tenant.ts';
import { partsReaching } from '../span-lengths.ts';
import type { Closing, HandlingEnd, StayEnd } from '../tables.ts';
import { sources } from './scope.ts';
import { standing } from './standing.ts';

/** Moments are milliseconds since 1970. */
export type SpanFact = {
  readonly ticketId: string;
  readonly contactId: string;
  readonly queueId: string | null;
  readonly userId: string | null;
  readonly begin: number;
  readonly end: number | null;
  readonly ended: StayEnd | HandlingEnd | null;
  readonly ms: number | null;
  /** Whether it is one of those that the dashboard's metric counts, when it ends in the period. */
  readonly counts: boolean;
};
export type EpisodeFact = {
  readonly id: string;
  readonly ticketId: string;
  readonly contactId: string;
  /** The one that it was closed in, or is in. */
  readonly queueId: string | null;
  /** The first one that it had by the end of the period. */
  readonly firstQueueId: string | null;
  readonly openedAt: number;
  readonly reopened: boolean;
  readonly closedAt: number | null;
  readonly closing: Closing | null;
  readonly closerId: string | null;
};
/** What happened to a ticket at a moment, and a number that belongs to it. */
export type PointFact = {
  readonly ticketId: string;
  readonly contactId: string;
  readonly queueId: string | null;
  readonly userId: string | null;
  readonly at: number;
  readonly value: number;
};
export type PeriodFacts = {
  readonly stays: readonly SpanFact[];
  readonly handlings: readonly SpanFact[];
  readonly episodes: readonly EpisodeFact[];
  readonly answers: readonly PointFact[];
  readonly marks: readonly PointFact[];
  readonly leads: readonly PointFact[];
};

const ms = (column: string): string => `(extract(epoch from f.${column}) * 1000)::float8`;
const place = `f.ticket_id as "ticketId", f.contact_id as "contactId", f.queue_id as "queueId"`;

/**
 * Every fact that began, ended or went on in a period: what its player is made of. Undefined where there are more than
 * so many of a kind, or of those that are a move each; then no more was read than that and one.
 */
export const periodFacts = async (
  db: Queryable,
  period: Period,
  most: number,
): Promise<PeriodFacts | undefined> => {
  const ask = async <Row extends object>(text: string, room: number) => {
    const values = [db.companyId, period.from, period.until, room + 1];
    const rows = await db.query<Row>(nameOf('period', text), text, values);
    return rows.length > room ? undefined : rows;
  };
  const answers = await ask<PointFact>(points('customerWaiting', place), most);
  const marks = answers && (await ask<PointFact>(points('rated', place), most - answers.length));
  const leads = marks && (await ask<PointFact>(leadsText, most - answers.length - marks.length));
  const stays = leads && (await ask<SpanFact>(spans('pending', sources.waiting.only), most));
  const handlings = stays && (await ask<SpanFact>(spans('attending', sources.handling.only), most));
  const episodes = handlings && (await ask<EpisodeFact>(episodesText, most));
  return episodes && { stays, handlings, episodes, answers, marks, leads };
};

const [from, until] = ['$2::timestamptz', '$3::timestamptz'];

/** How far a clock may go back: what it has ended before it began belongs to when it ended. */
const backInterval = "interval '1 hour'";

const spans = (metric: StandingMetric, only: string): string => {
  const { table, since, until: end } = standing[metric];
  const columns = `${place}, f.user_id as "userId", ${ms(since)} as begin, ${ms(end)} as end, f.ended,
    f.ms::float8 as ms, (true ${only}) is true as counts`;
  const before = `f.${since} < ${until} + ${backInterval} and (f.${since} < ${until} or f.${end} < ${until})`;
  return `select * from (${partsReaching(standing[metric], from, '>=')
    .map(
      condition => `select ${columns} from dashboard.${table} f
        where f.company_id = $1 and ${condition} and ${before}`,
    )
    .join(' union all ')}) s limit $4`;
};

const episodesText = `
  select f.id, ${place}, case when f.first_queue_at < ${until} then f.first_queue_id end as "firstQueueId",
    ${ms('opened_at')} as "openedAt", f.reopened, ${ms('closed_at')} as "closedAt",
    f.closing, f.closer_id as "closerId"
  from dashboard.episode f
  where f.company_id = $1 and ((f.opened_at >= ${from} and f.opened_at < ${until})
    or (f.closed_at >= ${from} and f.closed_at < ${until}))
  limit $4`;

const points = (metric: 'customerWaiting' | 'rated' | 'leads', columns: string): string => {
  const { table, at, value, user, only } = sources[metric];
  return `
  select ${columns}, ${user && !user.since ? `f.${user.id}` : 'null::uuid'} as "userId", ${ms(at)} as at,
    ${metric === 'leads' ? '0' : `f.${value}::float8`} as value
  from dashboard.${table} f
  where f.company_id = $1 and f.${at} >= ${from} and f.${at} < ${until} ${only}
  limit $4`;
};
const leadsText = points('leads', 'f.ticket_id as "ticketId", f.id as "contactId", null::uuid as "queueId"');
