import type { Pool } from 'pg';
import { testType } from '#domain/webhook/event-types.ts';
import { isoOf } from '#eventstore/database/iso.ts';
import { newId } from '../ids.ts';
import { type DueDelivery, deliveryColumns, endpointOfDelivery } from './delivery-rows.ts';
import { dueChannel } from './names.ts';
import type { Problem } from './retries.ts';

/** What gateways ask of deliveries, and have done about them. */

export type EndpointState = {
  readonly failingSince: string | null;
  readonly lastSuccessAt: string | null;
  /** Until then it has asked to be left alone; null when that time is over. */
  readonly heldUntil: string | null;
  readonly waiting: number;
};

/** How a company's endpoints fare, by id; none for one that the log has just told of. */
export const endpointStates = async (
  pool: Pool,
  companyId: string,
): Promise<ReadonlyMap<string, EndpointState>> => {
  const { rows } = await pool.query<EndpointState & { id: string }>(
    `select e.id, ${isoOf('e.failing_since')} as "failingSince",
       ${isoOf('e.last_success_at')} as "lastSuccessAt",
       ${isoOf('case when e.held_until > now() then e.held_until end')} as "heldUntil",
       (select count(*)::int from (select 1 from webhook.delivery d
          where d.endpoint_id = e.id and d.status = 'waiting' limit 10000) as counted) as waiting
     from webhook.endpoint e where e.company_id = $1`,
    [companyId],
  );
  return new Map(rows.map(({ id, ...state }) => [id, state]));
};

type Of = { readonly companyId: string; readonly endpointId: string };

export type Delivery = Pick<DueDelivery, 'id' | 'type' | 'happenedAt' | 'tries' | 'unmade' | 'position'> & {
  readonly status: 'waiting' | 'delivered' | 'failed';
  readonly nextAt: string | null;
  readonly triedAt: string | null;
  readonly answered: number | null;
  readonly milliseconds: number | null;
  readonly problem: Problem | null;
  /** Why it cannot be made, in words; null when it can, or has not been tried. */
  readonly reason: string | null;
};
export type Place = Pick<Delivery, 'id' | 'happenedAt' | 'position'>;

const shown = `${deliveryColumns}, d.status, ${isoOf('d.next_at')} as "nextAt",
  ${isoOf('d.tried_at')} as "triedAt", d.milliseconds, d.reason`;

/** The newest deliveries of an endpoint behind a place in their list. */
export const listDeliveries = async (
  pool: Pool,
  { companyId, endpointId }: Of,
  asked: {
    readonly status?: string | undefined;
    readonly type?: string | undefined;
    readonly after?: Place | undefined;
    readonly most: number;
  },
): Promise<readonly Delivery[]> => {
  const { status = null, type = null, after, most } = asked;
  const { rows } = await pool.query<Delivery>(
    `select ${shown} from webhook.delivery d
     where d.endpoint_id = $1 and d.company_id = $2 and ($3::text is null or d.status = $3)
       and ($4::text is null or d.type = $4)
       and ($5::timestamptz is null or (d.happened_at, d.position, d.id) < ($5, $6::bigint, $7::uuid))
     order by d.happened_at desc, d.position desc, d.id desc limit $8`,
    [
      ...[endpointId, companyId, status, type],
      ...[after?.happenedAt ?? null, after?.position ?? null, after?.id ?? null, most],
    ],
  );
  return rows;
};

/** One delivery with all that is known of it; undefined where there is none. */
export const findDelivery = async (
  pool: Pool,
  { companyId, endpointId }: Of,
  id: string,
): Promise<(Delivery & DueDelivery & { readonly answer: string | null }) | undefined> => {
  const { rows } = await pool.query<Delivery & DueDelivery & { answer: string | null }>(
    `select ${shown}, d.answer, ${endpointOfDelivery}
     from webhook.delivery d join webhook.endpoint e on e.id = d.endpoint_id
     where d.id = $1 and d.endpoint_id = $2 and d.company_id = $3`,
    [id, endpointId, companyId],
  );
  return rows[0];
};

/** Has one delivery made once more, under its id; false where there is none. */
export const resendDelivery = async (
  pool: Pool,
  { companyId, endpointId }: Of,
  id: string,
): Promise<boolean> => {
  // Also where it is just being sent: it is sent once more then.
  const where = 'id = $3 and company_id = $2';
  return (await resend(pool, endpointId, { where, nextAt: 'now()' }, [companyId, id])) > 0;
};

/** `undelivered`: what waits or failed; `failed`: only what was given up; `all`: what was delivered as well. */
export type Resent = 'undelivered' | 'failed' | 'all';
const resentStates: Readonly<Record<Resent, readonly Delivery['status'][]>> = {
  undelivered: ['waiting', 'failed'],
  failed: ['failed'],
  all: ['waiting', 'failed', 'delivered'],
};

/** Has what happened in a period delivered, each under its id, the oldest first; answers how many that are. */
export const resendPeriod = (
  pool: Pool,
  { companyId, endpointId }: Of,
  period: { readonly from: string; readonly until: string; readonly status: Resent },
): Promise<number> => {
  const where = `company_id = $2 and happened_at >= $3 and happened_at <= $4 and type <> '${testType}'
    and status = any($5)`;
  // What is due already keeps its time: it may be under way.
  const nextAt = `case when status = 'waiting' then least(next_at, now()) else now() end`;
  const values = [companyId, period.from, period.until, resentStates[period.status]];
  return resend(pool, endpointId, { where, nextAt }, values);
};

/** What is asked for by hand is sent now, also where the receiver has asked to be left alone for a while. */
const wake = `update webhook.endpoint set held_until = null where id = $1 and held_until is not null`;

const resend = async (
  pool: Pool,
  endpointId: string,
  { where, nextAt }: { readonly where: string; readonly nextAt: string },
  values: readonly unknown[],
): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `with woken as (${wake}),
     again as (
       update webhook.delivery set status = 'waiting', tries = 0, early = 0, unmade = 0, planned_at = null,
         next_at = ${nextAt}
       where endpoint_id = $1 and ${where} returning 1),
     told as (select pg_notify('${dueChannel}', $1::text) from again limit 1)
     select count(*)::int as count from again left join told on true`,
    [endpointId, ...values],
  );
  return rows[0]?.count ?? 0;
};

/** There is a secret to sign with again: what waited for one is made now. */
export const resendUnsigned = async (pool: Pool, endpointId: string): Promise<void> => {
  await pool.query(
    `with again as (
       update webhook.delivery set next_at = now()
       where endpoint_id = $1 and status = 'waiting' and problem = 'secret' and reason is not null returning 1)
     select pg_notify('${dueChannel}', $1::text) from again limit 1`,
    [endpointId],
  );
};

/** Has a test event delivered at once; answers the delivery's id. */
export const sendTest = async (pool: Pool, { companyId, endpointId }: Of): Promise<string> => {
  const id = newId();
  await pool.query(
    `insert into webhook.delivery (id, endpoint_id, company_id, type, category, entity_id, revision, persons,
       happened_at, noted_at, next_at)
     values ($1, $2, $3, '${testType}', 'webhook', $2, 0, '{}', now(), now(), now())`,
    [id, endpointId, companyId],
  );
  await pool.query(wake, [endpointId]);
  await pool.query('select pg_notify($1, $2)', [dueChannel, endpointId]);
  return id;
};

/** What cannot be made, as it is reported to operators. */
export type SetAside = Pick<DueDelivery, 'id' | 'endpointId' | 'companyId' | 'type' | 'problem'> & {
  readonly stream: string;
  readonly revision: number;
  readonly reason: string;
  readonly notedAt: string;
};

/** The oldest deliveries that cannot be made, so many at most, and how many there are, counted up to 10,000. */
export const deliveriesSetAside = async (
  pool: Pool,
  most: number,
): Promise<{ readonly count: number; readonly oldest: readonly SetAside[] }> => {
  const isSetAside = `d.reason is not null and d.status = 'waiting'`;
  const [counted, oldest] = await Promise.all([
    pool.query<{ count: number }>(
      `select count(*)::int as count from (select from webhook.delivery d where ${isSetAside} limit 10000) as counted`,
    ),
    pool.query<SetAside>(
      `select d.id, d.endpoint_id as "endpointId", d.company_id as "companyId", d.type, d.problem, d.revision, d.reason,
         d.category || '-' || d.company_id || '.' || d.entity_id as stream, ${isoOf('d.noted_at')} as "notedAt"
       from webhook.delivery d where ${isSetAside} order by d.noted_at, d.id limit $1`,
      [most],
    ),
  ]);
  return { count: counted.rows[0]?.count ?? 0, oldest: oldest.rows };
};
