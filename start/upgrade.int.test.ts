import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appliedSteps } from '#eventstore/database/migrations.ts';
import { openPool } from '#eventstore/database/pool.ts';
import { migratePersonKeys } from '#eventstore/person-keys/migrate.ts';
import { migrateAll } from './migrate-all.ts';
import { createTestDatabase, type TestDatabase } from './postgres/testing.ts';

const areas = ['connector', 'following', 'gateway', 'media', 'person-keys', 'policies', 'projections'];
const masterKey = randomBytes(32).toString('base64');

/** Databases of before steps were numbered, each with some rows. Read models are built again and left out. */
const dumps = ['database-1.sql', 'database-2.sql'];

describe('the migrations', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeEach(async () => {
    database = await createTestDatabase();
    pool = openPool({ connectionString: database.url, max: 4 });
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  const migrateEverything = async () => {
    await migrateAll(database.url);
    await migratePersonKeys(pool, masterKey);
  };
  const taken = async () =>
    Object.fromEntries(
      await Promise.all(areas.map(async area => [area, (await appliedSteps(pool, area)).length] as const)),
    );

  it.each(dumps)('bring %s up to date, lose no row, and make what a new database has', async dump => {
    await pool.query(`do $$ begin create role balcao_gateway;
      exception when duplicate_object or unique_violation then null; end $$`);
    await pool.query(readFileSync(fileURLToPath(new URL(`./fixtures/${dump}`, import.meta.url)), 'utf8'));
    const before = await rowsOf(pool);
    expect(before.size).toBeGreaterThan(20);
    await migrateEverything();
    const after = await rowsOf(pool);
    for (const [table, rows] of before) {
      const now = after.get(table) ?? [];
      for (const row of rows) expect(now, table).toContainEqual(expect.objectContaining(row));
    }
    const fresh = await createTestDatabase();
    const other = openPool({ connectionString: fresh.url, max: 2 });
    await migrateAll(fresh.url);
    await migratePersonKeys(other, masterKey);
    expect(await shapeOf(pool)).toEqual(await shapeOf(other));
    await other.end();
    await fresh.drop();
  });

  it('take each step once, also when several begin at the same time, and again where a schema was dropped', async () => {
    await Promise.all([migrateEverything(), migrateEverything(), migrateEverything()]);
    const steps = await taken();
    expect(Object.values(steps).every(count => count > 0)).toBe(true);
    const times = () => pool.query('select area, number, applied_at from migration.applied order by 1, 2');
    const { rows: first } = await times();
    await migrateEverything();
    expect((await times()).rows).toEqual(first);
    await pool.query('drop schema policy cascade');
    await migrateEverything();
    expect((await pool.query('select from policy.checkpoint')).rowCount).toBe(0);
    expect(await taken()).toEqual(steps);
  });
});

const ownTables = `
  select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname = any('{connector,policy,media,secrets,projection}') order by 1`;

const rowsOf = async (pool: Pool): Promise<ReadonlyMap<string, readonly object[]>> => {
  const { rows: tables } = await pool.query<{ name: string }>(ownTables);
  const filled = new Map<string, readonly object[]>();
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: object }>(`select to_jsonb(t) as row from ${name} t`);
    if (rows.length > 0)
      filled.set(
        name,
        rows.map(({ row }) => row),
      );
  }
  return filled;
};

/** Columns, constraints and indexes of the product's own tables; read models have versions of their own. */
const shapeOf = async (pool: Pool): Promise<readonly unknown[]> => {
  const text = `
    select table_schema || '.' || table_name as place, column_name as what,
      concat_ws(' ', data_type, is_nullable, column_default) as how from information_schema.columns
    where table_schema = any($1)
    union all
    select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace::regnamespace::text = any($1) and contype <> 'n'
    union all
    select schemaname || '.' || tablename, indexname, indexdef from pg_indexes where schemaname = any($1)
    union all
    select schemaname || '.' || tablename, policyname, qual from pg_policies where schemaname = any($1)
    union all
    select table_schema || '.' || table_name, grantee, privilege_type from information_schema.column_privileges
    where table_schema = any($1) and grantee = 'balcao_gateway'
    order by 1, 2, 3`;
  const schemas = [
    'connector',
    'policy',
    'contact_import',
    'webhook',
    'media',
    'secrets',
    'projection',
    'following',
    'migration',
  ];
  return (await pool.query(text, [schemas])).rows;
};
