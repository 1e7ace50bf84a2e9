import type { CustomTypesConfig, Pool } from 'pg';
import { defaultTypeParser, openPool, type PoolConfig } from '#eventstore/database/pool.ts';

const int8 = 20;
const timestamptz = 1184;

/** Positions and counts are safe integers; dates are ISO strings in UTC with milliseconds. */
const types = new Map<number, (text: string) => unknown>([
  [int8, Number],
  [timestamptz, text => new Date(text).toISOString()],
]);
const getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  types.get(oid) ?? defaultTypeParser(oid, format ?? 'text');

export type DatabaseOptions = {
  readonly max?: number;
  /** The role that the connections take on. */
  readonly role?: string;
  /** Queries go out without waiting for the answers before them. */
  readonly pipeline?: boolean;
  /** Settings of the session, as `{ synchronous_commit: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>;
};

/** Settings of a connection as this product uses Postgres; for a pool or a client of one's own. */
export const connectionConfig = (url: string, options: DatabaseOptions = {}): PoolConfig => {
  const settings = { TimeZone: 'UTC', ...(options.role ? { role: options.role } : {}), ...options.settings };
  return {
    connectionString: url,
    types: { getTypeParser } as CustomTypesConfig,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...(options.pipeline ? { pipeline: true } : {}),
  };
};

/**
 * A pool on the database. int8 are numbers, timestamptz are ISO strings. A connection that breaks while idle is
 * replaced by the next query; one that breaks in use fails its queries and nothing else.
 */
export const openDatabase = (url: string, options: DatabaseOptions = {}): Pool =>
  openPool({ ...connectionConfig(url, options), max: options.max ?? 10 });
