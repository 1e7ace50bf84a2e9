import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';
import { backOffMs } from '#domain/shared/back-off.ts';
import { codeOf } from '#domain/shared/outage.ts';
import { failedStep } from './failed-step.ts';
import { OpenTransaction, onConnection } from './transaction.ts';

/** Once published, a step never changes: what is to be different is another step. */
export type Step = {
  /** 1, 2, 3… without gaps. */
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /**
   * Each statement is committed by itself, and may be repeated: for what touches several tables that running services
   * lock in orders of their own. Who never holds one table while waiting for the next can be in nobody's deadlock.
   * A statement then begins at the start of a line, and what is within one is indented or its end. Otherwise the whole
   * step is one transaction, and should touch one table of a running service.
   */
  readonly apart?: boolean;
};

export type Migrations = {
  /** Whose steps these are, for instance `connector`; several may share a schema. */
  readonly area: string;
  /** Made by the first step. Where it is gone, all steps are taken again. */
  readonly schema: string;
  readonly steps: readonly Step[];
};

const lockWaitMs = 5_000;
const mostTries = 24;
const back = { firstMs: 100, longestMs: 5_000 };

/**
 * Takes the steps that a database has not taken yet, in order, and writes down each (`migration.applied`). Several
 * processes at once wait for each other; where nothing is to be done, nothing is locked. A table that somebody else has
 * locked is waited for in short tries, so that nobody queues behind a migration for long. In an open transaction all
 * steps are part of it. Throws MigrationFailed.
 */
export const applyMigrations = (target: Pool | OpenTransaction, migrations: Migrations): Promise<void> =>
  target instanceof OpenTransaction ? migrateIn(target, migrations) : migrateFrom(target, migrations);

const migrateIn = async ({ client }: OpenTransaction, migrations: Migrations): Promise<void> => {
  const steps = await stepsToTake(client, migrations);
  if (steps.length > 0) await client.query(register);
  for (const step of steps) {
    await client.query(step.sql).catch(error => failedStep(migrations, step, error));
    await noteTaken(client, migrations, step);
  }
};

const migrateFrom = (pool: Pool, migrations: Migrations): Promise<void> =>
  onConnection(pool, async ({ client, discard }) => {
    try {
      await migrateOn(client, migrations);
    } catch (error) {
      // What broke takes its lock with it.
      discard(error instanceof Error ? error : new Error('the schema could not be made'));
      throw error;
    }
  });

/** The same on a connection that is given up when this throws. Not within a transaction. */
export const migrateOn = async (client: ClientBase, migrations: Migrations): Promise<void> => {
  if ((await stepsToTake(client, migrations)).length === 0) return;
  const lock = `balcao.migration.${migrations.area}`;
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [lock]);
  await client.query(`begin; ${register} commit`);
  await client.query(`set lock_timeout = ${lockWaitMs}`);
  for (const step of await stepsToTake(client, migrations)) await take(client, migrations, step);
  await client.query('reset lock_timeout');
  await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lock]);
};

/** Which steps a database has taken, for tests and operators. */
export const appliedSteps = async (client: ClientBase | Pool, area: string): Promise<readonly number[]> => {
  const { rows } = await client.query<{ number: number }>(
    'select number from migration.applied where area = $1 order by number',
    [area],
  );
  return rows.map(row => row.number);
};

const stepsToTake = async (
  client: ClientBase,
  { area, schema, steps }: Migrations,
): Promise<readonly Step[]> => {
  const { rows } = await client.query<{ known: boolean; made: boolean }>(
    `select to_regclass('migration.applied') is not null as known, to_regnamespace($1) is not null as made`,
    [schema],
  );
  if (!rows[0]?.known || !rows[0].made) return steps;
  const applied = new Set(await appliedSteps(client, area));
  return steps.filter(step => !applied.has(step.number));
};

/** All areas share it: who makes it is alone for a moment. */
const register = `
  select pg_advisory_xact_lock(hashtextextended('balcao.migration', 0));
  create schema if not exists migration;
  create table if not exists migration.applied (
    area text not null,
    number int not null,
    name text not null,
    applied_at timestamptz not null default now(),
    primary key (area, number)
  );`;

const take = async (client: ClientBase, migrations: Migrations, step: Step): Promise<void> => {
  const { sql, apart } = step;
  try {
    for (const statement of apart ? statementsOf(sql) : [])
      await insistently(client, () => client.query(statement));
    await insistently(client, async () => {
      await client.query('begin');
      if (!apart) await client.query(sql);
      await noteTaken(client, migrations, step);
      await client.query('commit');
    });
  } catch (error) {
    failedStep(migrations, step, error);
  }
};

const noteTaken = async (client: ClientBase, { area }: Migrations, { number, name }: Step): Promise<void> => {
  await client.query(
    `insert into migration.applied (area, number, name) values ($1, $2, $3)
     on conflict (area, number) do update set name = excluded.name, applied_at = now()`,
    [area, number, name],
  );
};

/** Each begins at the start of a line; what is within one is indented, or its end. */
export const statementsOf = (sql: string): readonly string[] =>
  sql.trim().split(/;\n+(?=(?:create|alter|drop|update|do|grant|revoke) )/);

/** Locks that were not to be had, and deadlocks, in which Postgres has chosen this side. */
const inTheWay: ReadonlySet<string> = new Set(['55P03', '40P01']);

const insistently = async (client: ClientBase, work: () => Promise<unknown>): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (!inTheWay.has(codeOf(error)) || tries >= mostTries) throw error;
      await pause(backOffMs(tries, back, Math.random()));
    }
  }
};
