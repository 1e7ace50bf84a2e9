import type { Pool } from 'pg';
import { applyMigrations, type Migrations } from '#eventstore/database/migrations.ts';

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

/** docs/architecture.md, "Migrations": add steps, and change none. */
export const policyMigrations: Migrations = {
  area: 'policies',
  schema: 'policy',
  steps: [{ number: 1, name: 'as it was before steps were numbered', sql: beforeNumbers, apart: true }],
};

/**
 * Makes the schema `policy`: how far the policies have come, and what they must remember to decide. Run as
 * often as one likes, by several at once. The tables are of the policies alone and can be rebuilt from the
 * log by dropping the schema: every reaction is idempotent.
 */
export const migratePolicies = (pool: Pool): Promise<void> => applyMigrations(pool, policyMigrations);
