import type { Pool } from 'pg';
import { applyMigrations, type Migrations } from '#eventstore/database/migrations.ts';
import type { OpenTransaction } from '#eventstore/database/transaction.ts';
import { addEventPosition } from '#eventstore/follow/sure-position.ts';
import { migrateParking } from '#eventstore/parking/migrate.ts';

const ownRows = (table: string): string => `
alter table questions.${table} enable row level security;
create policy own_company on questions.${table} for select to balcao_gateway
  using (company_id = (select current_setting('app.company_id')::uuid));
grant select on questions.${table} to balcao_gateway;`;

const tables = `
create schema questions;
create table questions.progress (
  only_row boolean primary key default true check (only_row),
  position bigint not null
);
create table questions.version (
  id uuid primary key,
  company_id uuid not null,
  question_id uuid not null,
  number integer not null,
  definition jsonb not null,
  state text not null check (state in ('waiting', 'computing', 'live', 'cancelled')),
  created_at timestamptz not null,
  position bigint not null default 0,
  heard bigint not null,
  unique (question_id, number)
);
create index version_company on questions.version (company_id);
create index version_unfinished on questions.version (created_at) where state in ('waiting', 'computing');
create table questions.note (
  run uuid not null,
  subject_id uuid not null,
  note jsonb not null,
  primary key (run, subject_id)
);
create table questions.started (
  version_id uuid not null references questions.version on delete cascade,
  ticket_id uuid not null,
  started_at timestamptz not null,
  primary key (version_id, ticket_id)
);
create table questions.fact (
  version_id uuid not null references questions.version on delete cascade,
  id uuid not null,
  company_id uuid not null,
  ticket_id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  ms bigint not null,
  queue_id uuid,
  connection_id uuid not null,
  user_id uuid,
  primary key (version_id, id)
);
create index fact_ended on questions.fact (version_id, ended_at)
  include (company_id, ms, queue_id, connection_id, user_id);
grant usage on schema questions to balcao_gateway;
${ownRows('version')}
${ownRows('fact')}
`;

const counted = `
alter table questions.version add column count bigint not null default 0;
update questions.version v set count = (select count(*) from questions.fact f where f.version_id = v.id);`;

/** docs/architecture.md, "Migrations": add steps, and change none. */
export const questionMigrations: Migrations = {
  area: 'questions',
  schema: 'questions',
  steps: [
    { number: 1, name: 'answers to questions over all history', sql: tables },
    { number: 2, name: 'how many answers a version has', sql: counted },
    {
      number: 3,
      name: 'positions of all that are those of events',
      sql: addEventPosition('questions.progress'),
    },
    {
      number: 4,
      name: 'positions of versions that are those of events',
      sql: addEventPosition('questions.version'),
    },
    {
      number: 5,
      name: 'what began what is waited for',
      sql: 'alter table questions.started add column event_id uuid;',
    },
  ],
};

/**
 * Makes the schema `questions`: the versions of questions and their answers, which follow from the log. After the
 * read models' own, whose reader it lets in.
 */
export const migrateQuestions = async (target: Pool | OpenTransaction): Promise<void> => {
  await migrateParking(target);
  await applyMigrations(target, questionMigrations);
};
