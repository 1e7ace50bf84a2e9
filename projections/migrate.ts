import { type ClientBase, escapeIdentifier } from 'pg';
import { applyMigrations, type Migrations, migrateOn } from '#eventstore/database/migrations.ts';
import { openClient } from '#eventstore/database/pool.ts';
import type { OpenTransaction } from '#eventstore/database/transaction.ts';
import { addEventPosition } from '#eventstore/follow/sure-position.ts';
import { contactKeysStep } from './contact-keys.ts';
import { connectionConfig } from './database.ts';
import { projections } from './projections.ts';
import { createIndexes, createSchema, readerRole } from './schema.ts';

const lock = 'balcao.migrate';

const readersRole = `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${readerRole}') then
      create role ${readerRole} nologin;
    end if;
  exception when duplicate_object or unique_violation then null;
  end $$;
  do $$ begin
    if not pg_has_role(current_user, '${readerRole}', 'member') then
      execute format('grant ${readerRole} to %I', current_user);
    end if;
  end $$;
`;

const beforeNumbers = `
create schema if not exists projection;
create extension if not exists pg_trgm;
do $$ begin
  if not exists (select from pg_ts_dict where dictname = 'portuguese' and dictnamespace = 'projection'::regnamespace) then
    create text search dictionary projection.portuguese (template = snowball, language = portuguese);
  end if;
  if not exists (select from pg_ts_config where cfgname = 'words' and cfgnamespace = 'projection'::regnamespace) then
    create text search configuration projection.words (copy = pg_catalog.portuguese);
    alter text search configuration projection.words
      alter mapping for asciiword, asciihword, hword_asciipart, word, hword, hword_part
      with projection.portuguese;
  end if;
end $$;
create table if not exists projection.checkpoint (
  name text primary key,
  version int not null,
  position bigint not null,
  head bigint not null,
  live bool not null default false,
  updated_at timestamptz not null default now(),
  error text
) with (fillfactor = 50);
do $$ begin
  if not exists (select from information_schema.columns
      where table_schema = 'projection' and table_name = 'checkpoint' and column_name = 'taken_up') then
    alter table projection.checkpoint add column taken_up bigint;
  end if;
end $$;
create table if not exists projection.parked (
  name text not null,
  scope text not null check (scope in ('stream', 'tenant')),
  stream text not null,
  company_id uuid not null,
  revision int not null,
  position bigint not null,
  event_id uuid not null,
  event_type text not null,
  reason text not null,
  since timestamptz not null default now(),
  primary key (name, stream, scope)
);
grant usage on schema projection to balcao_gateway;
grant select on projection.checkpoint to balcao_gateway;
`;

/** What cannot be read may stand in a stream of no company of ours. */
const unreadable = `
alter table projection.parked alter column company_id type text, add column missing uuid[];
`;

/** docs/architecture.md, "Migrations": add steps, and change none. Read models have versions of their own. */
export const projectionMigrations: Migrations = {
  area: 'projections',
  schema: 'projection',
  steps: [
    { number: 1, name: 'as it was before steps were numbered', sql: beforeNumbers, apart: true },
    { number: 2, name: 'contacts are found by one index', sql: contactKeysStep },
    { number: 3, name: 'positions that are those of events', sql: addEventPosition('projection.checkpoint') },
    { number: 4, name: 'what is parked because it cannot be read', sql: unreadable },
  ],
};

/** The database's user may not do what the first start needs; its message says what an administrator does instead. */
export class MissingRights extends Error {
  override readonly name = 'MissingRights';
}

/**
 * Brings a database to where the services can start: the reader's role, the checkpoints, and the read models that
 * are not there yet, empty. Existing ones are left as they are: a new version is built beside by the projections
 * service. Idempotent; several at once wait for each other.
 * @throws {MissingRights} when there is no reader's role yet and the database's user may not make it.
 */
export const migrate = async (databaseUrl: string): Promise<void> => {
  const client = openClient(connectionConfig(databaseUrl));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [lock]);
    await client.query(readersRole).catch(error => sayWhatIsMissing(client.user ?? '', error));
    await migrateOn(client, projectionMigrations);
    await client.query('begin');
    await makeMissing(client);
    await client.query('commit');
  } finally {
    await client.end();
  }
};

/** The same in a transaction that is open, on a database that nobody else uses and whose user may do everything. */
export const migrateReadModels = async (transaction: OpenTransaction): Promise<void> => {
  await transaction.client.query(readersRole);
  await applyMigrations(transaction, projectionMigrations);
  await makeMissing(transaction.client);
};

const makeMissing = async (client: ClientBase): Promise<void> => {
  for (const projection of projections) {
    const { rowCount } = await client.query('select 1 from projection.checkpoint where name = $1', [
      projection.name,
    ]);
    if (rowCount) continue;
    await createSchema(client, projection, projection.name);
    await createIndexes([client], projection, projection.name);
  }
};

const sayWhatIsMissing = (user: string, error: unknown): never => {
  if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error;
  const statements = `"create role ${readerRole} nologin" and "grant ${readerRole} to ${escapeIdentifier(user)}"`;
  throw new MissingRights(
    `The Postgres user "${user}" may not make the role ${readerRole}: let an administrator run ${statements}, and try again.`,
  );
};
