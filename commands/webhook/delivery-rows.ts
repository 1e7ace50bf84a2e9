import type { Pool, PoolClient } from 'pg';
import type { testType, WebhookType } from '#domain/webhook/event-types.ts';
import { isoOf } from '#eventstore/database/iso.ts';
import type { Endpoint } from './endpoint-rows.ts';
import { type Before, mayBeEarly } from './retries.ts';

/** A delivery whose time has come. */
export type DueDelivery = Before & {
  readonly id: string;
  readonly endpointId: string;
  readonly companyId: string;
  readonly type: WebhookType | typeof testType;
  readonly category: string;
  readonly entityId: string;
  readonly revision: number;
  readonly position: number;
  readonly happenedAt: string;
  /** When it was to be sent, to the microsecond; null when nothing is to be done any more. */
  readonly dueAt: string | null;
  /** How often it could not be made, so that nothing was sent. */
  readonly unmade: number;
  readonly endpoint: Pick<Endpoint, 'id' | 'url' | 'payload' | 'connectionIds'>;
};

export const deliveryColumns = `d.id, d.endpoint_id as "endpointId", d.company_id as "companyId", d.type, d.category,
  d.entity_id as "entityId", d.revision, d.position::float8 as position, ${isoOf('d.happened_at')} as "happenedAt", d.tries,
  d.early, ${isoOf('d.planned_at')} as "plannedAt", d.next_at::text as "dueAt", d.unmade, d.answered, d.problem`;
export const endpointOfDelivery = `json_build_object('id', e.id, 'url', e.url, 'payload', e.payload,
  'connectionIds', e.connection_ids) as endpoint`;

/** An endpoint that is sent to now: it is enabled, and has not asked to be left alone. */
const isOpen = (now: string): string => `e.enabled and (e.held_until is null or e.held_until <= ${now})`;

/** Endpoints that have something to be delivered now; of those that are named, or of all. */
export const endpointsDue = async (
  pool: Pool,
  now: Date,
  among: readonly string[] | undefined,
): Promise<readonly { readonly id: string; readonly isFailing: boolean }[]> => {
  const { rows } = await pool.query<{ id: string; isFailing: boolean }>(
    `select e.id, e.failing_since is not null as "isFailing" from webhook.endpoint e
     where ${isOpen('$1')} and ($2::uuid[] is null or e.id = any($2)) and exists (
       select 1 from webhook.delivery d
       where d.endpoint_id = e.id and d.status = 'waiting' and d.next_at <= $1)`,
    [now, among ?? null],
  );
  return rows;
};

/** What is due for one endpoint, what was due first, the oldest of it first, without those that are being sent. */
export const dueOf = async (
  pool: Pool,
  endpointId: string,
  { now, most, but }: { readonly now: Date; readonly most: number; readonly but: readonly string[] },
): Promise<readonly DueDelivery[]> => {
  const { rows } = await pool.query<DueDelivery>(
    `select ${deliveryColumns}, ${endpointOfDelivery}
     from webhook.delivery d join webhook.endpoint e on e.id = d.endpoint_id
     where d.endpoint_id = $1 and ${isOpen('$2')} and d.status = 'waiting' and d.next_at <= $2
       and not d.id = any($4::uuid[])
     order by d.next_at, d.position limit $3`,
    [endpointId, now, most, but],
  );
  return rows;
};

/** A receiver that answers again gets so much at most, each second, of what waits for its next try. */
const mostAhead = 50;

/**
 * What waits for endpoints that answer is due now instead of at its time, the oldest first, some of it at a time: the
 * receiver was down when it was tried. Called once a second at most.
 */
export const bringForward = async (pool: Pool, now: Date): Promise<void> => {
  await pool.query(
    `update webhook.delivery d set planned_at = coalesce(d.planned_at, d.next_at), next_at = $1
     from webhook.endpoint e cross join lateral (
       select id from webhook.delivery w
       where w.endpoint_id = e.id and w.status = 'waiting' and w.next_at > $1 and w.reason is null
         and ${mayBeEarly('w.tried_at', 'w.early', '$1')}
       order by w.position, w.id limit ${mostAhead}) as ahead
     where ${isOpen('$1')} and e.failing_since is null and d.id = ahead.id and d.next_at > $1`,
    [now],
  );
};

/** There is nothing to be told after all. */
export const dropDelivery = async (pool: Pool, id: string): Promise<void> => {
  await pool.query('delete from webhook.delivery where id = $1', [id]);
};

/** How long deliveries are kept. */
export const keptDays = 30;

/** Forgets deliveries that were noted too long ago, some thousands at a time; answers how many. */
export const pruneDeliveries = async (pool: Pool, now: Date): Promise<number> => {
  const { rowCount } = await pool.query(
    `delete from webhook.delivery where id in (
       select id from webhook.delivery where noted_at < $1::timestamptz - make_interval(days => $2) limit 5000)`,
    [now, keptDays],
  );
  return rowCount ?? 0;
};

/** What endpoints have answered about people who are erased goes: an answer may repeat what it was told. */
export const purgeAnswers = async (
  client: Pick<PoolClient, 'query'>,
  { companyId, persons }: { readonly companyId: string; readonly persons: readonly string[] },
): Promise<void> => {
  await client.query(
    `update webhook.delivery set answer = null
     where company_id = $1 and answer is not null and persons && $2::uuid[]`,
    [companyId, persons],
  );
};
