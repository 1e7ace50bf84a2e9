import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createCommands } from '#commands/commands.ts';
import { migrateContactImports } from '#commands/contact-import/migrate.ts';
import { commandsFollowers } from '#commands/follower-names.ts';
import { openCheckpointFiles } from '#commands/integrity/checkpoint-files.ts';
import { migrateIntegrity } from '#commands/integrity/migrate.ts';
import { beginAtLogEnd } from '#commands/webhook/follow-events.ts';
import { migrateWebhooks } from '#commands/webhook/migrate.ts';
import { openEventStore } from '#eventstore/client.ts';
import { migrateMedia } from '#files/migrate.ts';
import { openMediaStore } from '#files/store.ts';
import { openDatabase } from '#projections/database.ts';
import { openPositions, projectionFollowers } from '#projections/position.ts';
import { migrateQuestions } from '#projections/questions/migrate.ts';
import { questionsFollower } from '#projections/questions/names.ts';
import { openTenants } from '#projections/tenant.ts';
import { awaitStores } from '#start/await-stores.ts';
import { companyId as demoCompanyId } from '#start/demo/records.ts';
import { heapFlags, heaps } from '#start/heaps.ts';
import { openServiceKeys } from '#start/person-keys.ts';
import { readUpTo } from '#start/read-up-to.ts';
import { loadSecrets } from '#start/secrets.ts';
import { runService } from '#start/service.ts';
import { codeException, setupCode } from '#start/setup-code.ts';
import { buildApp } from './app.ts';
import { liftDueDate, setupNeeded } from './auth/setup.ts';
import { readInOwnProcess } from './bulk/own-process.ts';
import { ownRoom, socketLimits } from './live/room-for-sockets.ts';
import { migrateGateway } from './migrate.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(here('../package.json'), 'utf8')));

/** The system's own limit (net.core.somaxconn) is what counts then. */
const longestBacklog = 65_535;

await runService('gateway', async context => {
  const { config, log } = context;
  const { databaseUrl, eventstoreUrl } = await awaitStores(context);
  const { keys, close: closeKeys } = await openServiceKeys(config, log);
  const secrets = loadSecrets(config.dataDir);
  await migrateGateway(databaseUrl);
  const pool = openDatabase(databaseUrl, { max: 10 });
  const store = openEventStore({
    ...{ connectionString: eventstoreUrl, keys, log },
    readUpTo: () => readUpTo(pool),
  });
  await migrateMedia(pool);
  await migrateContactImports(pool);
  await migrateIntegrity(pool);
  await migrateWebhooks(pool);
  await beginAtLogEnd(pool, store);
  await migrateQuestions(pool);
  const tenants = openTenants(pool, { max: 16 });
  const liveTenants = openTenants(pool, { max: 6 });
  const positions = openPositions(pool, log);
  const code = setupCode(config);
  const commands = createCommands({ store });
  await liftDueDate({ pool, commands });
  const bulkReader = readInOwnProcess({ databaseUrl, log, execArgv: heapFlags(heaps.files) });
  const app = await buildApp({
    databaseUrl,
    bulkReader,
    pool,
    tenants,
    liveTenants,
    positions,
    commands,
    keys,
    autoCloseHours: config.autoCloseHours,
    media: openMediaStore(pool, { dataDir: config.dataDir, s3: config.media.s3 }),
    mediaLimits: config.media,
    outsideLimits: config.outsideCalls,
    liveSockets: socketLimits(config.liveSockets, ownRoom()),
    head: async () => {
      await store.mustBeWhole();
      return store.head('leader');
    },
    events: store,
    checkpointFiles: openCheckpointFiles(config.checkpoints.folder),
    followers: [...projectionFollowers, ...commandsFollowers, questionsFollower],
    secrets,
    log,
    version,
    webDir: here('../web/dist'),
    simulatorUrl: config.simulatorUrl,
    simulatorFor: { demoCompanyId, demo: config.demo, admins: config.simulatorForAll },
    setupCode: code,
    operatorToken: config.metricsToken,
    trustedProxies: config.trustedProxies,
    outboundAllowed: config.outboundAllowed,
    processMetrics: true,
    checkAnswers: process.env.CHECK_ANSWERS === 'on',
  });
  const url = await app.listen({ port: config.port, host: config.host, backlog: longestBacklog });
  const isDemo = config.demo && config.simulatorUrl !== undefined;
  if (!isDemo && (await setupNeeded({ pool })))
    log.warn(`nobody has set this up yet: the first visit needs the code ${code}${codeException(config)}`);
  return {
    info: { url },
    stop: async () => {
      await app.close();
      await positions.close();
      await bulkReader.close();
      await Promise.all([tenants.close(), liveTenants.close(), store.close()]);
      await Promise.all([pool.end(), closeKeys()]);
    },
  };
});
