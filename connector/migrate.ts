import type { ClientBase, Pool } from 'pg';
import { applyMigrations } from '#eventstore/database/migrations.ts';
import { type OpenTransaction, wholly } from '#eventstore/database/transaction.ts';
import { migrateParking } from '#eventstore/parking/migrate.ts';
import { connectorMigrations } from './migrations.ts';

/**
 * Makes or completes the connector's own schema, beside connectors that run. Idempotent, and safe when several
 * processes start at once. The gateway's role may read a session's state, under row-level security, and nothing else.
 */
export const migrateConnector = async (target: Pool | OpenTransaction): Promise<void> => {
  await migrateParking(target);
  await applyMigrations(target, connectorMigrations);
  await wholly(target, async client => {
    if (!(await isLacking(client))) return;
    // Two that grant the same at once are one too many for Postgres.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('balcao.connector.rights', 0))`);
    if (await isLacking(client)) await client.query(rights);
  });
};

const isLacking = async (client: ClientBase): Promise<boolean> =>
  (await client.query<{ lacking: boolean }>(rightsLacking)).rows[0]?.lacking === true;

/** The role may come later than the schema. */
const rightsLacking = `
  select not has_column_privilege(oid, 'connector.session', 'pairing_code', 'select') as lacking
  from pg_roles where rolname = 'balcao_gateway'`;
const rights = `
  grant usage on schema connector to balcao_gateway;
  grant select (connection_id, company_id, status, qr, pairing_code, retries, updated_at) on connector.session
    to balcao_gateway`;
