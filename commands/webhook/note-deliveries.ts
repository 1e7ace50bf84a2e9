import type { PoolClient } from 'pg';
import type { WebhookType } from '#domain/webhook/event-types.ts';
import { deriveId } from '#eventstore/event-id.ts';
import type { Recorded } from '#eventstore/types.ts';
import { type Endpoint, endpointAfter, endpointsOf, writeEndpoints } from './endpoint-rows.ts';
import { dueChannel } from './names.ts';
import { forgetSecrets } from './secrets.ts';
import { typeOfEvent } from './type-of-event.ts';

type Noted = { readonly endpointId: string; readonly type: WebhookType; readonly event: Recorded };

/**
 * Notes what is to be delivered because of some events, in the log's order: an endpoint is told of what stands behind
 * its own creation, as it was set then. The same events again note nothing twice.
 */
export const noteDeliveries = async (
  client: Pick<PoolClient, 'query'>,
  events: readonly Recorded[],
  now: Date,
): Promise<void> => {
  const told = events.filter(event => event.category === 'webhook' || typeOfEvent(event));
  if (told.length === 0) return;
  const endpoints = await endpointsOf(client, [...new Set(told.map(({ companyId }) => companyId))]);
  let ofCompany = Map.groupBy(endpoints.values(), ({ companyId }) => companyId);
  const touched = new Set<string>();
  const noted: Noted[] = [];
  for (const event of told) {
    if (isWebhookEvent(event)) {
      const after = endpointAfter(endpoints.get(event.entityId), event);
      if (after) endpoints.set(event.entityId, after);
      else endpoints.delete(event.entityId);
      touched.add(event.entityId);
      ofCompany = Map.groupBy(endpoints.values(), ({ companyId }) => companyId);
    } else noted.push(...notedFor(ofCompany.get(event.companyId) ?? [], event));
  }
  const gone = [...touched].filter(id => !endpoints.has(id));
  const changed = [...touched].flatMap(id => endpoints.get(id) ?? []);
  if (touched.size > 0) await writeEndpoints(client, changed, gone, now);
  await forgetSecrets(client, gone);
  await write(
    client,
    noted.filter(({ endpointId }) => endpoints.has(endpointId)),
    now,
  );
};

type WebhookRecorded = Parameters<typeof endpointAfter>[1];
const isWebhookEvent = (event: Recorded): event is WebhookRecorded => event.category === 'webhook';

const notedFor = (own: readonly Endpoint[], event: Recorded): Noted[] => {
  const type = typeOfEvent(event);
  if (!type) return [];
  return own
    .filter(each => each.enabled && each.events.includes(type))
    .map(({ id: endpointId }) => ({ endpointId, type, event }));
};

const write = async (
  client: Pick<PoolClient, 'query'>,
  noted: readonly Noted[],
  now: Date,
): Promise<void> => {
  if (noted.length === 0) return;
  const column = (pick: (each: Noted) => unknown) => noted.map(pick);
  await client.query(insert, [
    column(({ endpointId, event }) => deriveId(endpointId, event.id)),
    column(({ endpointId }) => endpointId),
    column(({ event }) => event.companyId),
    column(({ type }) => type),
    column(({ event }) => event.category),
    column(({ event }) => event.entityId),
    column(({ event }) => event.revision),
    column(({ event }) => event.position),
    column(({ event }) => (event.persons ?? []).join()),
    column(({ event }) => event.metadata.at),
    now,
  ]);
  const due = [...new Set(noted.map(({ endpointId }) => endpointId))];
  await client.query('select pg_notify($1, $2)', [dueChannel, due.length > 100 ? '' : due.join()]);
};

const insert = `
  insert into webhook.delivery (id, endpoint_id, company_id, type, category, entity_id, revision, position, persons,
    happened_at, noted_at, next_at)
  select id, endpoint_id, company_id, type, category, entity_id, revision, position,
    coalesce(string_to_array(nullif(persons, ''), ',')::uuid[], '{}'), happened_at, $11, $11
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::int[], $8::bigint[],
    $9::text[], $10::timestamptz[]) as noted (id, endpoint_id, company_id, type, category, entity_id, revision,
    position, persons, happened_at)
  on conflict (id) do nothing`;
