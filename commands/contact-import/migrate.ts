import type { Pool } from 'pg';
import { applyMigrations, type Migrations } from '#eventstore/database/migrations.ts';
import type { OpenTransaction } from '#eventstore/database/transaction.ts';

const tables = `
create schema contact_import;
create table contact_import.job (
  id uuid primary key,
  company_id uuid not null,
  user_id uuid,
  source text not null,
  file_name text not null,
  headings jsonb not null,
  settings jsonb,
  may_rename boolean not null default false,
  status text not null default 'draft',
  rows integer not null,
  failure text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index job_of_company on contact_import.job (company_id, created_at desc);
create index job_at_work on contact_import.job (created_at) where status in ('running', 'undoing');
create table contact_import.line (
  import_id uuid not null references contact_import.job (id) on delete cascade,
  line integer not null,
  cells jsonb,
  outcome text,
  reason text,
  contact_id uuid,
  written boolean not null default false,
  undo text,
  primary key (import_id, line)
);
create index line_of_contact on contact_import.line (contact_id) where contact_id is not null;
revoke all on schema contact_import from public;
`;

/** docs/architecture.md, "Migrations": add steps, and change none. */
export const contactImportMigrations: Migrations = {
  area: 'contact-imports',
  schema: 'contact_import',
  steps: [{ number: 1, name: 'imports and their lines', sql: tables }],
};

/** Makes the schema `contact_import`: the rows that are to be imported, and what became of each. */
export const migrateContactImports = (target: Pool | OpenTransaction): Promise<void> =>
  applyMigrations(target, contactImportMigrations);
