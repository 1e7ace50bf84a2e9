import type { StandingMetric } from '#domain/dashboard/metrics.ts';
import type { Queryable } from '../../tenant.ts';
import { partsReaching } from '../span-lengths.ts';
import { standing } from './standing.ts';

/** Tickets that were attended to in a period, perhaps of a queue, a connection or an attendant. */
export type Slice = {
  readonly from: string;
  readonly until: string;
  readonly queueId?: string | undefined;
  readonly connectionId?: string | undefined;
  readonly userId?: string | undefined;
};

/** A ticket with its contact and connection. */
export type Case = {
  readonly ticketId: string;
  readonly contactId: string;
  readonly connectionId: string;
  /** Where a page goes on. */
  readonly episodeId: string;
  readonly openedAt: string;
};
export type CasePlace = Pick<Case, 'openedAt' | 'episodeId'>;

const [from, until] = ['$2::timestamptz', '$3::timestamptz'];

/** The episodes that had to do with a queue ($4) or an attendant ($6) in the period. */
const spansOf = (metric: StandingMetric, whose: string): string =>
  partsReaching(standing[metric], from, '>=')
    .map(
      part => `select f.episode_id from dashboard.${standing[metric].table} f
        where f.company_id = $1 and ${part} and f.${standing[metric].since} < ${until} and f.${whose}`,
    )
    .join(' union all ');
const ofQueue = 'queue_id = $4';
const inQueue = `${spansOf('pending', ofQueue)} union all ${spansOf('attending', ofQueue)}`;

/** Who had it then, not who has it now. */
const narrowed = (alias: string): string => `($4::uuid is null or ${alias}.id in (${inQueue}))
  and ($5::uuid is null or ${alias}.connection_id = $5)
  and ($6::uuid is null or ${alias}.id in (${spansOf('attending', 'user_id = $6')}))`;

/** What went on when the period began: opened before, and closed at its beginning, later or not yet. By indexes alone. */
const wentOn = `select o.id from dashboard.episode o
    where o.company_id = $1 and o.closed_at is null and o.opened_at < ${from}
  union all
  select c.id from dashboard.episode c where c.company_id = $1 and c.closed_at >= ${from}
    and c.resolution_ms > extract(epoch from c.closed_at - ${from}) * 1000`;

const columns = `e.ticket_id as "ticketId", e.contact_id as "contactId", e.connection_id as "connectionId",
    e.id as "episodeId", e.opened_at as "openedAt"`;
/** The first of its ticket in the slice. */
const isFirst = `not exists (select from dashboard.episode f where f.ticket_id = e.ticket_id and f.company_id = $1
      and f.opened_at < ${until} and (f.closed_at is null or f.closed_at >= ${from}) and ${narrowed('f')}
      and (f.opened_at, f.id) < (e.opened_at, e.id))`;
const place = '(e.opened_at, e.id) > ($7::timestamptz, $8::uuid)';

const before = `select ${columns} from dashboard.episode e
  where e.company_id = $1 and e.id in (${wentOn}) and ${place} and ${narrowed('e')} and ${isFirst}`;
const opened = `select ${columns} from dashboard.episode e
  where e.company_id = $1 and e.opened_at >= greatest(${from}, $7::timestamptz) and e.opened_at < ${until}
    and ${place} and ${narrowed('e')} and (e.closed_at is null or e.closed_at >= ${from}) and ${isFirst}`;
const inOrder = 'order by "openedAt", "episodeId" limit $9';
const texts = {
  cases: `select * from ((${before}) union all (${opened} order by e.opened_at, e.id limit $9)) s ${inOrder}`,
  cases_opened: `${opened} ${inOrder}`,
} as const;

const contactsText = `select distinct e.contact_id as id from dashboard.episode e
  where e.company_id = $1 and (e.id in (${wentOn}) or e.opened_at >= ${from} and e.opened_at < ${until})
    and (e.closed_at is null or e.closed_at >= ${from}) and ${narrowed('e')}
    and e.contact_id > $7::uuid order by 1 limit $8`;

const counted = `select count(*)::int as count from (select from dashboard.episode e
  where e.company_id = $1 and (e.id in (${wentOn}) or e.opened_at >= ${from} and e.opened_at < ${until})
    and (e.closed_at is null or e.closed_at >= ${from}) and ${narrowed('e')} limit $7) e`;

const lowestId = '00000000-0000-0000-0000-000000000000';
const valuesOf = (db: Queryable, { from, until, queueId, connectionId, userId }: Slice) =>
  [db.companyId, from, until, queueId ?? null, connectionId ?? null, userId ?? null] as const;

/**
 * Some tickets of a slice in the order of their opening, each once; goes on after `after`. Each page reads on from where the
 * one before ended: only the first looks at what had begun before the period.
 */
export const listCases = (
  db: Queryable,
  slice: Slice,
  after: CasePlace | undefined,
  most: number,
): Promise<readonly Case[]> => {
  const name = after && after.openedAt >= slice.from ? 'cases_opened' : 'cases';
  return db.query<Case>(name, texts[name], [
    ...valuesOf(db, slice),
    ...[after?.openedAt ?? '-infinity', after?.episodeId ?? lowestId, most],
  ]);
};

/** How many episodes of tickets a slice has, counted to one more than `most`. */
export const countCases = async (db: Queryable, slice: Slice, most: number): Promise<number> => {
  const values = [...valuesOf(db, slice), most + 1];
  return (await db.query<{ count: number }>('cases_counted', counted, values))[0]?.count ?? 0;
};

/** The contacts of a slice's tickets, each once, after one of them. */
export const listCaseContacts = async (
  db: Queryable,
  slice: Slice,
  after: string | undefined,
  most: number,
): Promise<readonly string[]> => {
  const values = [...valuesOf(db, slice), after ?? lowestId, most];
  return (await db.query<{ id: string }>('case_contacts', contactsText, values)).map(({ id }) => id);
};
