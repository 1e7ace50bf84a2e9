import { applyMigrations, type Migrations } from '#eventstore/database/migrations.ts';
import { openPool } from '#eventstore/database/pool.ts';

const beforeNumbers = `
create schema if not exists secrets;

create table if not exists secrets.credential (
  user_id uuid primary key,
  company_id uuid not null,
  hash text not null,
  changed_at timestamptz not null default now()
);

create table if not exists secrets.session (
  id uuid primary key,
  user_id uuid not null,
  company_id uuid not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  end_reason text
);
create index if not exists session_of_user on secrets.session (user_id) where ended_at is null;

create table if not exists secrets.refresh_token (
  hash bytea primary key,
  session_id uuid not null references secrets.session (id) on delete cascade,
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index if not exists refresh_token_of_session on secrets.refresh_token (session_id);

create unlogged table if not exists secrets.login_try (
  key bytea primary key,
  tries integer not null,
  ends_at timestamptz not null
);

create table if not exists secrets.connection_token (
  connection_id uuid primary key,
  company_id uuid not null,
  hash bytea not null unique,
  ending text not null,
  changed_at timestamptz not null default now()
);
create index if not exists connection_token_of_company on secrets.connection_token (company_id);

create table if not exists secrets.setup (
  singleton boolean primary key default true check (singleton),
  company_id uuid not null,
  user_id uuid not null,
  done_at timestamptz
);
`;

const signsAndAdmins = `
alter table secrets.session add column seen_at timestamptz;

create table secrets.admin_guard (
  company_id uuid primary key,
  holder uuid not null,
  held_until timestamptz not null
);
`;

/** Encrypted under the company's own key, so that its end is theirs. */
const companySecrets = `
create table if not exists secrets.company_secret (
  company_id uuid not null,
  key text not null,
  sealed text not null,
  changed_at timestamptz not null default now(),
  primary key (company_id, key)
);
`;

const loginFailures = `
create table secrets.login_failure (
  user_id uuid primary key,
  company_id uuid not null,
  untold integer not null,
  address text,
  told_at timestamptz
);
`;

const accessRefusals = `
create table secrets.access_refusal (
  user_id uuid primary key,
  company_id uuid not null,
  unnoted integer not null,
  actions text[] not null,
  address text not null,
  noted_at timestamptz
);
`;

/**
 * Keys of programs outside, without the hash once they are revoked; calls that may come again, by the digest of their
 * Idempotency-Key; and how often a token or a number was met within its window, which may be lost.
 */
const outsideCalls = `
create table secrets.api_key (
  id uuid primary key,
  company_id uuid not null,
  hash bytea unique,
  scopes text[] not null,
  expires_at timestamptz,
  last_used_at timestamptz
);
create index api_key_of_company on secrets.api_key (company_id);

create table secrets.idempotent_call (
  token_id uuid not null,
  key bytea not null,
  company_id uuid not null,
  fields jsonb not null,
  command_id uuid not null,
  answer jsonb,
  shared boolean not null default false,
  begun_at timestamptz not null default now(),
  primary key (token_id, key)
);
create index idempotent_call_by_age on secrets.idempotent_call (begun_at);

create unlogged table secrets.call_window (
  subject bytea primary key,
  used integer not null,
  ends_at timestamptz not null
);
`;

/** docs/architecture.md, "Migrations": add steps, and change none. */
export const gatewayMigrations: Migrations = {
  area: 'gateway',
  schema: 'secrets',
  steps: [
    { number: 1, name: 'as it was before steps were numbered', sql: beforeNumbers, apart: true },
    {
      number: 2,
      name: 'the company that was set up first has no due date',
      sql: 'alter table secrets.setup add column if not exists due_date_lifted_at timestamptz',
    },
    { number: 3, name: 'signs of life, and who takes a company an admin', sql: signsAndAdmins },
    { number: 4, name: 'keys of other services', sql: companySecrets },
    { number: 5, name: 'wrong passwords of accounts', sql: loginFailures },
    { number: 6, name: 'calls of programs outside', sql: outsideCalls },
    {
      number: 7,
      name: 'the profile that a session was opened with',
      sql: 'alter table secrets.session add column profile text',
    },
    { number: 8, name: 'what people who are logged in were refused', sql: accessRefusals },
  ],
};

/**
 * The gateway's own tables: credentials and sessions. No projection touches them and no rebuild drops them.
 * Idempotent, safe to run by several gateways at once.
 */
export const migrateGateway = async (databaseUrl: string): Promise<void> => {
  const pool = openPool({ connectionString: databaseUrl, max: 1 });
  await applyMigrations(pool, gatewayMigrations).finally(() => pool.end());
};
