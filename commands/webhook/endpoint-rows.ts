import type { PoolClient } from 'pg';
import type { WebhookEvent } from '#domain/webhook/events.ts';
import type { Recorded, Revision } from '#eventstore/types.ts';

/** An endpoint as deliveries go by it: what the log has said up to where it was followed. */
export type Endpoint = {
  readonly id: string;
  readonly companyId: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly payload: 'thin' | 'full';
  readonly connectionIds: readonly string[] | null;
  readonly enabled: boolean;
  /** Of its newest event. */
  readonly revision: Revision;
};

const columns = `id, company_id as "companyId", url, events, payload, connection_ids as "connectionIds", enabled,
  revision`;

/** Those of some companies, by id. */
export const endpointsOf = async (
  client: Pick<PoolClient, 'query'>,
  companyIds: readonly string[],
): Promise<Map<string, Endpoint>> => {
  const text = `select ${columns} from webhook.endpoint where company_id = any($1::uuid[])`;
  const { rows } = await client.query<Endpoint>({ name: 'webhook_endpoints', text, values: [companyIds] });
  return new Map(rows.map(row => [row.id, row]));
};

type WebhookRecorded = Extract<Recorded, { type: WebhookEvent['type'] }>;

/** What an endpoint becomes by an event of its own; undefined once it is gone. */
export const endpointAfter = (
  endpoint: Endpoint | undefined,
  event: WebhookRecorded,
): Endpoint | undefined => {
  switch (event.type) {
    case 'WebhookCreated':
    case 'WebhookChanged': {
      const { webhookId, description: _, ...fields } = event.data;
      return { id: webhookId, companyId: event.companyId, ...fields, revision: event.revision };
    }
    case 'WebhookDisabled':
      return endpoint && { ...endpoint, enabled: false, revision: event.revision };
    case 'WebhookRemoved':
      return undefined;
    case 'WebhookFailing':
    case 'WebhookSecretRenewed':
      return endpoint && { ...endpoint, revision: event.revision };
  }
};

/**
 * Writes endpoints as they have become, and forgets those that are gone with all their deliveries. One that somebody
 * has enabled again begins from the start: what still waits is tried at once.
 */
export const writeEndpoints = async (
  client: Pick<PoolClient, 'query'>,
  changed: readonly Endpoint[],
  gone: readonly string[],
  now: Date,
): Promise<void> => {
  if (gone.length > 0) {
    await client.query('delete from webhook.endpoint where id = any($1::uuid[])', [gone]);
    await client.query('delete from webhook.delivery where endpoint_id = any($1::uuid[])', [gone]);
  }
  for (const each of changed) {
    const { id, companyId, url, events, payload, connectionIds, enabled, revision } = each;
    const fields = [url, events, payload, connectionIds, enabled];
    await client.query(upsert, [id, companyId, ...fields, now, revision]);
  }
};

const upsert = `
  with again as (
    update webhook.delivery set next_at = $8
    where endpoint_id = $1 and status = 'waiting' and next_at > $8 and $7
      and exists (select 1 from webhook.endpoint e where e.id = $1 and not e.enabled))
  insert into webhook.endpoint as e (id, company_id, url, events, payload, connection_ids, enabled, revision)
  values ($1, $2, $3, $4, $5, $6, $7, $9)
  on conflict (id) do update set url = excluded.url, events = excluded.events, payload = excluded.payload,
    connection_ids = excluded.connection_ids, enabled = excluded.enabled, revision = excluded.revision,
    held_until = case when excluded.enabled and not e.enabled then null else e.held_until end,
    failing_since = case when excluded.enabled and not e.enabled then null else e.failing_since end,
    warned_at = case when excluded.enabled and not e.enabled then null else e.warned_at end`;
