import { migrateContactImports } from '#commands/contact-import/migrate.ts';
import { migrateIntegrity } from '#commands/integrity/migrate.ts';
import { migratePolicies } from '#commands/policies/migrate.ts';
import { migrateWebhooks } from '#commands/webhook/migrate.ts';
import { migrateConnector } from '#connector/migrate.ts';
import { openPool } from '#eventstore/database/pool.ts';
import { migrateFollowing } from '#eventstore/follow/migrate.ts';
import { migrateParking } from '#eventstore/parking/migrate.ts';
import { migrateMedia } from '#files/migrate.ts';
import { migrateGateway } from '#gateway/migrate.ts';
import { migrate } from '#projections/migrate.ts';
import { migrateQuestions } from '#projections/questions/migrate.ts';

/**
 * Brings every schema of the product up to date but that of the keys of people, which needs their master key
 * (`migratePersonKeys`). Idempotent; beside services that run.
 * @throws {MissingRights} see `migrate` of the projections.
 */
export const migrateAll = async (databaseUrl: string): Promise<void> => {
  await migrate(databaseUrl);
  await migrateGateway(databaseUrl);
  const pool = openPool({ connectionString: databaseUrl, max: 1 });
  try {
    await migrateParking(pool);
    await migrateMedia(pool);
    await migrateConnector(pool);
    await migratePolicies(pool);
    await migrateContactImports(pool);
    await migrateIntegrity(pool);
    await migrateWebhooks(pool);
    await migrateQuestions(pool);
    await migrateFollowing(pool);
  } finally {
    await pool.end();
  }
};
