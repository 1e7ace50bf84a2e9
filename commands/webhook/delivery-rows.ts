import type { Pool, PoolClient } from 'pg';
import type { testType, WebhookType } from '#domain/webhook/event-types.ts';
import { isoOf } from '#eventstore/database/iso.ts';
import type { Endpoint } from './endpoint-rows.ts';
import type { Problem } from './retries.ts';

/** A delivery whose time has come. */
export type DueDelivery = {
  readonly id: string;
  readonly endpointId: string;
  readonly companyId: string;
  readonly type: WebhookType | typeof testType;
  readonly category: string;
  readonly entityId: string;
  readonly revision: number;
  readonly position: number;
  readonly happenedAt: string;
  readonly tries: number;
  /** When it was to be sent, to the microsecond; null when nothing is to be done any more. */
  readonly dueAt: string | null;
  /** How the last of them was answered. */
  readonly answered: number | null;
  readonly problem: Problem | null;
  readonly endpoint: Pick<Endpoint, 'id' | 'url' | 'payload' | 'connectionIds'>;
};

export const deliveryColumns = `d.id, d.endpoint_id as "endpointId", d.company_id as "companyId", d.type, d.category,
  d.entity_id as "entityId", d.revision, d.position::float8 as position, ${isoOf('d.happened_at')} as "happenedAt", d.tries,
  d.next_at::text as "dueAt", d.answered, d.problem`;
export const endpointOfDelivery = `json_build_object('id', e.id, 'url', e.url, 'payload', e.payload,
  'connectionIds', e.connection_ids) as endpoint`;

/** Endpoints that have something to be delivered now; of those that are named, or of all. */
export const endpointsDue = async (
  pool: Pool,
  now: Date,
  among: readonly string[] | undefined,
): Promise<readonly { readonly id: string; readonly isFailing: boolean }[]> => {
  const { rows } = await pool.query<{ id: string; isFailing: boolean }>(
    `select e.id, e.failing_since is not null as "isFailing" from webhook.endpoint e
     where e.enabled and ($2::uuid[] is null or e.id = any($2)) and exists (
       select 1 from webhook.delivery d
       where d.endpoint_id = e.id and d.status = 'waiting' and d.next_at <= $1)`,
    [now, among ?? null],
  );
  return rows;
};

/** What is due for one endpoint, those that have waited longest, without those that are being sent. */
export const dueOf = async (
  pool: Pool,
  endpointId: string,
  { now, most, but }: { readonly now: Date; readonly most: number; readonly but: readonly string[] },
): Promise<readonly DueDelivery[]> => {
  const { rows } = await pool.query<DueDelivery>(
    `select ${deliveryColumns}, ${endpointOfDelivery}
     from webhook.delivery d join webhook.endpoint e on e.id = d.endpoint_id
     where d.endpoint_id = $1 and e.enabled and d.status = 'waiting' and d.next_at <= $2
       and not d.id = any($4::uuid[])
     order by d.next_at limit $3`,
    [endpointId, now, most, but],
  );
  return rows;
};

export type Tried = Pick<DueDelivery, 'id' | 'dueAt'> & {
  readonly status: 'waiting' | 'delivered' | 'failed';
  readonly at: Date;
  readonly nextAt: Date | null;
  readonly answered: number | null;
  readonly milliseconds: number;
  readonly problem: Problem | null;
  readonly answer: string | null;
  readonly persons: readonly string[];
};

/** Writes down a try. One that was asked for again meanwhile stays due, as if this try had not been. */
export const recordTry = async (pool: Pool, tried: Tried): Promise<void> => {
  await pool.query(
    `with this as (select id, next_at is not distinct from $10::timestamptz as counts
       from webhook.delivery where id = $1 for update)
     update webhook.delivery d set status = case when counts then $2 else status end,
       tries = case when counts then tries + 1 else tries end,
       next_at = case when counts then $4 else next_at end,
       tried_at = $3, answered = $5, milliseconds = $6, problem = $7, answer = $8,
       persons = (select array(select distinct unnest(persons || $9::uuid[])))
     from this where d.id = this.id`,
    [
      ...[tried.id, tried.status, tried.at, tried.nextAt, tried.answered, tried.milliseconds],
      ...[tried.problem, tried.answer, tried.persons, tried.dueAt],
    ],
  );
};

/** There is nothing to be told after all. */
export const dropDelivery = async (pool: Pool, id: string): Promise<void> => {
  await pool.query('delete from webhook.delivery where id = $1', [id]);
};

/** It was answered well: whatever failed before is forgotten. Often said, seldom written. */
export const noteSuccess = async (pool: Pool, endpointId: string, now: Date): Promise<void> => {
  await pool.query(
    `update webhook.endpoint set last_success_at = $2, failing_since = null, warned_at = null
     where id = $1 and (failing_since is not null or last_success_at is null
       or last_success_at < $2::timestamptz - interval '5 seconds')`,
    [endpointId, now],
  );
};

export type Failing = { readonly failingSince: string; readonly warnedAt: string | null };

/** It failed; answers since when there was no success. Undefined where it is gone or not enabled any more. */
export const noteFailure = async (
  pool: Pool,
  endpointId: string,
  now: Date,
): Promise<Failing | undefined> => {
  const { rows } = await pool.query<Failing>(
    `update webhook.endpoint set failing_since = coalesce(failing_since, $2) where id = $1 and enabled
     returning ${isoOf('failing_since')} as "failingSince", ${isoOf('warned_at')} as "warnedAt"`,
    [endpointId, now],
  );
  return rows[0];
};

export const noteWarning = async (pool: Pool, endpointId: string, now: Date): Promise<void> => {
  await pool.query('update webhook.endpoint set warned_at = $2 where id = $1', [endpointId, now]);
};

/** Nothing more is sent to it, at once; the log says the same soon. */
export const noteDisabled = async (pool: Pool, endpointId: string): Promise<void> => {
  await pool.query('update webhook.endpoint set enabled = false where id = $1', [endpointId]);
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
