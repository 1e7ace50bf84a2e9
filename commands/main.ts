import pg from 'pg';
import { openEventStore } from '#eventstore/client.ts';
import { required } from '#start/config.ts';
import { runService } from '#start/service.ts';
import { createCommands } from './commands.ts';
import { migratePolicies } from './policies/migrate.ts';
import { runPolicies } from './policies/run-policies.ts';

await runService('commands', async ({ config, log, signal }) => {
  const pool = new pg.Pool({ connectionString: required(config, 'databaseUrl'), max: 2 });
  pool.on('error', error => log.warn({ err: error }, 'a database connection broke'));
  const store = openEventStore({ connectionString: required(config, 'eventstoreUrl'), log });
  await migratePolicies(pool);
  const policies = runPolicies({ store, pool, commands: createCommands({ store }), log, signal });
  return {
    stop: async () => {
      await policies;
      await store.close();
      await pool.end();
    },
  };
});
