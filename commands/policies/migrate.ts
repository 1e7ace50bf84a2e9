import type { Pool } from 'pg';
import { applyMigrations, type Migrations } from '#eventstore/database/migrations.ts';
import type { OpenTransaction } from '#eventstore/database/transaction.ts';
import { addEventPosition } from '#eventstore/follow/sure-position.ts';
import { migrateParking } from '#eventstore/parking/migrate.ts';

const beforeNumbers = `
create schema if not exists policy;
create table if not exists policy.checkpoint (
  name text primary key,
  position bigint not null
);
create table if not exists policy.attended_ticket (
  ticket_id uuid primary key,
  user_id uuid not null,
  company_id uuid not null
);
create index if not exists attended_ticket_by_user on policy.attended_ticket (user_id);
create table if not exists policy.removed_user (
  user_id uuid primary key,
  company_id uuid not null
);
create table if not exists policy.active_ticket (
  ticket_id uuid primary key,
  contact_id uuid not null,
  company_id uuid not null
);
create index if not exists active_ticket_by_contact on policy.active_ticket (contact_id);
create table if not exists policy.quiet_ticket (
  ticket_id uuid primary key,
  company_id uuid not null,
  quiet_since timestamptz not null
);
create index if not exists quiet_ticket_longest on policy.quiet_ticket (quiet_since);
create table if not exists policy.erased_contact (
  contact_id uuid primary key
);
`;

const queuesAndHours = `
create table if not exists policy.queued_ticket (
  ticket_id uuid primary key,
  queue_id uuid not null,
  company_id uuid not null
);
create index if not exists queued_ticket_by_queue on policy.queued_ticket (queue_id);
create table if not exists policy.removed_queue (
  queue_id uuid primary key,
  company_id uuid not null,
  successor_id uuid
);
create table if not exists policy.auto_close (
  company_id uuid primary key,
  hours integer not null
);
`;

const dueWork = `
create table if not exists policy.due_work (
  kind text not null,
  key text not null,
  company_id uuid not null,
  due_at timestamptz not null,
  not_before timestamptz,
  failures integer not null default 0,
  data jsonb not null,
  primary key (kind, key)
);
create index if not exists due_work_next on policy.due_work (due_at);
create table if not exists policy.automatic_text (
  message_id uuid primary key,
  company_id uuid not null,
  contact_id uuid not null,
  words bytea not null,
  at timestamptz not null default now()
);
create index if not exists automatic_text_of_contact on policy.automatic_text (contact_id, at);
`;

const personsWrote = `
create table if not exists policy.person_wrote (
  contact_id uuid primary key,
  company_id uuid not null,
  at timestamptz not null
);
`;

const closings = `
create table if not exists policy.rating_request (
  contact_id uuid primary key,
  company_id uuid not null,
  closing_id uuid not null,
  at timestamptz not null default now()
);
alter table policy.quiet_ticket add column if not exists warned_for timestamptz;
alter table policy.quiet_ticket add column if not exists warned_at timestamptz;
alter table policy.auto_close alter column hours drop not null;
alter table policy.auto_close add column if not exists warning_minutes integer not null default 0;
`;

const schedules = `
create table if not exists policy.schedule (
  schedule_id uuid primary key,
  company_id uuid not null,
  contact_id uuid not null,
  connection_id uuid not null
);
create index if not exists schedule_by_contact on policy.schedule (contact_id);
create index if not exists schedule_by_connection on policy.schedule (connection_id);
create table if not exists policy.scheduled_message (
  message_id uuid primary key,
  company_id uuid not null,
  schedule_id uuid not null
);
`;

const replies = `
create table if not exists policy.awaited_reply (
  contact_id uuid primary key,
  company_id uuid not null,
  connection_id uuid not null,
  user_id uuid not null,
  at timestamptz not null
);
`;

/** Whose tickets are another's from the moment they are opened: see erase-contacts-policy.ts. */
const mergedContacts = `
create table if not exists policy.merged_contact (
  contact_id uuid primary key,
  winner_id uuid not null,
  company_id uuid not null
);
`;

const repliesByCompany = `
create index if not exists awaited_reply_by_company on policy.awaited_reply (company_id);
`;

const messagesOfSchedules = `
alter table policy.scheduled_message add column if not exists at timestamptz not null default now();
create index if not exists scheduled_message_of_schedule on policy.scheduled_message (schedule_id);
create index if not exists scheduled_message_oldest on policy.scheduled_message (at);
`;

/** docs/architecture.md, "Migrations": add steps, and change none. */
export const policyMigrations: Migrations = {
  area: 'policies',
  schema: 'policy',
  steps: [
    { number: 1, name: 'as it was before steps were numbered', sql: beforeNumbers, apart: true },
    { number: 2, name: 'tickets of queues, and hours of companies', sql: queuesAndHours },
    { number: 3, name: 'what is due, and what contacts were sent by machines', sql: dueWork },
    { number: 4, name: 'when somebody of the company wrote to a contact', sql: personsWrote },
    { number: 5, name: 'whom contacts were asked to rate, and warnings before closing', sql: closings },
    { number: 6, name: 'scheduled messages, and the messages they became', sql: schedules },
    { number: 7, name: 'whose tickets the replies to scheduled messages open', sql: replies },
    { number: 8, name: 'who is merged into whom', sql: mergedContacts },
    { number: 9, name: 'which companies wait for replies to scheduled messages', sql: repliesByCompany },
    { number: 10, name: 'since when the messages of schedules are awaited', sql: messagesOfSchedules },
    { number: 11, name: 'positions that are those of events', sql: addEventPosition('policy.checkpoint') },
  ],
};

/**
 * Makes the schema `policy`: how far the policies have come, and what they must remember to decide. Run as
 * often as one likes, by several at once. The tables are of the policies alone and can be rebuilt from the
 * log by dropping the schema: every reaction is idempotent.
 */
export const migratePolicies = async (target: Pool | OpenTransaction): Promise<void> => {
  await migrateParking(target);
  await applyMigrations(target, policyMigrations);
};
