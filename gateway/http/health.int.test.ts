import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHeartbeat } from '#eventstore/follow/heartbeat.ts';
import { StoreUnavailable } from '#eventstore/types.ts';
import { openHarness } from '../testing/harness.ts';

type Harness = Awaited<ReturnType<typeof openHarness>>;

describe('readiness', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await openHarness({
      head: async () => {
        const cause = new Error('14 UNAVAILABLE: Last error: Error: connect ECONNREFUSED 127.0.0.1:2113');
        throw new StoreUnavailable(`the event store is unavailable: ${cause.message}`, { cause });
      },
    });
  });
  afterAll(() => harness.close());

  const readiness = async () => {
    const answer = await harness.app.inject({ url: '/readyz' });
    return { status: answer.statusCode, ...answer.json() };
  };

  it('names why the event store cannot be used', async () => {
    expect(await readiness()).toMatchObject({
      ...{ status: 503, ok: false, postgres: { ok: true } },
      eventStore: { ok: false, problem: 'connection refused' },
    });
  });

  it('names who follows the log and does not, as operators may know, and nobody else’s connectors', async () => {
    const { pool, databaseUrl, app } = harness;
    const log = { warn: () => undefined };
    const heartbeat = await openHeartbeat({ databaseUrl, service: 'commands', log, everyMs: 20 });
    for (const name of ['policy erase-contacts', 'connector simulator']) heartbeat.follower(name).succeeded();
    const list = async () => (await readiness()).followers.list;
    await expect.poll(list).toMatchObject([{ name: 'policy erase-contacts', ok: true, trouble: null }]);
    await heartbeat.close();
    await pool.query(`update following.follower set beaten_at = now() - interval '1 hour'`);
    expect((await readiness()).followers).toMatchObject({
      ok: false,
      list: [
        { name: 'policy erase-contacts', ok: false, trouble: 'silent', silentSeconds: expect.any(Number) },
      ],
    });
    const { payload } = await app.inject({ url: '/metrics' });
    expect(payload).toContain('balcao_follower_up{follower="policy erase-contacts"} 0');
    expect(payload).toMatch(/balcao_follower_silent_seconds\{follower="policy erase-contacts"\} 3600/);
    const others = await app.inject({ url: '/readyz', remoteAddress: '10.0.0.1' });
    expect(Object.keys(others.json())).toEqual(['ok']);
    await pool.query('truncate following.follower');
  });

  it('names deliveries to webhooks that cannot be made', async () => {
    const { pool, app } = harness;
    expect((await readiness()).webhooks).toEqual({ ok: true, setAside: 0, deliveries: [] });
    const [id, endpointId, companyId, entityId] = Array.from({ length: 4 }, () => crypto.randomUUID());
    await pool.query(
      `insert into webhook.delivery (id, endpoint_id, company_id, type, category, entity_id, revision, persons,
         happened_at, noted_at, next_at, problem, reason)
       values ($1, $2, $3, 'message.received', 'message', $4, 0, '{}', now(), now(), now(), 'unreadable', 'no key')`,
      [id, endpointId, companyId, entityId],
    );
    const stream = `message-${companyId}.${entityId}`;
    expect((await readiness()).webhooks).toMatchObject({
      ...{ ok: false, setAside: 1 },
      deliveries: [
        { id, endpointId, companyId, stream, revision: 0, problem: 'unreadable', reason: 'no key' },
      ],
    });
    const { payload } = await app.inject({ url: '/metrics' });
    expect(payload).toContain('balcao_webhook_deliveries_set_aside 1');
    await pool.query('truncate webhook.delivery');
  });

  it('names a Postgres that only reads', async () => {
    const { pool } = harness;
    const [{ name }] = (await pool.query('select current_database() as name')).rows;
    const onNewConnections = async (setting: string) => {
      await pool.query(`begin read write; alter database ${name} ${setting}; commit`);
      await pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
        [name],
      );
      await pool.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    };
    const problem = async () => (await readiness()).postgres.problem;
    await onNewConnections('set default_transaction_read_only = on');
    await expect.poll(problem).toBe('it is for reading only');
    await onNewConnections('reset default_transaction_read_only');
    await expect.poll(problem).toBeUndefined();
  });
});
