import type { Pool } from 'pg';
import { applyMigrations, type Migrations } from '#eventstore/database/migrations.ts';
import type { OpenTransaction } from '#eventstore/database/transaction.ts';

const beforeNumbers = `
create schema if not exists media;
create table if not exists media.object (
  company_id uuid not null,
  hash text not null,
  message_id uuid not null,
  kind text not null check (kind in ('original', 'thumbnail')),
  persons uuid[] not null,
  mime text not null,
  name text,
  stored boolean not null default false,
  at timestamptz not null default now(),
  primary key (company_id, hash, message_id, kind)
);
create index if not exists object_by_person on media.object using gin (persons);
create index if not exists object_by_message on media.object (message_id);
create table if not exists media.erased_person (
  person_id uuid primary key
);
revoke all on schema media from public;
`;

/** docs/architecture.md, "Migrations": add steps, and change none. */
export const mediaMigrations: Migrations = {
  area: 'media',
  schema: 'media',
  steps: [{ number: 1, name: 'as it was before steps were numbered', sql: beforeNumbers, apart: true }],
};

/** Makes the schema `media`: whose each stored file is. Run as often as one likes, by several at once. */
export const migrateMedia = (target: Pool | OpenTransaction): Promise<void> =>
  applyMigrations(target, mediaMigrations);
