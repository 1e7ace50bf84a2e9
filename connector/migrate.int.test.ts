import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { createTestDatabase, type TestDatabase } from '#start/postgres/testing.ts';
import { migrateConnector } from './migrate.ts';

describe('the connector’s schema', () => {
  let database: TestDatabase;
  let pool: Pool;
  const mine = newId();
  const theirs = newId();

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new Pool({ connectionString: database.url, max: 3 });
    pool.on('error', () => undefined);
    await pool.query(`do $$ begin create role balcao_gateway;
      exception when duplicate_object or unique_violation then null; end $$`);
    await Promise.all([migrateConnector(pool), migrateConnector(pool)]);
    await pool.query(
      `insert into connector.session (connection_id, company_id, provider, qr)
       values ($1, $2, 'simulator', 'mine'), ($3, $4, 'simulator', 'theirs')`,
      [newId(), mine, newId(), theirs],
    );
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('gives its rights once, however many give them at once', async () => {
    for (let round = 0; round < 20; round += 1) {
      await pool.query('revoke all on connector.session from balcao_gateway');
      await Promise.all([migrateConnector(pool), migrateConnector(pool), migrateConnector(pool)]);
    }
    expect(await asGateway('select from connector.session', mine)).toHaveLength(1);
  });

  const asGateway = async (sql: string, companyId?: string) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('set local role balcao_gateway');
      if (companyId) await client.query(`select set_config('app.company_id', $1, true)`, [companyId]);
      return (await client.query(sql)).rows;
    } finally {
      await client.query('rollback');
      client.release();
    }
  };

  it('shows the gateway the sessions of the company it acts for, and no others', async () => {
    const sql = 'select status, qr from connector.session';
    expect(await asGateway(sql, mine)).toEqual([{ status: 'DISCONNECTED', qr: 'mine' }]);
    expect(await asGateway(sql)).toEqual([]);
  });

  it('keeps keys, journal and outbox from the gateway', async () => {
    for (const table of ['wa_creds', 'wa_key', 'inbox_journal', 'outbox', 'message'])
      await expect(asGateway(`select from connector.${table}`, mine)).rejects.toThrow('permission denied');
  });

  const forgotten = () => pool.query(`delete from migration.applied where area = 'connector'`);
  const waitingFor = (table: string) =>
    expect
      .poll(
        async () =>
          (await pool.query(`select from pg_locks where relation = '${table}'::regclass and not granted`))
            .rowCount,
        { interval: 20 },
      )
      .toBe(1);

  it.each([
    ['media_download', 'session'],
    ['outbox', 'session'],
    ['message', 'inbox_journal'],
  ])('is completed beside one who reads %s and then %s, and neither is in the way', async (first, then) => {
    await forgotten();
    const other = await pool.connect();
    try {
      await other.query(`set deadlock_timeout = '10ms'`);
      await other.query('begin');
      await other.query(`lock table connector.${first} in access share mode`);
      const migrated = migrateConnector(pool);
      await waitingFor(`connector.${first}`);
      await other.query(`lock table connector.${then} in access share mode`);
      await other.query('commit');
      await migrated;
    } finally {
      other.release(true);
    }
  });

  it('is left alone, and no table locked, where it is as it is to be', async () => {
    await migrateConnector(pool);
    const other = await pool.connect();
    try {
      await other.query('begin');
      await other.query('lock table connector.session, connector.media_download in access share mode');
      await migrateConnector(pool);
      await other.query('rollback');
    } finally {
      other.release(true);
    }
  });
});
