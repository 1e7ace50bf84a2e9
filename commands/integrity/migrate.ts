import type { Pool } from 'pg';
import { applyMigrations, type Migrations } from '#eventstore/database/migrations.ts';
import type { OpenTransaction } from '#eventstore/database/transaction.ts';
import { addEventPosition } from '#eventstore/follow/sure-position.ts';
import { migrateParking } from '#eventstore/parking/migrate.ts';

const tables = `
create schema integrity;
create table integrity.progress (
  only_row boolean primary key default true check (only_row),
  position bigint not null
);
create table integrity.tree (
  company_id uuid primary key,
  size bigint not null,
  frontier bytea not null,
  checkpoints integer not null,
  checkpoint_size bigint not null,
  checkpoint_hash text,
  checkpoint_at timestamptz,
  uncovered bigint not null,
  uncovered_since timestamptz
) with (fillfactor = 50);
create index tree_uncovered on integrity.tree (uncovered_since) where uncovered > 0;
create table integrity.leaves (
  company_id uuid not null,
  chunk integer not null,
  hashes bytea not null,
  ids bytea not null,
  types text not null,
  primary key (company_id, chunk)
);
alter table integrity.leaves alter column hashes set storage external, alter column ids set storage external;
create table integrity.run (
  company_id uuid primary key,
  requested_at timestamptz not null default now(),
  checked bigint not null default 0,
  ended_at timestamptz,
  result jsonb
);
revoke all on schema integrity from public;
`;

/** Where the last run ended well, when the last one over everything ended, and since when something is wrong. */
const runsByThemselves = `
alter table integrity.run add column scope text not null default 'whole', add column point jsonb,
  add column point_position bigint, add column whole_at timestamptz, add column found_at timestamptz, add column found_position bigint;
`;

/** docs/architecture.md, "Migrations": add steps, and change none. */
export const integrityMigrations: Migrations = {
  area: 'integrity',
  schema: 'integrity',
  steps: [
    { number: 1, name: 'trees of the history, and runs that verify it', sql: tables },
    { number: 2, name: 'runs that begin by themselves, and what they have found', sql: runsByThemselves },
    { number: 3, name: 'positions that are those of events', sql: addEventPosition('integrity.progress') },
  ],
};

/** Makes the schema `integrity`: the tree of each company's events, and what verifying it has found. */
export const migrateIntegrity = async (target: Pool | OpenTransaction): Promise<void> => {
  await migrateParking(target);
  await applyMigrations(target, integrityMigrations);
};
