import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { createTestDatabase } from '#start/postgres/testing.ts';
import { migrateConnector } from '../migrate.ts';
import { openOutbox } from './outbox.ts';

describe('what a connection has to send', () => {
  const connectionId = newId();
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let pool: Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new Pool({ connectionString: database.url, max: 2 });
    await migrateConnector(pool);
    await pool.query(
      `insert into connector.session (connection_id, company_id, provider, lease_owner, lease_until)
       values ($1, $1, 'simulator', 'one', now() + interval '1 hour')`,
      [connectionId],
    );
  });
  beforeEach(async () => {
    await pool.query('delete from connector.outbox');
    await pool.query(
      `insert into connector.outbox (id, message_id, connection_id, company_id, contact_id, position, wa_id)
       select id, id, $1, $1, $1, n, n from (select gen_random_uuid() id, n from generate_series(1, 3) n) each`,
      [connectionId],
    );
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('is taken in its order by who holds the connection, and by nobody else', async () => {
    const [holder, other] = ['one', 'another'].map(name =>
      openOutbox(pool, connectionId, { holder: name, epoch: 0 }),
    );
    expect(await other?.take(20, 'single')).toEqual([]);
    expect((await holder?.take(2, 'single'))?.map(({ position }) => position)).toEqual([1, 2]);
    expect((await holder?.take(20, 'single'))?.map(({ position }) => position)).toEqual([3]);
  });

  it('is not taken back from who holds the connection by who held it before', async () => {
    const [holder, other] = ['one', 'another'].map(name =>
      openOutbox(pool, connectionId, { holder: name, epoch: 0 }),
    );
    await holder?.take(20, 'single');
    await other?.recover();
    expect(await holder?.onTheirWay()).toHaveLength(3);
    await holder?.recover();
    expect(await holder?.take(20, 'single')).toMatchObject(
      [1, 2, 3].map(position => ({ position, tries: 1 })),
    );
  });
});
