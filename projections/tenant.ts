import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { openDatabase } from './database.ts';
import { readerRole } from './schema.ts';

/** What queries of one company are asked of. */
export type Queryable = {
  readonly companyId: string;
  /** A prepared statement, planned once a connection: the same name must always carry the same text. */
  readonly query: <R extends QueryResultRow>(
    name: string,
    text: string,
    values: readonly unknown[],
  ) => Promise<readonly R[]>;
};

export type Tenants = {
  /**
   * Runs queries for one company: as a role that may only read, and only that company's rows. Everything goes
   * over the wire in as many round trips as the work itself has. Throws when the company is not a UUID.
   */
  readonly read: <Result>(companyId: string, work: (db: Queryable) => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Opens the readers' own connections to the database that `pool` is on. */
export const openTenants = (pool: Pool, options: { readonly max?: number } = {}): Tenants => {
  const { connectionString } = pool.options;
  if (!connectionString) throw new Error('the pool was opened without a connection string');
  const readers = openDatabase(connectionString, {
    max: options.max ?? 10,
    role: readerRole,
    pipeline: true,
    settings: { plan_cache_mode: 'force_generic_plan' },
  });
  return {
    read: async (companyId, work) => {
      if (!uuid.test(companyId)) throw new Error('a company is named by its UUID');
      const client = await readers.connect();
      try {
        const begun = client.query(`begin read only; set local app.company_id = '${companyId}'`);
        const [, result] = await Promise.all([begun, work(queryable(client, companyId))]);
        end(client, 'commit');
        return result;
      } catch (error) {
        end(client, 'rollback');
        throw error;
      }
    },
    close: () => readers.end(),
  };
};

/** Nobody waits for it: nothing was written. */
const end = (client: PoolClient, how: 'commit' | 'rollback'): void => {
  client.query(how).then(
    () => client.release(),
    () => client.release(true),
  );
};

const queryable = (client: PoolClient, companyId: string): Queryable => ({
  companyId,
  query: async <R extends QueryResultRow>(name: string, text: string, values: readonly unknown[]) =>
    (await client.query<R>({ name, text, values: [...values] })).rows,
});
