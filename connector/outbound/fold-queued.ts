import type { PoolClient } from 'pg';
import type { Provider } from '#domain/connection/events.ts';
import type { Recorded } from '#eventstore/types.ts';
import { ofProvider } from './of-provider.ts';

type Fold = {
  readonly client: PoolClient;
  readonly provider: Provider;
  readonly woken: { readonly add: (wake: `${'send' | 'removed'} ${string}`) => unknown };
};
type Queued = Extract<Recorded, { type: 'MessageQueued' }>;

/**
 * Puts messages into the outbox, and into the index by which receipts find them. What has a file waits until WhatsApp
 * has that. A connection that was removed has an outbox too: what is queued there fails. What a program has queued waits
 * behind what people and the company's own rules write, however much it is, but not behind what comes later in its chat.
 */
export const foldQueued = async (
  { client, provider, woken }: Fold,
  events: readonly Queued[],
): Promise<void> => {
  const data = events.map(event => event.data);
  const behind = behindOthers(events);
  const { rows } = await client.query<{ connection_id: string; removed: boolean }>({
    name: 'fold-queued',
    text: keep,
    values: [
      provider,
      data.map(each => each.messageId),
      data.map(each => each.connectionId),
      events.map(event => event.companyId),
      data.map(each => each.contactId),
      data.map(each => each.waId),
      data.map(each => each.ticketId),
      events.map(event => event.position),
      data.map(each => each.mass ?? false),
      data.map(each => !!each.media),
      behind,
    ],
  });
  const urgent = data.filter((_, index) => !behind[index]);
  if (urgent.length > 0)
    await client.query({
      name: 'bring-forward',
      text: bringForward,
      values: [urgent.map(each => each.connectionId), urgent.map(each => each.contactId), provider],
    });
  for (const row of rows) woken.add(`${row.removed ? 'removed' : 'send'} ${row.connection_id}`);
};

const behindOthers = (events: readonly Queued[]): readonly boolean[] => {
  const isProgram = ({ metadata }: Queued) => metadata.actor.kind === 'token';
  const chat = ({ data }: Queued) => `${data.connectionId} ${data.contactId}`;
  const urgent = new Set(events.filter(event => !isProgram(event)).map(chat));
  return events.map(event => isProgram(event) && !event.data.mass && !urgent.has(chat(event)));
};

const rows = `unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::uuid[], $8::bigint[], $9::bool[],
    $10::bool[], $11::bool[])
    r (message_id, connection_id, company_id, contact_id, wa_id, ticket_id, position, mass, uploading, behind)`;

const keep = `
  with indexed as (
    insert into connector.message (connection_id, contact_id, wa_id, message_id, ticket_id, from_me)
    select r.connection_id, contact_id, wa_id, message_id, ticket_id, true
    from ${rows} join connector.session s on s.connection_id = r.connection_id and s.provider = $1
    on conflict do nothing),
  kept as (
    insert into connector.outbox
      (id, message_id, connection_id, company_id, contact_id, wa_id, position, mass, uploading, behind)
    select message_id, message_id, r.connection_id, r.company_id, contact_id, wa_id, position, mass, uploading, behind
    from ${rows} join connector.reachable c on c.connection_id = r.connection_id and c.provider = $1
    on conflict do nothing returning connection_id)
  select distinct connection_id, c.removed from kept join connector.reachable c using (connection_id)`;

/** Chat by chat: joined the other way round, each message that waits is compared with each chat. */
const bringForward = `
  update connector.outbox set behind = false where id in (
    select o.id from (select distinct * from unnest($1::uuid[], $2::uuid[])) chat (connection_id, contact_id),
      lateral (select id from connector.outbox o
        where o.connection_id = chat.connection_id and o.contact_id = chat.contact_id
          and o.behind and o.state = 'queued' offset 0) o
    where ${ofProvider('chat.connection_id', '$3')})`;
