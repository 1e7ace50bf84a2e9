import pg from 'pg';
import { createTestDatabase } from '#start/postgres/testing.ts';
import { migrateContactImports } from '../contact-import/migrate.ts';
import { migratePolicies } from '../policies/migrate.ts';

export type PolicyDatabase = {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly close: () => Promise<void>;
};

/** A fresh database with all that the service `commands` keeps, for one test file. */
export const openPolicyDatabase = async ({ max = 6 } = {}): Promise<PolicyDatabase> => {
  const { url, drop } = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: url, max });
  await migratePolicies(pool);
  await migrateContactImports(pool);
  return { url, pool, close: () => pool.end().then(drop) };
};
