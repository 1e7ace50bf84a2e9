import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#start/postgres/testing.ts';
import { MigrationFailed } from './failed-step.ts';
import { appliedSteps, applyMigrations, type Migrations, type Step, statementsOf } from './migrations.ts';
import { openPool } from './pool.ts';
import { inTransaction, OpenTransaction } from './transaction.ts';

const first: Step = {
  number: 1,
  name: 'first',
  sql: 'create schema shop; create table shop.item (id int primary key)',
};
const second: Step = { number: 2, name: 'second', sql: 'alter table shop.item add column price int' };
const shop = (...steps: Step[]): Migrations => ({ area: 'shop', schema: 'shop', steps });

describe('a list of migrations', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeEach(async () => {
    database = await createTestDatabase();
    pool = openPool({ connectionString: database.url, max: 5 });
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  it('is taken in order, and later only what has come since', async () => {
    await applyMigrations(pool, shop(first));
    await pool.query('insert into shop.item values (1)');
    await applyMigrations(pool, shop(first, second));
    await applyMigrations(pool, shop(first, second));
    expect((await pool.query('select * from shop.item')).rows).toEqual([{ id: 1, price: null }]);
    expect(await appliedSteps(pool, 'shop')).toEqual([1, 2]);
  });

  it('leaves nothing of a step that fails, and keeps those before it', async () => {
    const bad = { ...second, sql: 'alter table shop.item add column price int; select nonsense' };
    await expect(applyMigrations(pool, shop(first, bad))).rejects.toThrow('nonsense');
    expect(await appliedSteps(pool, 'shop')).toEqual([1]);
    await applyMigrations(pool, shop(first, second));
    expect(await appliedSteps(pool, 'shop')).toEqual([1, 2]);
  });

  it('names the step and the table that it fails at', async () => {
    const failing = async (sql: string): Promise<string> => {
      const error = await applyMigrations(pool, shop(first, { ...second, sql })).catch(failed => failed);
      return error instanceof MigrationFailed ? error.message : 'another error';
    };
    await applyMigrations(pool, shop(first));
    await pool.query('insert into shop.item values (1)');
    await pool.query('create table shop.customer (id int)');
    const begin = 'step 2 of shop ("second") at shop.item: ';
    expect(await failing('alter table shop.item add column price int not null')).toBe(
      `${begin}column "price" of relation "item" contains null values`,
    );
    expect(await failing('create table shop.order (id int); create table shop.item (id int)')).toBe(
      `${begin}relation "item" already exists`,
    );
    expect(await failing('update shop.customer set id = 1; update shop.item set price = 1')).toBe(
      `${begin}column "price" of relation "item" does not exist`,
    );
    expect(
      await failing(`do $$ begin if to_regclass('shop.item') is not null then
        alter table shop.item rename price to cost; end if; end $$`),
    ).toBe(`${begin}column "price" does not exist`);
    expect(await failing('create schema shop')).toBe(
      'step 2 of shop ("second"): schema "shop" already exists',
    );
  });

  it('is taken with other lists in one transaction, or none of them is', async () => {
    const stock = { ...shop({ ...first, sql: 'create schema stock' }), area: 'stock', schema: 'stock' };
    const atOnce = (...lists: Migrations[]) =>
      inTransaction(pool, async client => {
        const transaction = new OpenTransaction(client);
        for (const list of lists) await applyMigrations(transaction, list);
      });
    const bad = shop({ ...first, apart: true }, { ...second, sql: 'select nonsense' });
    await expect(atOnce(stock, bad)).rejects.toThrow('step 2 of shop');
    const there = `select to_regnamespace('stock') as stock, to_regnamespace('shop') as shop,
      to_regnamespace('migration') as register`;
    expect((await pool.query(there)).rows).toEqual([{ stock: null, shop: null, register: null }]);
    await atOnce(stock, shop(first, second));
    await atOnce(stock, shop(first, second));
    expect([await appliedSteps(pool, 'stock'), await appliedSteps(pool, 'shop')]).toEqual([[1], [1, 2]]);
  });

  it('goes on after a deadlock in which Postgres chose it', async () => {
    await applyMigrations(pool, shop(first));
    await pool.query('create table shop.other (id int)');
    const both = { ...second, sql: 'lock table shop.item; lock table shop.other' };
    const running = await pool.connect();
    try {
      await running.query(`set deadlock_timeout = '1h'`);
      await running.query('begin; lock table shop.other in access share mode');
      const migrated = applyMigrations(pool, shop(first, both));
      await expect
        .poll(async () => {
          const held = `select from pg_locks where relation = 'shop.other'::regclass and not granted`;
          return (await pool.query(held)).rowCount;
        })
        .toBe(1);
      await running.query('lock table shop.item in access share mode');
      await running.query('commit');
      await migrated;
    } finally {
      running.release(true);
    }
    expect(await appliedSteps(pool, 'shop')).toEqual([1, 2]);
  });

  it('is parted into statements that are committed one by one where a step says so', () => {
    const sql = `
create table a (
  id int
);

do $$ begin
  if true then
    create table b (id int);
  end if;
end $$;
alter table a add column c int;
`;
    expect(statementsOf(sql).map(statement => statement.split('\n')[0])).toEqual([
      'create table a (',
      'do $$ begin',
      'alter table a add column c int;',
    ]);
  });
});
