import type { Pool } from 'pg';
import { applyMigrations, type Migrations } from '#eventstore/database/migrations.ts';
import type { OpenTransaction } from '#eventstore/database/transaction.ts';
import { addEventPosition } from '#eventstore/follow/sure-position.ts';
import { migrateParking } from '#eventstore/parking/migrate.ts';

/** Deliveries hold nothing personal but `answer`, which goes with the people whom the event concerned. */
const tables = `
create schema webhook;
create table webhook.progress (
  only_row boolean primary key default true check (only_row),
  position bigint not null
);
create table webhook.endpoint (
  id uuid primary key,
  company_id uuid not null,
  url text not null,
  events text[] not null,
  payload text not null,
  connection_ids uuid[],
  enabled boolean not null,
  failing_since timestamptz,
  warned_at timestamptz,
  last_success_at timestamptz
) with (fillfactor = 50);
create index endpoint_of_company on webhook.endpoint (company_id);
create table webhook.delivery (
  id uuid primary key,
  endpoint_id uuid not null,
  company_id uuid not null,
  type text not null,
  category text not null,
  entity_id uuid not null,
  revision integer not null,
  position bigint not null default 0,
  persons uuid[] not null,
  happened_at timestamptz not null,
  noted_at timestamptz not null,
  status text not null default 'waiting',
  tries integer not null default 0,
  next_at timestamptz,
  tried_at timestamptz,
  answered integer,
  milliseconds integer,
  problem text,
  answer text
);
create index delivery_due on webhook.delivery (endpoint_id, next_at) where status = 'waiting';
create index delivery_of_endpoint on webhook.delivery (endpoint_id, happened_at desc, position desc, id desc);
create index delivery_old on webhook.delivery (noted_at);
create index delivery_answered on webhook.delivery (company_id) where answer is not null;
revoke all on schema webhook from public;

create schema if not exists secrets;
create table secrets.webhook_secret (
  id uuid primary key,
  webhook_id uuid not null,
  company_id uuid not null,
  sealed text not null,
  ending text not null,
  created_at timestamptz not null,
  expires_at timestamptz
);
create index webhook_secret_of_webhook on secrets.webhook_secret (webhook_id, created_at);
create index webhook_secret_of_company on secrets.webhook_secret (company_id);
`;

/** Up to which of its events an endpoint is known, and until when it has asked to be left alone. */
const endpointsRevision = `
alter table webhook.endpoint add column revision integer not null default -1;
alter table webhook.endpoint add column held_until timestamptz;
`;

/**
 * A delivery may be tried before its time (`planned_at`), and may not be made for a reason of ours (`reason`), which says
 * nothing personal.
 */
const earlyTries = `
alter table webhook.delivery add column early integer not null default 0;
alter table webhook.delivery add column planned_at timestamptz;
alter table webhook.delivery add column unmade integer not null default 0;
alter table webhook.delivery add column reason text;
drop index webhook.delivery_due;
create index delivery_due on webhook.delivery (endpoint_id, next_at, position) where status = 'waiting';
create index delivery_waiting on webhook.delivery (endpoint_id, position, id) where status = 'waiting';
create index delivery_set_aside on webhook.delivery (noted_at) where reason is not null;
`;

/** docs/architecture.md, "Migrations": add steps, and change none. */
export const webhookMigrations: Migrations = {
  area: 'webhooks',
  schema: 'webhook',
  steps: [
    { number: 1, name: 'endpoints, their secrets, and what is delivered to them', sql: tables },
    {
      number: 2,
      name: 'up to where an endpoint is known, and when it wants no calls',
      sql: endpointsRevision,
    },
    { number: 3, name: 'deliveries before their time, and such that cannot be made', sql: earlyTries },
    { number: 4, name: 'positions that are those of events', sql: addEventPosition('webhook.progress') },
  ],
};

/** Makes the schema `webhook`, and the table of secrets beside the other secrets. */
export const migrateWebhooks = async (target: Pool | OpenTransaction): Promise<void> => {
  await migrateParking(target);
  await applyMigrations(target, webhookMigrations);
};
