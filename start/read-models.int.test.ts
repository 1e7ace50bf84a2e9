import { expect, it } from 'vitest';
import { openPool } from '#eventstore/database/pool.ts';
import { migrate } from '#projections/migrate.ts';
import { createTestDatabase } from './postgres/testing.ts';
import { awaitReadModels } from './read-models.ts';

it('read models of another version are waited for, and those that are there are not', async () => {
  const database = await createTestDatabase();
  const pool = openPool({ connectionString: database.url, max: 1 });
  const { signal } = new AbortController();
  try {
    await migrate(database.url);
    const wanted = (
      await pool.query<{ name: string; version: number }>('select name, version from projection.checkpoint')
    ).rows;
    expect(wanted.length).toBeGreaterThan(2);
    await awaitReadModels(database.url, wanted, signal);
    await pool.query(`update projection.checkpoint set version = version - 1 where name = 'inbox'`);
    const order: string[] = [];
    const there = awaitReadModels(database.url, wanted, signal).then(() => order.push('there'));
    for (let look = 0; look < 5; look += 1) await pool.query('select from projection.checkpoint');
    order.push('built');
    await pool.query(`update projection.checkpoint set version = version + 1 where name = 'inbox'`);
    await there;
    expect(order).toEqual(['built', 'there']);
    const stopped = new AbortController();
    await pool.query(`update projection.checkpoint set version = version - 1 where name = 'inbox'`);
    const never = awaitReadModels(database.url, wanted, stopped.signal);
    stopped.abort();
    await expect(never).rejects.toThrow('aborted');
  } finally {
    await pool.end();
    await database.drop();
  }
});
