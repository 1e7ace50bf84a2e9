import type { Migrations } from '#eventstore/database/migrations.ts';
import { addEventPosition } from '#eventstore/follow/sure-position.ts';
import {
  addressBook,
  behindPeople,
  chatTimers,
  erasedPersons,
  messageSecrets,
  outboxTurns,
  receipts,
} from './migration-steps.ts';

/** What the connector made at each of its starts until steps were numbered: it fits every database of before. */
const beforeNumbers = `
create schema if not exists connector;

create table if not exists connector.session (
  connection_id uuid primary key,
  company_id uuid not null,
  provider text not null,
  status text not null default 'DISCONNECTED',
  qr text not null default '',
  retries int not null default 0,
  account_jid text,
  account_number text,
  wanted boolean not null default true,
  ask text check (ask in ('start', 'pair', 'logout', 'remove')),
  ask_position bigint not null default 0,
  lease_owner text,
  lease_until timestamptz,
  updated_at timestamptz not null default now()
);

alter table connector.session add column if not exists pairing_number text;
alter table connector.session add column if not exists pairing_code text not null default '';

alter table connector.session add column if not exists imports_history boolean not null default false;
alter table connector.session add column if not exists lease_epoch bigint not null default 0;

create table if not exists connector.ledger (
  connection_id uuid not null,
  day date not null default (now() at time zone 'utc')::date,
  received int not null default 0,
  shown int not null default 0,
  rejected jsonb not null default '{}',
  last_error text,
  last_error_at timestamptz,
  primary key (connection_id, day)
);

alter table connector.ledger add column if not exists imported int not null default 0;

create table if not exists connector.wa_creds (
  account uuid primary key,
  value bytea not null,
  updated_at timestamptz not null default now()
);

create table if not exists connector.wa_key (
  account uuid not null,
  type text not null,
  id text not null,
  value bytea not null,
  primary key (account, type, id)
);

create table if not exists connector.inbox_journal (
  seq bigint generated always as identity,
  account uuid not null,
  chat text not null,
  participant text not null,
  stanza_id text not null,
  enc_index int not null,
  attrs jsonb not null,
  plain bytea,
  at timestamptz not null default now(),
  handled boolean not null default false,
  problem text,
  primary key (account, chat, participant, stanza_id, enc_index)
);
alter table connector.inbox_journal add column if not exists waiting boolean not null default false;
alter table connector.inbox_journal add column if not exists aside_day date;
create unique index if not exists inbox_journal_seq on connector.inbox_journal (seq);
create index if not exists inbox_journal_unhandled on connector.inbox_journal (account, seq) where not handled;
create index if not exists inbox_journal_unreadable on connector.inbox_journal (account, stanza_id)
  where enc_index = -2;
create index if not exists inbox_journal_handled on connector.inbox_journal (at) where handled;

create table if not exists connector.message (
  connection_id uuid not null,
  wa_id text not null,
  message_id uuid not null,
  ticket_id uuid not null,
  from_me boolean not null,
  jid text,
  participant text,
  contact_id uuid,
  unread boolean not null default false,
  to_read boolean not null default false,
  primary key (connection_id, wa_id, message_id)
);
alter table connector.message add column if not exists contact_id uuid;
create index if not exists message_by_id on connector.message (message_id);
create index if not exists message_unread on connector.message (ticket_id) where unread;
create index if not exists message_to_read on connector.message (connection_id) where to_read;

create table if not exists connector.chat (
  connection_id uuid not null,
  contact_id uuid not null,
  jid text not null,
  primary key (connection_id, contact_id)
);

alter table connector.chat add column if not exists picture_asked timestamptz;

create table if not exists connector.contact (
  provider text not null,
  contact_id uuid not null,
  number text,
  lid text,
  primary key (provider, contact_id)
);

create table if not exists connector.outbox (
  id uuid primary key,
  message_id uuid not null,
  connection_id uuid not null,
  company_id uuid not null,
  contact_id uuid not null,
  position bigint not null,
  wa_id text not null,
  state text not null default 'queued',
  tries int not null default 0,
  updated_at timestamptz not null default now()
);
alter table connector.outbox add column if not exists id uuid;
update connector.outbox set id = message_id where id is null;
do $$ begin
  if not exists (select from pg_attribute a join pg_constraint c on c.conrelid = a.attrelid and a.attnum = any(c.conkey)
      where c.conrelid = 'connector.outbox'::regclass and c.contype = 'p' and a.attname = 'id') then
    alter table connector.outbox drop constraint outbox_pkey, add primary key (id);
  end if;
end $$;
alter table connector.outbox drop constraint if exists outbox_state_check;
alter table connector.outbox add constraint outbox_state_check
  check (state in ('queued', 'sending', 'sent', 'failed', 'dropped'));
alter table connector.outbox add column if not exists kind text not null default 'message'
  check (kind in ('message', 'edit', 'deletion', 'reaction'));
alter table connector.outbox add column if not exists uncertain boolean not null default false;
alter table connector.outbox add column if not exists mass boolean not null default false;
create index if not exists outbox_next on connector.outbox (connection_id, mass, position) where state = 'queued';
create index if not exists outbox_message on connector.outbox (message_id);
create index if not exists outbox_mass on connector.outbox (connection_id, updated_at) where mass;
create index if not exists outbox_open on connector.outbox (connection_id, position)
  where state in ('queued', 'sending');
alter table connector.outbox add column if not exists uploading boolean not null default false;
create index if not exists outbox_uploading on connector.outbox (connection_id, contact_id, position)
  where uploading and state = 'queued';
create index if not exists outbox_settled on connector.outbox (updated_at) where state in ('sent', 'failed', 'dropped');
create index if not exists outbox_wa_id on connector.outbox (connection_id, wa_id);

create table if not exists connector.removed (
  connection_id uuid primary key,
  provider text not null
);
create or replace view connector.reachable as
  select connection_id, provider, false as removed from connector.session
  union all
  select connection_id, provider, true from connector.removed r
  where not exists (select from connector.session s where s.connection_id = r.connection_id);

create table if not exists connector.company (
  company_id uuid primary key,
  ignores_groups boolean not null
);

create table if not exists connector.number_check (
  id uuid primary key,
  company_id uuid not null,
  connection_id uuid not null,
  number text not null,
  state text not null default 'asked' check (state in ('asked', 'asking', 'there', 'absent', 'failed')),
  asked_at timestamptz not null default now()
);

create table if not exists connector.unheard (
  provider text primary key,
  failures bigint not null,
  last_at timestamptz not null default now()
);

create table if not exists connector.checkpoint (
  name text primary key,
  position bigint not null
);

create table if not exists connector.media_download (
  message_id uuid primary key,
  connection_id uuid not null,
  company_id uuid not null,
  sealed bytea,
  state text not null default 'waiting' check (state in ('waiting', 'failed')),
  tries int not null default 0,
  next_try_at timestamptz not null default now(),
  error text,
  asked int not null default 0
);
alter table connector.media_download add column if not exists asked int not null default 0;
create index if not exists media_download_due on connector.media_download (next_try_at) where state = 'waiting';
create index if not exists media_download_connection on connector.media_download (connection_id);

create table if not exists connector.media_upload (
  message_id uuid primary key,
  connection_id uuid not null,
  sealed bytea not null,
  at timestamptz not null default now()
);

alter table connector.session enable row level security;
drop policy if exists company on connector.session;
create policy company on connector.session
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
`;

/** An event that comes again asks for no file again. */
const positionsOfEvents = `
${addEventPosition('connector.checkpoint')}
alter table connector.media_download add column if not exists ask_position bigint not null default 0;
`;

/** docs/architecture.md, "Migrations": add steps, and change none. */
export const connectorMigrations: Migrations = {
  area: 'connector',
  schema: 'connector',
  steps: [
    { number: 1, name: 'as it was before steps were numbered', sql: beforeNumbers, apart: true },
    { number: 2, name: 'receipts', sql: receipts },
    { number: 3, name: 'address books', sql: addressBook },
    { number: 4, name: 'programs behind people', sql: behindPeople },
    { number: 5, name: 'turns of the outbox', sql: outboxTurns, apart: true },
    { number: 6, name: 'who was erased', sql: erasedPersons },
    { number: 7, name: 'secrets of messages', sql: messageSecrets },
    { number: 8, name: 'timers of chats', sql: chatTimers },
    { number: 9, name: 'positions that are those of events', sql: positionsOfEvents },
  ],
};
