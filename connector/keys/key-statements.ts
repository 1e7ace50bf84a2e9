import { parts } from '../inbound/journal-entry.ts';
import { countReceived } from '../ledger.ts';
import { heldBy } from '../session/leases.ts';

const setKeys = `
with lease as (
  select ${heldBy('$1::uuid', '$2', '$8')} as held
), kept as (
  insert into connector.wa_key (account, type, id, value)
  select $1::uuid, k.* from lease, unnest($3::text[], $4::text[], $5::bytea[]) k where held
  on conflict (account, type, id) do update set value = excluded.value
), gone as (
  delete from connector.wa_key k using lease, unnest($6::text[], $7::text[]) d (type, id)
  where held and k.account = $1::uuid and k.type = d.type and k.id = d.id
)`;

/** Stores keys: of what is sent nothing is journalled. */
export const setOnly = `${setKeys}
select held from lease`;

/** Stores keys, and journals what they opened, in one statement. */
export const setAndJournal = `${setKeys}, entries as (
  select e.* from lease,
    unnest($9::text[], $10::text[], $11::text[], $12::int[], $13::jsonb[], $14::bytea[], $15::text[])
      with ordinality e (chat, participant, stanza_id, enc_index, attrs, plain, reason, n)
  where held
), inserted as (
  insert into connector.inbox_journal (account, chat, participant, stanza_id, enc_index, attrs, plain, handled)
  select $1::uuid, chat, participant, stanza_id, enc_index, attrs, plain, reason is not null from entries e
  where enc_index <> ${parts.unreadable} or not exists (
    select from connector.inbox_journal j
    where j.account = $1::uuid and j.chat = e.chat and j.participant = e.participant
      and j.stanza_id = e.stanza_id)
  order by n
  on conflict do nothing
  returning seq, chat, participant, stanza_id, enc_index
), superseded as (
  delete from connector.inbox_journal j using inserted i
  where j.account = $1::uuid and j.chat = i.chat and j.participant = i.participant and j.stanza_id = i.stanza_id
    and j.enc_index = ${parts.unreadable} and i.enc_index <> ${parts.unreadable} and not j.handled
  returning j.seq
), journalled as (
  select i.*, e.reason from inserted i join entries e using (chat, participant, stanza_id, enc_index)
), counted as (${countReceived})
select held, seq::float8 as seq, chat, participant, stanza_id, enc_index
from lease left join journalled on reason is null order by seq`;
