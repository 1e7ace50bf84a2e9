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
       (select count(*)::int from (select 1 from webhook.delivery d
          where d.endpoint_id = e.id and d.status = 'waiting' limit 10000) as counted) as waiting
     from webhook.endpoint e where e.company_id = $1`,
    [companyId],
  );
  return new Map(rows.map(({ id, ...state }) => [id, state]));
};

type Of = { readonly companyId: string; readonly endpointId: string };

export type Delivery = Pick<DueDelivery, 'id' | 'type' | 'happenedAt' | 'tries' | 'position'> & {
  readonly status: 'waiting' | 'delivered' | 'failed';
  readonly nextAt: string | null;
  readonly triedAt: string | null;
  readonly answered: number | null;
  readonly milliseconds: number | null;
  readonly problem: Problem | null;
};
export type Place = Pick<Delivery, 'id' | 'happenedAt' | 'position'>;

const shown = `${deliveryColumns}, d.status, ${isoOf('d.next_at')} as "nextAt",
  ${isoOf('d.tried_at')} as "triedAt", d.milliseconds`;

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
): Promise<boolean> => (await resend(pool, endpointId, 'id = $3 and company_id = $2', [companyId, id])) > 0;

/** Has what happened in a period delivered once more, each under its id; answers how many. */
export const resendPeriod = (
  pool: Pool,
  { companyId, endpointId }: Of,
  period: { readonly from: string; readonly until: string; readonly status: 'failed' | 'all' },
): Promise<number> =>
  resend(
    pool,
    endpointId,
    `company_id = $2 and happened_at >= $3 and happened_at <= $4 and type <> '${testType}'
       and (status = 'failed' or ($5 = 'all' and status = 'delivered'))`,
    [companyId, period.from, period.until, period.status],
  );

const resend = async (
  pool: Pool,
  endpointId: string,
  where: string,
  values: readonly string[],
): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `with again as (
       update webhook.delivery set status = 'waiting', tries = 0, next_at = now()
       where endpoint_id = $1 and ${where} returning 1),
     told as (select pg_notify('${dueChannel}', $1::text) from again limit 1)
     select count(*)::int as count from again left join told on true`,
    [endpointId, ...values],
  );
  return rows[0]?.count ?? 0;
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
  await pool.query('select pg_notify($1, $2)', [dueChannel, endpointId]);
  return id;
};
