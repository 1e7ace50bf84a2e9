import type { Pool } from 'pg';
import { openClient } from '#eventstore/database/pool.ts';
import { connectionConfig } from './database.ts';
import type { Projection } from './kit/projection.ts';

const first = 50;
const growth = 3;

/**
 * Keeps the planner's statistics abreast of a read model that grows from nothing: without them it takes every table
 * for tiny and reads a company's contacts forty times for one page. Counts what was written and analyses at 50 events,
 * 150, 450 …, until Postgres' own autovacuum is what matters; and after each sweep or erasure, because statistics hold
 * samples of what is gone. Never disturbs the writer: a failure is left to the next.
 */
export const keepStatistics = (
  projection: Projection,
  pool: Pool,
): ((events: number, swept: boolean) => void) => {
  let written = 0;
  let due = first;
  let busy = false;
  let again = false;
  const tables = projection.folds.map(({ table }) => `${projection.name}.${table.name}`).join(', ');
  const analyse = () => {
    busy = true;
    const done = () => {
      busy = false;
      if (again) analyse();
    };
    again = false;
    pool.query(`analyze ${tables}`).then(done, done);
  };
  return (events, swept) => {
    written += events;
    if (swept) again = true;
    if ((written < due && !again) || busy) return;
    if (written >= due) due = written * growth;
    analyse();
  };
};

/**
 * Statistics as Postgres takes them by itself, of a read model that serves already: a build contents itself with a
 * small sample. Without them questions are planned less well until autovacuum comes; a failure is left to that.
 */
export const refineStatistics = async ({ name, folds }: Projection, databaseUrl: string): Promise<void> => {
  const client = openClient(connectionConfig(databaseUrl));
  try {
    await client.connect();
    await client.query(`analyze ${folds.map(({ table }) => `${name}.${table.name}`).join(', ')}`);
  } catch {
    // It serves all the same.
  } finally {
    await client.end().catch(() => undefined);
  }
};
