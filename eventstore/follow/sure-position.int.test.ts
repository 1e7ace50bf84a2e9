import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#start/postgres/testing.ts';
import { openPool } from '../database/pool.ts';
import { LogCutShort } from '../types.ts';
import { addEventPosition, doneUpTo, readSure } from './sure-position.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ connectionString: database.url, max: 2 });
  await pool.query('create table kept (name text primary key, position bigint not null)');
  await pool.query(addEventPosition('kept'));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('delete from kept'));

/** Events stand at each 128th place. */
const store = { lastBefore: async (place: number) => (Math.ceil(place / 128) - 1) * 128 };
const row = { table: 'kept', where: 'name = $1', values: ['one'] };
const read = () => readSure(pool, store, row);
const keep = (position: number, eventPosition?: number) =>
  pool.query('insert into kept values ($1, $2, $3), ($4, 999, null)', [
    ...['one', position, eventPosition ?? null, 'other'],
  ]);
const rows = async () =>
  (await pool.query('select name, position::int, event_position::int from kept order by name')).rows;
const done = async () =>
  (await pool.query(`select ${doneUpTo}::int as done from kept order by name`)).rows[0];

it('is where it was kept, for sure', async () => {
  await keep(512, 512);
  expect(await done()).toEqual({ done: 512 });
  expect(await read()).toEqual({ position: 512, isPutBack: false });
});

it('is in front of the event where an earlier version kept it, once', async () => {
  await keep(512);
  expect(await done()).toEqual({ done: 511 });
  expect(await read()).toEqual({ position: 384, isPutBack: true });
  expect(await rows()).toEqual([
    { name: 'one', position: 384, event_position: 384 },
    { name: 'other', position: 999, event_position: null },
  ]);
  expect(await read()).toEqual({ position: 384, isPutBack: false });
});

it('is in front of the event where an earlier version has kept it since', async () => {
  await keep(512, 384);
  expect(await done()).toEqual({ done: 511 });
  expect(await read()).toEqual({ position: 384, isPutBack: true });
});

it('is the beginning of the log, for sure', async () => {
  await keep(0);
  expect(await done()).toEqual({ done: 0 });
  expect(await read()).toEqual({ position: 0, isPutBack: false });
});

it('is nowhere without a row', async () => {
  expect(await read()).toBeUndefined();
});

it('is not changed where the log ends before it', async () => {
  await keep(512);
  const cut = { lastBefore: () => Promise.reject(new LogCutShort(128, 512)) };
  await expect(readSure(pool, cut, row)).rejects.toThrow(LogCutShort);
  expect((await rows())[0]).toMatchObject({ position: 512 });
});
