import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { inTransaction, onConnection } from '#eventstore/database/transaction.ts';
import { createTestDatabase } from '#start/postgres/testing.ts';
import { migrateConnector } from '../migrate.ts';
import { foldRetried } from './fold-changes.ts';
import { foldQueued } from './fold-queued.ts';
import { openOutbox } from './outbox.ts';

const programsMessage = (place: { readonly connectionId: string; readonly contactId: string }) => {
  const messageId = newId();
  const data = { ...place, messageId, ticketId: newId(), waId: messageId, body: 'Aviso' };
  const metadata = { actor: { kind: 'token', id: newId() } };
  return {
    type: 'MessageQueued',
    companyId: newId(),
    position: 9_000,
    data,
    metadata,
  } as unknown as Parameters<typeof foldQueued>[1][number];
};

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

  it('is sent again when it is asked for after it was sent and failed, and once', async () => {
    const outbox = openOutbox(pool, connectionId, { holder: 'one', epoch: 0 });
    const [row] = await outbox.take(1, 'single');
    if (!row) throw new Error('nothing is taken');
    await outbox.settle(row, 'sent');
    const asked = { messageId: row.messageId, connectionId };
    const event = { companyId: connectionId, position: 50, data: asked } as never;
    const retry = () =>
      inTransaction(pool, client => foldRetried({ client, provider: 'simulator', woken: new Set() }, event));
    await retry();
    const again = (await outbox.take(20, 'single')).find(({ id }) => id === row.id);
    expect(again).toMatchObject({ position: 50, tries: 1, uncertain: true });
    if (again) await outbox.settle(again, 'sent');
    await retry();
    expect(await outbox.take(20, 'single')).toEqual([]);
  });

  it('is taken, settled and added to without reading all that waits', async () => {
    const [contactId, waiting] = [newId(), 2_000];
    await onConnection(pool, async ({ client }) => {
      // What the outbox asks goes over this one connection, which keeps its plans and counts the rows that it reads.
      const outbox = openOutbox(client as unknown as Pool, connectionId, { holder: 'one', epoch: 0 });
      const work = async () => {
        await foldQueued({ client, provider: 'simulator', woken: new Set() }, [
          programsMessage({ connectionId, contactId }),
          programsMessage({ connectionId, contactId }),
        ]);
        const due = await outbox.due();
        const taken = await outbox.take(2, 'program');
        const settled = await Promise.all(taken.map(row => outbox.settle(row, 'sent')));
        return { due, settled };
      };
      // Plans are made while little waits, and kept.
      for (let n = 0; n < 8; n += 1) await work();
      await client.query(
        `insert into connector.outbox (id, message_id, connection_id, company_id, contact_id, position, wa_id, behind)
         select id, id, $1, $1, $2, n, n, true
         from (select gen_random_uuid() id, n from generate_series(1, $3::int) n) each`,
        [connectionId, contactId, waiting],
      );
      await client.query('begin');
      expect(await work()).toMatchObject({ due: { single: true, program: true }, settled: [false, false] });
      const { rows } = await client.query<{ read: number }>(
        `select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
         where relid = 'connector.outbox'::regclass`,
      );
      await client.query('commit');
      expect(rows[0]?.read).toBeLessThan(waiting / 10);
    });
  });
});
