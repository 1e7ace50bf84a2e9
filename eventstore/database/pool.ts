import pg from 'pg';

export type PoolConfig = Omit<pg.PoolConfig, 'connectionString'> & { readonly connectionString: string };
export type DatabaseLog = { readonly warn: (details: object, message: string) => void };

/**
 * A pool on Postgres. A connection that breaks fails the queries that are on it and is replaced by the next one; it
 * never ends the process, whether it was idle, in somebody's hands, or just being handed over. A break while idle,
 * which nobody else would notice, is logged.
 */
export const openPool = (config: PoolConfig, log?: DatabaseLog): pg.Pool => {
  const pool = new pg.Pool({ keepAlive: true, ...config });
  pool.on('error', error => log?.warn({ err: error }, 'a database connection broke'));
  // The pool listens while a connection is idle; its users begin to only once they have it.
  pool.on('connect', client => client.on('error', ignore));
  return pool;
};

/**
 * One connection to Postgres, not connected yet. When it breaks, queries on it fail, and `error` and `end` are told to
 * whoever listens; with nobody listening the process lives on all the same.
 */
export const openClient = (config: string | PoolConfig): pg.Client => {
  const options = typeof config === 'string' ? { connectionString: config } : config;
  const client = new pg.Client({ keepAlive: true, ...options });
  client.on('error', ignore);
  return client;
};

/** What a value of a type is read as where nothing else is said. */
export const defaultTypeParser = pg.types.getTypeParser;

/** Its queries fail with it, too. */
const ignore = () => undefined;
