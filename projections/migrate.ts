import pg from 'pg';
import { connectionConfig } from './database.ts';
import { projections } from './projections.ts';
import { createIndexes, createSchema, readerRole } from './schema.ts';

const lock = 'balcao.migrate';

const foundation = `
  do $$ begin
    create role ${readerRole} nologin;
  exception when duplicate_object or unique_violation then null;
  end $$;
  do $$ begin
    if not pg_has_role(current_user, '${readerRole}', 'member') then
      execute format('grant ${readerRole} to %I', current_user);
    end if;
  end $$;
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
  grant usage on schema projection to ${readerRole};
  grant select on projection.checkpoint to ${readerRole};
`;

/**
 * Brings a database to where the services can start: the reader's role, the checkpoints, and the read models that
 * are not there yet, empty. Existing ones are left as they are: a new version is built beside by the projections
 * service. Idempotent; several at once wait for each other.
 */
export const migrate = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client(connectionConfig(databaseUrl));
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
    await client.query(foundation);
    for (const projection of projections) {
      const { rowCount } = await client.query('select 1 from projection.checkpoint where name = $1', [
        projection.name,
      ]);
      if (rowCount) continue;
      await createSchema(client, projection, projection.name);
      await createIndexes(client, projection, projection.name);
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
};
