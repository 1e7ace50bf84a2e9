import type { PoolClient } from 'pg';
import type { Provider } from '#domain/connection/events.ts';
import type { Recorded } from '#eventstore/types.ts';

type Of<Type extends Recorded['type']> = Extract<Recorded, { type: Type }>;
type Fold = {
  readonly client: PoolClient;
  readonly provider: Provider;
  readonly woken: { readonly add: (wake: `send ${string}`) => unknown };
};

/** A failed message goes to the end of what is to be sent, with all its tries, whatever its last one is still told. */
export const foldRetried = async (
  { client, provider, woken }: Fold,
  { data: { messageId, connectionId }, position }: Of<'MessageRetried'>,
): Promise<void> => {
  const { rowCount } = await client.query({
    name: 'fold-retried',
    text: `update connector.outbox o set state = 'queued', tries = 0, position = $3, updated_at = now()
           from connector.session s
           where o.id = $1 and o.state <> 'sent' and s.connection_id = o.connection_id and s.provider = $2`,
    values: [messageId, provider, position],
  });
  if (rowCount) woken.add(`send ${connectionId}`);
};

type Requested = Of<'MessageEditRequested'> | Of<'MessageDeletionRequested'> | Of<'MessageReactionRequested'>;

const kinds = {
  MessageEditRequested: 'edit',
  MessageDeletionRequested: 'deletion',
  MessageReactionRequested: 'reaction',
} as const;

/** A change of a message stands in the outbox like a message, for the same contact. */
export const foldChange = async (
  { client, provider, woken }: Fold,
  { type, companyId, position, data }: Requested,
): Promise<void> => {
  const { messageId, connectionId, changeId, waId } = data;
  const { rowCount } = await client.query({
    name: 'fold-change',
    text: `insert into connector.outbox
             (id, message_id, connection_id, company_id, contact_id, wa_id, position, kind)
           select $1::uuid, m.message_id, m.connection_id, $2::uuid, m.contact_id, $3::text, $4::bigint, $5::text
           from connector.message m join connector.session s on s.connection_id = m.connection_id
           where m.message_id = $6 and m.connection_id = $7 and m.contact_id is not null and s.provider = $8
           on conflict do nothing`,
    values: [changeId, companyId, waId, position, kinds[type], messageId, connectionId, provider],
  });
  if (rowCount) woken.add(`send ${connectionId}`);
};
