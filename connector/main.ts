import { openEventStore } from '#eventstore/client.ts';
import { required } from '#start/config.ts';
import { loadSecrets } from '#start/secrets.ts';
import { runService } from '#start/service.ts';
import { startConnector } from './connector.ts';

await runService('connector', async ({ config, log }) => {
  const { provider } = config;
  const store = openEventStore({ connectionString: required(config, 'eventstoreUrl') });
  const connector = await startConnector({
    databaseUrl: required(config, 'databaseUrl'),
    ...{ store, provider, log },
    simulatorUrl: provider === 'simulator' ? required(config, 'simulatorUrl') : undefined,
    waKey: loadSecrets(config.dataDir).waKey,
    onFailure: error => {
      throw error;
    },
  });
  return {
    stop: async () => {
      await connector.stop();
      await store.close();
    },
  };
});
