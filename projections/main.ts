import { openEventStore } from '#eventstore/client.ts';
import { openHeartbeat } from '#eventstore/follow/heartbeat.ts';
import { runAll } from '#eventstore/follow/runner.ts';
import { awaitStores } from '#start/await-stores.ts';
import { openServiceKeys } from '#start/person-keys.ts';
import { runService } from '#start/service.ts';
import { openDatabase } from './database.ts';
import { migrateQuestions } from './questions/migrate.ts';
import { projectionsRunners } from './runners.ts';

await runService('projections', async context => {
  const { config, log, signal } = context;
  const { databaseUrl, eventstoreUrl } = await awaitStores(context);
  const { keys, close: closeKeys } = await openServiceKeys(config, log);
  const store = openEventStore({ connectionString: eventstoreUrl, keys, log });
  const pool = openDatabase(databaseUrl, { max: 2 });
  const heartbeat = await openHeartbeat({ databaseUrl, service: 'projections', log });
  // One for each company whose question is computed, one to follow, one to look for more, one for what was parked.
  const answering = openDatabase(databaseUrl, { max: 5 });
  await migrateQuestions(answering);
  const reportOf = heartbeat.follower;
  const running = runAll(projectionsRunners({ databaseUrl, pool, answering, store, log, signal, reportOf }));
  return {
    stop: async () => {
      await running;
      await heartbeat.close();
      await store.close();
      await Promise.all([pool.end(), answering.end(), closeKeys()]);
    },
  };
});
