import type { PoolClient } from 'pg';
import type { Provider } from '#domain/connection/events.ts';
import type { Recorded } from '#eventstore/types.ts';
import { noteErasedMessages } from './erased-rows.ts';

type Fold = { readonly client: PoolClient; readonly provider: Provider };
type Received = Extract<Recorded, { type: 'MessageReceived' }>;

/**
 * Indexes what was received, by which chat. What came as history is counted in the ledger here, where it is once. What is
 * of somebody who was erased before it came is found by its id alone.
 */
export const foldReceived = async (fold: Fold, events: readonly Received[]): Promise<void> => {
  const erased = events.filter(event => event.erased);
  const live = events.filter(({ data, erased }) => !data.history && !erased);
  const history = events.filter(({ data, erased }) => data.history && !erased);
  if (live.length > 0) await write(fold, live, liveText);
  if (history.length > 0) await write(fold, history, historyText);
  if (erased.length === 0) return;
  await write(fold, erased, erasedText);
  await noteErasedMessages(
    fold.client,
    erased.map(({ data }) => data.messageId),
  );
};

const write = (
  { client, provider }: Fold,
  events: readonly Received[],
  statement: { readonly name: string; readonly text: string },
) => {
  const data = events.map(event => event.data);
  const columns = [
    data.map(each => each.connectionId),
    data.map(each => each.contactId),
    data.map(each => each.waKey.remoteJid),
    data.map(each => each.waKey.id),
    data.map(each => each.messageId),
    data.map(each => each.ticketId),
    data.map(each => each.waKey.fromMe),
    data.map(each => each.waKey.participant),
  ];
  return client.query({ ...statement, values: [provider, ...columns] });
};

const rows = `unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::uuid[], $8::bool[], $9::text[])
  with ordinality r (connection_id, contact_id, jid, wa_id, message_id, ticket_id, from_me, participant, n)
  join connector.session s on s.connection_id = r.connection_id and s.provider = $1`;

const kept = (unread: string) => `kept as (
    insert into connector.message
      (connection_id, contact_id, wa_id, message_id, ticket_id, from_me, jid, participant, unread)
    select r.connection_id, contact_id, wa_id, message_id, ticket_id, from_me, jid, participant, ${unread}
    from ${rows}
    on conflict do nothing returning connection_id)`;

const chats = `
  insert into connector.chat (connection_id, contact_id, jid)
  select distinct on (r.connection_id, contact_id) r.connection_id, contact_id, jid from ${rows}
  order by r.connection_id, contact_id, n desc`;

const liveText = {
  name: 'fold-received',
  text: `with ${kept('not from_me')} ${chats}
    on conflict (connection_id, contact_id) do update set jid = excluded.jid
    where chat.jid is distinct from excluded.jid`,
};

/** Neither where it came from nor who wrote it is known; nothing is read of it any more. */
const erasedText = {
  name: 'fold-received-erased',
  text: `insert into connector.message (connection_id, contact_id, wa_id, message_id, ticket_id, from_me)
    select r.connection_id, contact_id, wa_id, message_id, ticket_id, from_me from ${rows} on conflict do nothing`,
};

/** Where one wrote long ago says nothing when it is known where one writes now. */
const historyText = {
  name: 'fold-history',
  text: `with ${kept('false')}, counted as (
      insert into connector.ledger as l (connection_id, imported)
      select connection_id, count(*) from kept group by connection_id
      on conflict (connection_id, day) do update set imported = l.imported + excluded.imported)
    ${chats}
    on conflict do nothing`,
};
