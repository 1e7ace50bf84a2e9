import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { migrationLocks, onConnection } from '#eventstore/database/transaction.ts';
import { mediaTables } from './media/downloads.ts';
import { receiptTables } from './outbound/receipt-notes.ts';

const schema = `
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

${receiptTables}
${mediaTables}
alter table connector.session enable row level security;
drop policy if exists company on connector.session;
create policy company on connector.session
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);

do $$ begin
  if exists (select from pg_roles where rolname = 'balcao_gateway') then
    grant usage on schema connector to balcao_gateway;
    grant select (connection_id, company_id, status, qr, pairing_code, retries, updated_at) on connector.session
      to balcao_gateway;
  end if;
end $$;
`;

/** Each begins at the start of a line; what is within one is indented, or its end. */
const statements = schema.trim().split(/;\n+(?=(?:create|alter|drop|update|do) )/);

/**
 * Makes or completes the connector's own schema. Idempotent, and safe when several processes start at once: where the
 * schema is as this version makes it, nothing is locked. Otherwise each statement is committed by itself: connectors
 * that run already lock several tables in orders of their own, and who never holds one while waiting for the next can
 * be in nobody's deadlock. The gateway's role may read a session's state, under row-level security, and nothing else.
 */
export const migrateConnector = (pool: Pool): Promise<void> =>
  onConnection(pool, async ({ client, discard }) => {
    try {
      await client.query('select pg_advisory_lock($1)', [migrationLocks.connector]);
      await complete(client);
      await client.query('select pg_advisory_unlock($1)', [migrationLocks.connector]);
    } catch (error) {
      // What broke takes its lock with it.
      discard(error instanceof Error ? error : new Error('the schema could not be made'));
      throw error;
    }
  });

/** The schema's comment says what it was made by. */
const complete = async (client: PoolClient): Promise<void> => {
  const { rows } = await client.query<{ made: string | null; roles: string }>(
    `select obj_description(to_regnamespace('connector'), 'pg_namespace') as made,
       (select count(*) from pg_roles where rolname = 'balcao_gateway') as roles`,
  );
  const hash = createHash('sha256').update(schema).digest('hex');
  const made = `made by ${hash}, roles ${rows[0]?.roles}`;
  if (rows[0]?.made === made) return;
  for (const statement of statements) await client.query(statement);
  await client.query(`comment on schema connector is '${made}'`);
};
