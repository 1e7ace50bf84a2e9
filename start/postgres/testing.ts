import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from './postgres.ts';

export type TestPostgres = { readonly url: string; readonly pid: number; stop(): Promise<void> };
export type TestDatabase = { readonly url: string; drop(): Promise<void> };

const variable = 'BALCAO_TEST_POSTGRES';
let own: Promise<TestPostgres> | undefined;

/** A throw-away Postgres in a temporary directory, without durability; `stop()` removes it. */
export const startTestPostgres = async (): Promise<TestPostgres> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-test-postgres-'));
  const tuning = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 200 };
  const { url, pid, stop } = await startEmbeddedPostgres({ dataDir, tuning });
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  return { url, pid, stop: () => stop().finally(remove) };
};

/**
 * A fresh, empty database for one test file, in the test run's one Postgres (started by `vitest-setup.ts`; outside
 * of a test run this process starts its own). `drop()` ends its connections and removes it.
 */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const server = process.env[variable] ?? (await ownServer()).url;
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = async () => {
    await untilLeft(server, name);
    await onServer(server, `drop database if exists ${name} with (force)`);
  };
  return { url: url.href, drop };
};

/** Starts the Postgres that the test files of this run share, and says where it is. */
export const shareTestPostgres = async (): Promise<() => Promise<void>> => {
  const server = await startTestPostgres();
  process.env[variable] = server.url;
  return () => server.stop();
};

const ownServer = () => {
  own ??= startTestPostgres();
  return own;
};

/** A pool that has ended may still be closing its last sockets: they are given a second before they are cut off. */
const untilLeft = async (server: string, name: string) => {
  const text = `do $$ begin
    for turn in 1..100 loop
      exit when not exists (select from pg_stat_activity where datname = '${name}');
      perform pg_sleep(0.01), pg_stat_clear_snapshot();
    end loop;
  end $$`;
  await onServer(server, text);
};

const onServer = async (url: string, sql: string) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};
