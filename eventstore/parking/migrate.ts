import type { Pool } from 'pg';
import { applyMigrations, type Migrations } from '../database/migrations.ts';
import type { OpenTransaction } from '../database/transaction.ts';

/** No bodies of events and nothing personal: an erasure has nothing to look for. */
const tables = `
create schema parking;
create table parking.parked (
  follower text not null,
  scope text not null check (scope in ('stream', 'group', 'tenant', 'row')),
  name text not null,
  company_id text not null,
  stream text,
  revision integer,
  position bigint,
  resume_at bigint,
  event_id uuid,
  event_type text,
  reason text not null,
  missing uuid[] not null default '{}',
  tries integer not null default 1,
  since timestamptz not null default now(),
  next_at timestamptz not null,
  primary key (follower, scope, name)
);
create index parked_of_company on parking.parked (company_id);
revoke all on schema parking from public;
`;

/** docs/architecture.md, "Migrations": add steps, and change none. */
export const parkingMigrations: Migrations = {
  area: 'parking',
  schema: 'parking',
  steps: [{ number: 1, name: 'what followers and workers have set aside', sql: tables }],
};

/** Makes the schema `parking`. Everybody who follows the log or works on rows that are due needs it. */
export const migrateParking = (target: Pool | OpenTransaction): Promise<void> =>
  applyMigrations(target, parkingMigrations);
