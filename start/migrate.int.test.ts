import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient } from '#eventstore/database/pool.ts';
import { startTestPostgres, type TestPostgres } from './postgres/testing.ts';

const script = fileURLToPath(new URL('./migrate.ts', import.meta.url));

describe('migrations by a user who owns the database and may not make roles', () => {
  let folder: string;
  let postgres: TestPostgres;
  let own: URL;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'balcao-migrate-'));
    postgres = await startTestPostgres();
    await asAdministrator(`create role owner login password 'topsecret'`);
    await asAdministrator('create database mine owner owner');
    own = new URL(postgres.url);
    Object.assign(own, { username: 'owner', password: 'topsecret', pathname: '/mine' });
  });
  afterAll(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true });
  });

  const asAdministrator = async (statement: string, pathname?: string) => {
    const url = new URL(postgres.url);
    if (pathname) url.pathname = pathname;
    const client = openClient(url.href);
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  const migrate = () => {
    const env = { PATH: process.env.PATH, DATA_DIR: folder, DATABASE_URL: own.href };
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', script],
      {
        env,
        encoding: 'utf8',
      },
    );
    return { status, stderr };
  };

  it('say which two statements an administrator runs, and do without more after those', async () => {
    const { status, stderr } = migrate();
    expect(stderr).toMatch(/^The Postgres user "owner" may not make the role balcao_gateway: .*\n$/);
    expect(status).toBe(2);
    const statements = [...stderr.matchAll(/"((?:create|grant) (?:[^"]|"owner")+)"/g)].map(
      ([, text]) => text ?? '',
    );
    expect(statements).toHaveLength(2);
    for (const statement of statements) await asAdministrator(statement);
    expect(migrate()).toEqual({ status: 0, stderr: '' });
    await asAdministrator('update projection.checkpoint set position = 64', own.pathname);
    expect(migrate()).toEqual({ status: 0, stderr: '' });
  });

  it('point to the list of rights when another one is missing', async () => {
    await asAdministrator('create database foreign_one');
    own.pathname = '/foreign_one';
    const { status, stderr } = migrate();
    expect(stderr).toBe(
      'The user of DATABASE_URL has not all rights that docs/operations.md lists: permission denied for database foreign_one.\n',
    );
    expect(status).toBe(2);
  });
});
