import { Client } from 'pg';
import type { EventStore, Position } from '#eventstore/types.ts';
import { createTestDatabase } from '#start/postgres/testing.ts';
import { connectionConfig, openDatabase } from '../database.ts';
import { inbox } from '../inbox/projection.ts';
import type { Projection } from '../kit/projection.ts';
import { migrate } from '../migrate.ts';
import { openPositions } from '../position.ts';
import { type Log, runProjection } from '../runner.ts';
import { serveProjection } from '../serve.ts';
import { openTenants } from '../tenant.ts';

export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A migrated database with what a gateway opens on it, and runners to start; `close` ends everything. */
export const openReadModel = async () => {
  const database = await createTestDatabase();
  await migrate(database.url);
  const pool = openDatabase(database.url, { max: 4 });
  const positions = openPositions(pool);
  const tenants = openTenants(pool, { max: 4 });
  const stops: (() => Promise<void>)[] = [];

  return {
    url: database.url,
    pool,
    positions,
    tenants,
    run: (store: EventStore, projection: Projection = inbox, log: Log = silent) => {
      const stopping = new AbortController();
      const ended = runProjection({
        projection,
        databaseUrl: database.url,
        store,
        log,
        signal: stopping.signal,
      });
      const stop = async () => {
        stopping.abort();
        await ended;
      };
      stops.push(stop);
      return { stop, ended };
    },
    /** As the service runs it, with what it does at its start. */
    serve: (store: EventStore, projection: Projection = inbox, log: Log = silent) => {
      const stopping = new AbortController();
      const { signal } = stopping;
      const ended = serveProjection({ projection, databaseUrl: database.url, pool, store, log, signal });
      const stop = async () => {
        stopping.abort();
        await ended;
      };
      stops.push(stop);
      return { stop };
    },
    shown: async (position: Position, timeoutMs = 30_000) => {
      if (!(await positions.waitFor('inbox', position, timeoutMs)))
        throw new Error(`not at ${position} in time`);
    },
    /** Waits for a condition that shows in the database. */
    until: async (sql: string, values: readonly unknown[] = []) => {
      const giveUp = Date.now() + 10_000;
      const client = new Client(connectionConfig(database.url));
      await client.connect();
      try {
        while ((await client.query(sql, [...values])).rows.length === 0) {
          if (Date.now() > giveUp) throw new Error(`never came true: ${sql}`);
        }
      } finally {
        await client.end();
      }
    },
    close: async () => {
      for (const stop of stops) await stop();
      await positions.close();
      await tenants.close();
      await pool.end();
      await database.drop();
    },
  };
};
export type ReadModel = Awaited<ReturnType<typeof openReadModel>>;

/** Every row of every table of a schema, as text, for comparing two copies. */
export const dump = async (model: Pick<ReadModel, 'pool'>, schema: string): Promise<string> => {
  const tables = inbox.folds.map(({ table }) => table.name);
  const parts: string[] = [];
  for (const table of tables) {
    const { rows } = await model.pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${schema}.${table} t order by 1`,
    );
    parts.push(`${table}: ${rows.map(({ row }) => row).join('\n')}`);
  }
  return parts.join('\n\n');
};
