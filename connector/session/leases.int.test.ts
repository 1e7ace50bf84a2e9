import { Client, Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#start/postgres/testing.ts';
import { wipeAccount } from '../keys/credentials.ts';
import { createKeyCache } from '../keys/key-store.ts';
import { migrateConnector } from '../migrate.ts';
import { connectionName } from './last-writes.ts';
import { LeaseLost, openLeases } from './leases.ts';
import { forgetConnection, wantNoMore } from './session-rows.ts';

const connectionId = '01990000-0000-7000-8000-000000000003';

describe('the lease of a connection', () => {
  let database: TestDatabase;
  let pool: Pool;
  const process = (owner: string, ended: readonly string[] = []) =>
    openLeases(pool, 'simulator', { owner, ended });
  const epochOf = async (leases: ReturnType<typeof process>, goingOn: readonly string[] = []) =>
    (await leases.hold(goingOn))[0]?.epoch;
  const row = async () =>
    (await pool.query('select lease_owner, lease_until > now() as runs, wanted, ask from connector.session'))
      .rows[0];

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new Pool({ connectionString: database.url, max: 3 });
    pool.on('error', () => undefined);
    await migrateConnector(pool);
  });
  beforeEach(async () => {
    await pool.query('truncate connector.session, connector.wa_key, connector.wa_creds, connector.chat');
    await pool.query(
      `insert into connector.session (connection_id, company_id, provider) values ($1, $1, 'simulator')`,
      [connectionId],
    );
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('keeps its epoch for who goes on, and has another for who takes it anew', async () => {
    const one = process('one');
    const first = await epochOf(one);
    expect(await epochOf(one, [connectionId])).toBe(first);
    expect(await epochOf(one)).not.toBe(first);
  });

  it('is left alone while it lasts, and taken by who knows that its holder has ended', async () => {
    const first = await epochOf(process('one'));
    expect(await epochOf(process('stranger'))).toBeUndefined();
    const second = await epochOf(process('two', ['none', 'one']));
    expect(await row()).toMatchObject({ lease_owner: 'two', runs: true });
    expect(second).not.toBe(first);
    expect(await epochOf(process('one'), [connectionId])).toBeUndefined();
  });

  it('tells whom it was taken from, and nobody when it is renewed', async () => {
    const told: (string | undefined)[] = [];
    const listener = new Client({ connectionString: database.url });
    listener.on('notification', ({ payload }) => told.push(payload));
    await listener.connect();
    await listener.query('listen connector_wake');
    await epochOf(process('one'));
    await epochOf(process('one'), [connectionId]);
    await epochOf(process('two', ['one']));
    await listener.query('select');
    await listener.end();
    expect(told).toEqual([`session ${connectionId}`]);
  });

  describe('of a process whose last write waits in Postgres for a lock', () => {
    let writer: Client;
    let locker: Client;
    const order: string[] = [];
    const write = (client: Client, values: string) =>
      client.query(`insert into connector.wa_key (account, type, id, value) values ${values}
        on conflict (account, type, id) do update set value = excluded.value`);
    const waits = async () =>
      (
        await pool.query(`select from pg_stat_activity where wait_event_type = 'Lock' and pid <> pg_backend_pid()
         and datname = current_database()`)
      ).rowCount;

    beforeEach(async () => {
      order.length = 0;
      const connect = async (name: string) => {
        const client = new Client({ connectionString: database.url, application_name: name });
        client.on('error', () => undefined);
        await client.connect();
        return client;
      };
      [writer, locker] = [await connect(connectionName('one')), await connect('locker')];
      await epochOf(process('one'));
      await locker.query('begin');
      await write(locker, `('${connectionId}', 'a', 'b', '')`);
    });
    afterEach(() => Promise.all([writer.end().catch(() => undefined), locker.end()]));

    const meanwhile = async (during: () => Promise<unknown>) => {
      const writing = write(writer, `('${connectionId}', 'a', 'b', 'late')`).then(
        () => order.push('written'),
        error => order.push(error.code),
      );
      await expect.poll(waits).toBe(1);
      const taking = process('two', ['one'])
        .hold([])
        .then(() => order.push('taken'));
      await expect.poll(async () => (await row()).lease_owner).toBe('two');
      await during();
      await Promise.all([writing, taking]);
    };

    it('is taken when that is done', async () => {
      await meanwhile(() => locker.query('commit'));
      expect(order).toEqual(['written', 'taken']);
    });

    it('is taken all the same when that does not end, which is then not written', async () => {
      await meanwhile(async () => undefined);
      expect(order).toEqual(['57P01', 'taken']);
    });
  });

  it('lets a predecessor neither stop, wipe nor forget the connection, nor answer for it', async () => {
    const cache = createKeyCache();
    const epoch = (await epochOf(process('one'))) ?? 0;
    await epochOf(process('two', ['one']));
    await pool.query(`update connector.session set ask = 'start', ask_position = 7`);
    await pool.query(`insert into connector.wa_creds (account, value) values ($1, '')`, [connectionId]);
    await pool.query(`insert into connector.wa_key (account, type, id, value) values ($1, 'a', 'b', '')`, [
      connectionId,
    ]);
    const fencing = { holder: 'one', epoch };
    await expect(wantNoMore(pool, { connectionId, fencing })).rejects.toThrow(LeaseLost);
    await expect(wipeAccount(connectionId, { pool, cache, fencing })).rejects.toThrow(LeaseLost);
    await expect(forgetConnection(pool, { connectionId, fencing })).rejects.toThrow(LeaseLost);
    await process('one').answered(connectionId, 7, epoch);
    expect(await row()).toMatchObject({ wanted: true, ask: 'start' });
    const { rows } = await pool.query(
      'select from connector.wa_creds union all select from connector.wa_key',
    );
    expect(rows).toHaveLength(2);
  });

  it('lets its holder do all of that', async () => {
    const epoch = (await epochOf(process('one'))) ?? 0;
    const fencing = { holder: 'one', epoch };
    await pool.query(`insert into connector.wa_creds (account, value) values ($1, '')`, [connectionId]);
    await pool.query('insert into connector.chat (connection_id, contact_id, jid) values ($1, $1, $2)', [
      connectionId,
      '1@lid',
    ]);
    await wipeAccount(connectionId, { pool, cache: createKeyCache(), fencing });
    expect((await pool.query('select from connector.wa_creds')).rowCount).toBe(0);
    await wantNoMore(pool, { connectionId, fencing });
    expect(await row()).toMatchObject({ wanted: false });
    await forgetConnection(pool, { connectionId, fencing });
    expect(await row()).toBeUndefined();
    expect((await pool.query('select from connector.chat')).rowCount).toBe(0);
  });
});
