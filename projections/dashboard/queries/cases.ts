import type { Queryable } from '../../tenant.ts';

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

const overlaps = (from: string, until: string): string =>
  `${from} < $3::timestamptz and (${until} is null or ${until} >= $2::timestamptz)`;

/** Who had it then, not who has it now: an attendant or a queue of a stay or a handling in the period. */
const within = (alias: string): string => `${alias}.company_id = $1
  and ${overlaps(`${alias}.opened_at`, `${alias}.closed_at`)}
  and ($4::uuid is null or ${alias}.id in (
    select s.episode_id from dashboard.queue_stay s where s.company_id = $1 and s.queue_id = $4
      and ${overlaps('s.entered_at', 's.left_at')}
    union all
    select h.episode_id from dashboard.handling h where h.company_id = $1 and h.queue_id = $4
      and ${overlaps('h.started_at', 'h.ended_at')}))
  and ($5::uuid is null or ${alias}.connection_id = $5)
  and ($6::uuid is null or ${alias}.id in (
    select h.episode_id from dashboard.handling h where h.company_id = $1 and h.user_id = $6
      and ${overlaps('h.started_at', 'h.ended_at')}))`;

const casesText = `select e.ticket_id as "ticketId", e.contact_id as "contactId", e.connection_id as "connectionId",
    e.id as "episodeId", e.opened_at as "openedAt"
  from dashboard.episode e where ${within('e')} and (e.opened_at, e.id) > ($7::timestamptz, $8::uuid)
    and not exists (select from dashboard.episode f where f.ticket_id = e.ticket_id and ${within('f')}
      and (f.opened_at, f.id) < (e.opened_at, e.id))
  order by e.opened_at, e.id limit $9`;

const contactsText = `select distinct e.contact_id as id from dashboard.episode e
  where ${within('e')} and e.contact_id > $7::uuid order by 1 limit $8`;

const lowestId = '00000000-0000-0000-0000-000000000000';
const valuesOf = (db: Queryable, { from, until, queueId, connectionId, userId }: Slice) =>
  [db.companyId, from, until, queueId ?? null, connectionId ?? null, userId ?? null] as const;

/** Some tickets of a slice in the order of their opening, each once; goes on after `place`. */
export const listCases = (
  db: Queryable,
  slice: Slice,
  place: CasePlace | undefined,
  most: number,
): Promise<readonly Case[]> =>
  db.query<Case>('cases', casesText, [
    ...valuesOf(db, slice),
    ...[place?.openedAt ?? '-infinity', place?.episodeId ?? lowestId, most],
  ]);

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
