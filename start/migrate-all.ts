import type { Pool } from 'pg';
import { migrateContactImports } from '#commands/contact-import/migrate.ts';
import { migrateIntegrity } from '#commands/integrity/migrate.ts';
import { migratePolicies } from '#commands/policies/migrate.ts';
import { migrateWebhooks } from '#commands/webhook/migrate.ts';
import { migrateConnector } from '#connector/migrate.ts';
import { applyMigrations } from '#eventstore/database/migrations.ts';
import { openClient, openPool } from '#eventstore/database/pool.ts';
import { OpenTransaction } from '#eventstore/database/transaction.ts';
import { migrateFollowing } from '#eventstore/follow/migrate.ts';
import { migrateParking } from '#eventstore/parking/migrate.ts';
import { migratePersonKeys } from '#eventstore/person-keys/migrate.ts';
import { migrateMedia } from '#files/migrate.ts';
import { gatewayMigrations, migrateGateway } from '#gateway/migrate.ts';
import { migrate, migrateReadModels } from '#projections/migrate.ts';
import { migrateQuestions } from '#projections/questions/migrate.ts';

/** In their order; read models, whose reader they let in, and the gateway come before. */
const areas: readonly ((target: Pool | OpenTransaction) => Promise<void>)[] = [
  ...[migrateParking, migrateMedia, migrateConnector, migratePolicies, migrateContactImports],
  ...[migrateIntegrity, migrateWebhooks, migrateQuestions, migrateFollowing],
];

/**
 * Brings every schema of the product up to date but that of the keys of people, which needs their master key
 * (`migratePersonKeys`). Idempotent; beside services that run.
 * @throws {MissingRights} see `migrate` of the projections. MigrationFailed at the first step that cannot be taken.
 */
export const migrateAll = async (databaseUrl: string): Promise<void> => {
  await migrate(databaseUrl);
  await migrateGateway(databaseUrl);
  const pool = openPool({ connectionString: databaseUrl, max: 1 });
  try {
    for (const migrateArea of areas) await migrateArea(pool);
  } finally {
    await pool.end();
  }
};

/**
 * Brings every schema up to date in one transaction, on a database that nobody else uses: where a step cannot be taken,
 * the database is as it was. Throws MigrationFailed, WrongMasterKey.
 */
export const migrateAtOnce = async (databaseUrl: string, masterKey: string): Promise<void> => {
  const client = openClient(databaseUrl);
  await client.connect();
  try {
    await client.query('begin');
    const transaction = new OpenTransaction(client);
    await migratePersonKeys(transaction, masterKey);
    await migrateReadModels(transaction);
    await applyMigrations(transaction, gatewayMigrations);
    for (const migrateArea of areas) await migrateArea(transaction);
    await client.query('commit');
  } finally {
    // What is not committed is undone with the connection.
    await client.end();
  }
};
