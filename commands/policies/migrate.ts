import type { Pool } from 'pg';
import { migrating, migrationLocks } from '#eventstore/database/transaction.ts';

/**
 * Makes the schema `policy`: how far the policies have come, and what they must remember to decide. Run as
 * often as one likes, by several at once. The tables are of the policies alone and can be rebuilt from the
 * log by dropping the schema: every reaction is idempotent.
 */
export const migratePolicies = async (pool: Pool): Promise<void> => {
  await migrating(pool, migrationLocks.policies, client => client.query(tables));
};

const tables = `
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
