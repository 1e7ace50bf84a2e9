import { openEventStore } from '#eventstore/client.ts';
import { openPool } from '#eventstore/database/pool.ts';
import { awaitStores } from '#start/await-stores.ts';
import { required } from '#start/config.ts';
import { openServiceKeys } from '#start/person-keys.ts';
import { readUpTo } from '#start/read-up-to.ts';
import { loadSecrets } from '#start/secrets.ts';
import { runService } from '#start/service.ts';
import { startConnector } from './connector.ts';

await runService('connector', async context => {
  const { config, log } = context;
  const { provider, launch } = config;
  const { databaseUrl, eventstoreUrl } = await awaitStores(context);
  const { keys, close: closeKeys } = await openServiceKeys(config, log);
  const pool = openPool({ connectionString: databaseUrl, max: 1, application_name: 'connector log' }, log);
  const store = openEventStore({
    ...{ connectionString: eventstoreUrl, keys, log },
    readUpTo: () => readUpTo(pool),
  });
  const fail = (error: unknown) => {
    log.fatal({ err: error }, 'failed');
    process.exit(1);
  };
  const connector = await startConnector({
    databaseUrl,
    ...{ store, provider, log },
    ...(launch.id ? { holder: { owner: launch.id, ended: launch.ended } } : {}),
    sending: { pace: config.paces.mass, programsPerSecond: config.paces.programsPerSecond },
    media: { dataDir: config.dataDir, ...config.media },
    simulatorUrl: provider === 'simulator' ? required(config, 'simulatorUrl') : undefined,
    waKey: loadSecrets(config.dataDir).waKey,
    onFailure: fail,
  });
  return {
    unheard: connector.unheard,
    stop: async () => {
      await connector.stop();
      await store.close();
      await Promise.all([pool.end(), closeKeys()]);
    },
  };
});
