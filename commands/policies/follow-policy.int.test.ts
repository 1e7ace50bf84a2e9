import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LogCutShort } from '#eventstore/types.ts';
import { createTestDatabase, type TestDatabase } from '#start/postgres/testing.ts';
import { followPolicy } from './follow-policy.ts';
import { migratePolicies } from './migrate.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  await migratePolicies(pool);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

it('a policy stops, and says why, when the log ends before its checkpoint', async () => {
  const said: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => said.push(line) });
  let tries = 0;
  const store = {
    subscribe: () => {
      tries += 1;
      throw new LogCutShort(128, 1_280);
    },
  };
  const policy = { name: 'nothing', categories: ['ticket'] as const, react: async () => undefined };
  await followPolicy({ store, pool, log, signal: new AbortController().signal }, policy);
  expect(tries).toBe(1);
  expect(said).toHaveLength(1);
  expect(said[0]).toContain('the log ends at position 128, and it was read up to 1280 before');
});
