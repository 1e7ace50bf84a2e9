import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#start/postgres/testing.ts';
import { type Listening, listen } from './listen.ts';
import { openPool } from './pool.ts';

describe('a listener', () => {
  let database: TestDatabase;
  let pool: Pool;
  let line: Listening | undefined;
  let heard: string[] = [];
  let starts = 0;
  const warnings: string[] = [];
  beforeEach(async () => {
    [heard, starts] = [[], 0];
    database = await createTestDatabase();
    pool = openPool({ connectionString: database.url, max: 3 });
  });
  afterEach(async () => {
    await line?.close();
    await pool.end();
    await database.drop();
  });

  const open = (from: 'pool' | 'own', listening: () => Promise<void> | void = () => undefined) => {
    line = listen({
      from: from === 'pool' ? pool : { connectionString: database.url, application_name: 'ear' },
      channels: ['one', 'other'],
      heard: (channel, payload) => {
        heard.push(`${channel} ${payload}`);
        if (payload === 'bad') throw new Error('no such thing');
      },
      listening: async () => {
        await listening();
        starts += 1;
      },
      log: { warn: (_details, message) => warnings.push(message) },
    });
  };
  const notify = (channel: string, payload: string) =>
    pool.query('select pg_notify($1, $2)', [channel, payload]);

  it.each(['pool', 'own'] as const)('hears its channels, what it cannot read too (%s)', async from => {
    open(from);
    await expect.poll(() => starts).toBe(1);
    await notify('one', 'bad');
    await notify('other', 'b');
    await expect.poll(() => heard).toEqual(['one bad', 'other b']);
    expect(warnings).toContain('a notification cannot be read');
  });

  it.each(['pool', 'own'] as const)('comes back when its line is cut, and says so (%s)', async from => {
    open(from);
    await expect.poll(() => starts).toBe(1);
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query like 'listen%'`,
    );
    await expect.poll(() => starts).toBe(2);
    await notify('one', 'again');
    await expect.poll(() => heard).toEqual(['one again']);
  });

  it('opens another line when what it begins with fails, or when it is asked to', async () => {
    let tries = 0;
    open('own', async () => {
      tries += 1;
      if (tries < 3) throw new Error('not yet');
    });
    await expect.poll(() => starts).toBe(1);
    expect(tries).toBe(3);
    line?.again();
    await expect.poll(() => starts).toBe(2);
    await notify('other', 'once');
    await expect.poll(() => heard).toEqual(['other once']);
  });
});
