import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#start/postgres/testing.ts';
import { inTransaction } from './transaction.ts';

describe('a transaction whose connection Postgres ends between two statements', () => {
  let database: TestDatabase;
  let pool: Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    await pool.query('create table written (what text)');
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const interrupted = (interrupt: string) =>
    inTransaction(pool, async client => {
      const ended = new Promise<void>(resolve => client.once('end', resolve));
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      await client.query(`insert into written values ('half')`);
      await client.query(interrupt);
      if (!interrupt.startsWith('set')) await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await ended;
      await client.query(`insert into written values ('the other half')`);
    });

  it('fails with the reason, and with nothing written', async () => {
    await expect(interrupted('set local idle_in_transaction_session_timeout = 20')).rejects.toMatchObject({
      code: '25P03',
    });
    await expect(interrupted('select 1')).rejects.toMatchObject({ code: '57P01' });
    expect((await pool.query('select from written')).rowCount).toBe(0);
  });

  it('leaves the pool to others', async () => {
    await inTransaction(pool, client => client.query(`insert into written values ('whole')`));
    expect((await pool.query('select what from written')).rows).toEqual([{ what: 'whole' }]);
  });
});
