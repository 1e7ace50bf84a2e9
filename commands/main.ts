import { unattendedSessions } from '#connector/interface/unattended-sessions.ts';
import { openEventStore } from '#eventstore/client.ts';
import { openPool } from '#eventstore/database/pool.ts';
import { openHeartbeat } from '#eventstore/follow/heartbeat.ts';
import { runAll } from '#eventstore/follow/runner.ts';
import { openStoredEvents } from '#eventstore/integrity/stored-events.ts';
import { migrateMedia } from '#files/migrate.ts';
import { openMediaStore } from '#files/store.ts';
import { awaitStores } from '#start/await-stores.ts';
import { openServiceKeys } from '#start/person-keys.ts';
import { purgesOf } from '#start/purges.ts';
import { readUpTo } from '#start/read-up-to.ts';
import { runService } from '#start/service.ts';
import { createCommands } from './commands.ts';
import { migrateContactImports } from './contact-import/migrate.ts';
import { openCheckpointFiles } from './integrity/checkpoint-files.ts';
import { migrateIntegrity } from './integrity/migrate.ts';
import { migratePolicies } from './policies/migrate.ts';
import { commandsRunners } from './runners.ts';
import { migrateWebhooks } from './webhook/migrate.ts';

await runService('commands', async context => {
  const { config, log, signal } = context;
  const { databaseUrl, eventstoreUrl } = await awaitStores(context);
  // One for each policy, four for what is due, one each for silent tickets, for sessions and for an import, three for the
  // history, one for what is taken up again, and one to spare.
  const pool = openPool({ connectionString: databaseUrl, max: 22 }, log);
  const innerPool = openPool({ connectionString: databaseUrl, max: 6 }, log);
  const { keys, signingKey, close: closeKeys } = await openServiceKeys(config, log);
  const store = openEventStore({
    ...{ connectionString: eventstoreUrl, keys, log },
    readUpTo: () => readUpTo(innerPool),
  });
  await migratePolicies(pool);
  await migrateContactImports(pool);
  await migrateIntegrity(pool);
  await migrateWebhooks(pool);
  await migrateMedia(pool);
  const media = openMediaStore(innerPool, { dataDir: config.dataDir, s3: config.media.s3 });
  const purges = purgesOf({ pool, keys, media });
  const commands = createCommands({ store });
  const { autoCloseHours, menuPause } = config;
  const heartbeat = await openHeartbeat({ databaseUrl, service: 'commands', log });
  const sessions = unattendedSessions;
  const deps = {
    ...{ store, pool, innerPool, commands, sessions, media, purges, log, signal },
    ...{ autoCloseHours, menuPause },
  };
  const reportOf = heartbeat.follower;
  const stored = openStoredEvents({ connectionString: eventstoreUrl, log });
  const webhookPool = openPool({ connectionString: databaseUrl, max: 6 }, log);
  const running = runAll(
    commandsRunners({
      policies: { ...deps, reportOf },
      imports: { pool, innerPool, commands, log, signal, reportOf },
      history: {
        ...{ databaseUrl, pool, store, stored, log, signal, reportOf },
        ...{ key: await signingKey(), files: openCheckpointFiles(config.checkpoints.folder) },
        pace: config.checkpoints,
      },
      webhooks: {
        ...{ databaseUrl, pool: webhookPool, store, keys, commands, log, signal, reportOf },
        ...{ allowed: config.outboundAllowed, now: () => new Date() },
      },
    }),
  );
  return {
    stop: async () => {
      await running;
      await heartbeat.close();
      await Promise.all([store.close(), stored.close()]);
      await Promise.all([pool.end(), innerPool.end(), webhookPool.end(), closeKeys()]);
    },
  };
});
