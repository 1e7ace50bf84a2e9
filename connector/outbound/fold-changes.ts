import type { PoolClient } from 'pg';
import type { Provider } from '#domain/connection/events.ts';
import type { Recorded } from '#eventstore/types.ts';
import { ofProvider } from './of-provider.ts';

type Of<Type extends Recorded['type']> = Extract<Recorded, { type: Type }>;
type Fold = {
  readonly client: PoolClient;
  readonly provider: Provider;
  readonly woken: { readonly add: (wake: `${'send' | 'removed'} ${string}`) => unknown };
};

/**
 * A failed message goes to the end of what is to be sent, with all its tries, whatever its last one is still told. Its
 * row may have been pruned, or its connection removed.
 */
export const foldRetried = async (
  { client, provider, woken }: Fold,
  { companyId, data: { messageId, connectionId }, position }: Of<'MessageRetried'>,
): Promise<void> => {
  const { rows } = await client.query<{ removed: boolean }>({
    name: 'fold-retried',
    text: `with again as (
        update connector.outbox o set state = 'queued', tries = 0, position = $3, behind = false,
          uncertain = o.uncertain or o.state = 'sent', updated_at = now()
        from connector.reachable c
        where o.id = $1 and (o.state <> 'sent' or o.position < $3) and c.connection_id = o.connection_id and c.provider = $2
        returning c.removed),
      anew as (
        insert into connector.outbox
          (id, message_id, connection_id, company_id, contact_id, wa_id, position, uncertain)
        select m.message_id, m.message_id, m.connection_id, $5::uuid, m.contact_id, m.wa_id, $3::bigint, true
        from connector.message m join connector.session s on s.connection_id = m.connection_id
        where m.message_id = $1 and m.connection_id = $4 and m.from_me and m.contact_id is not null
          and s.provider = $2
        on conflict do nothing returning false as removed)
      select removed from again union all select removed from anew`,
    values: [messageId, provider, position, connectionId, companyId],
  });
  for (const { removed } of rows) woken.add(`${removed ? 'removed' : 'send'} ${connectionId}`);
};

type Requested = Of<'MessageEditRequested'> | Of<'MessageDeletionRequested'> | Of<'MessageReactionRequested'>;

const kinds = {
  MessageEditRequested: 'edit',
  MessageDeletionRequested: 'deletion',
  MessageReactionRequested: 'reaction',
} as const;

/**
 * A change of a message stands in the outbox like a message, for the same contact. Nobody waits for the file of what is
 * to be deleted; and what a removed connection should change is put down for nobody, to be refused.
 */
export const foldChange = async (
  { client, provider, woken }: Fold,
  { type, companyId, position, data }: Requested,
): Promise<void> => {
  const { messageId, connectionId, changeId, waId } = data;
  const { rows } = await client.query<{ removed: boolean }>({
    name: 'fold-change',
    text: changeText,
    values: [changeId, companyId, waId, position, kinds[type], messageId, connectionId, provider],
  });
  for (const { removed } of rows) woken.add(`${removed ? 'removed' : 'send'} ${connectionId}`);
};

const nobody = '00000000-0000-0000-0000-000000000000';

const changeText = `
  with unneeded as (
    update connector.outbox set uploading = false
    where id = $6 and $5 = 'deletion' and uploading and ${ofProvider('outbox.connection_id', '$8')}),
  kept as (
    insert into connector.outbox
      (id, message_id, connection_id, company_id, contact_id, wa_id, position, kind)
    select $1::uuid, $6::uuid, c.connection_id, $2::uuid, coalesce(m.contact_id, '${nobody}'), $3::text, $4::bigint,
      $5::text
    from connector.reachable c
    left join connector.message m on m.message_id = $6 and m.connection_id = c.connection_id
    where c.connection_id = $7 and c.provider = $8 and (c.removed or m.contact_id is not null)
    on conflict do nothing returning connection_id)
  select c.removed from kept join connector.reachable c using (connection_id)`;
