import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
