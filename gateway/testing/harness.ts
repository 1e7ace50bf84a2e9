import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { createCommands } from '#commands/commands.ts';
import { migrateContactImports } from '#commands/contact-import/migrate.ts';
import { openCheckpointFiles } from '#commands/integrity/checkpoint-files.ts';
import { migrateIntegrity } from '#commands/integrity/migrate.ts';
import { migrateWebhooks } from '#commands/webhook/migrate.ts';
import { parseStreamName } from '#domain/shared/stream.ts';
import { openEventStore } from '#eventstore/client.ts';
import { startEmbeddedNode } from '#eventstore/embedded/server.ts';
import { openPersonKeys } from '#eventstore/person-keys/postgres.ts';
import type { EventStore } from '#eventstore/types.ts';
import { migrateMedia } from '#files/migrate.ts';
import { openMediaStore } from '#files/store.ts';
import { openDatabase } from '#projections/database.ts';
import { openHeadWatch } from '#projections/head.ts';
import { migrate } from '#projections/migrate.ts';
import { openPositions } from '#projections/position.ts';
import { projections } from '#projections/projections.ts';
import { answerQuestions } from '#projections/questions/answer-questions.ts';
import { migrateQuestions } from '#projections/questions/migrate.ts';
import { runProjection } from '#projections/runner.ts';
import { keepStatistics } from '#projections/statistics.ts';
import { openTenants } from '#projections/tenant.ts';
import { createTestDatabase } from '#start/postgres/testing.ts';
import { readUpTo } from '#start/read-up-to.ts';
import { buildApp } from '../app.ts';
import { readHere } from '../bulk/reader.ts';
import type { App, GatewayDeps } from '../gateway.ts';
import { migrateGateway } from '../migrate.ts';
// Watches the routes of every app from here on.
import './route-table.ts';

export const masterKey = Buffer.alloc(32, 7).toString('base64');

export type HarnessOptions = Partial<
  Pick<
    GatewayDeps,
    | 'head'
    | 'simulatorUrl'
    | 'simulatorFor'
    | 'webDir'
    | 'trustedProxies'
    | 'accessTokenSeconds'
    | 'checkAnswers'
    | 'liveSockets'
    | 'patience'
    | 'setupCode'
    | 'operatorToken'
    | 'autoCloseHours'
    | 'outsideLimits'
    | 'outboundAllowed'
    | 'bulkReader'
    | 'exportLimits'
  >
> & { readonly log?: Logger };

/**
 * A whole gateway for tests: an event store node of its own in a temporary directory, a fresh database, the real
 * store client, the projections running in this process, and the app. `close()` removes all of it.
 */
export const openHarness = async (options: HarnessOptions = {}) => {
  const log = options.log ?? pino({ level: process.env.TEST_LOG ?? 'silent' });
  const directory = mkdtempSync(join(tmpdir(), 'balcao-gateway-'));
  const database = await createTestDatabase();
  const node = await startEmbeddedNode({ file: join(directory, 'events.db'), port: 0 });
  await migrate(database.url);
  await migrateGateway(database.url);
  const pool = openDatabase(database.url, { max: 10 });
  const keys = await openPersonKeys({ pool, masterKey });
  const store = openEventStore({ connectionString: node.url, keys, readUpTo: () => readUpTo(pool) });
  const { noting, newest } = noteAppends(store);
  const tenants = openTenants(pool, { max: 10 });
  const liveTenants = openTenants(pool, { max: 6 });
  const positions = openPositions(pool);
  const commands = createCommands({ store: noting });
  await migrateMedia(pool);
  await migrateContactImports(pool);
  await migrateIntegrity(pool);
  await migrateWebhooks(pool);
  await migrateQuestions(pool);
  const checkpointFiles = openCheckpointFiles(join(directory, 'checkpoints'));
  const media = openMediaStore(pool, { dataDir: directory });
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = projections.map(projection =>
    runProjection({
      ...{ projection, databaseUrl: database.url, store, log, signal },
      onWritten: keepStatistics(projection, pool),
    }),
  );
  const answers = answerQuestions({ pool, store, log, signal });
  const heads = openHeadWatch({ pool, store, log, signal });
  const deps: GatewayDeps = {
    ...{
      databaseUrl: database.url,
      pool,
      tenants,
      liveTenants,
      positions,
      commands,
      keys,
      log,
      head: async () => {
        await store.mustBeWhole();
        return store.head();
      },
      events: store,
    },
    secrets: { jwtKey: 'test-key-'.repeat(6), refreshKey: 'test-refresh-'.repeat(4) },
    ...{
      version: 'test',
      checkAnswers: true,
      bulkReader: readHere({ pool, tenants }),
      setupCode: 'code-of-the-tests',
      ...{ media, checkpointFiles },
      mediaLimits: { limit: 100_000, documentLimit: 200_000 },
      simulatorFor: { demoCompanyId: '', demo: false, admins: true },
      liveSockets: { person: 1_000, company: 1_000, gateway: 1_000 },
    },
    ...options,
  };
  const app = await buildApp(deps);
  const others: App[] = [];
  await app.ready();

  return {
    ...{
      app,
      pool,
      media,
      checkpointFiles,
      tenants,
      liveTenants,
      positions,
      commands,
      store,
      keys,
      databaseUrl: database.url,
    },
    eventStoreUrl: node.url,
    /** Where the event store's files are. */
    directory,
    /** Resolves when every read model shows everything up to the newest event. */
    caughtUp: async (): Promise<number> => {
      const shown = await Promise.all([
        positions.waitFor('inbox', newest.inbox, 30_000),
        positions.waitFor('access', newest.access, 30_000),
        positions.waitFor('dashboard', newest.dashboard, 30_000),
        positions.waitFor('audit', newest.audit, 30_000),
      ]);
      if (shown.includes(false)) throw new Error('a read model did not come to what was appended');
      return newest.inbox;
    },
    /** One more gateway over the same stores, or with one of its own. */
    anotherGateway: async (own: Partial<Pick<GatewayDeps, 'events' | 'keys'>> = {}): Promise<App> => {
      const other = await buildApp({ ...deps, ...own });
      others.push(other);
      await other.ready();
      return other;
    },
    /** Listens on a free port; answers the base address. */
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    close: async () => {
      await Promise.all([app, ...others].map(each => each.close()));
      stopping.abort();
      await Promise.all([...running, heads, answers]);
      await positions.close();
      await Promise.all([tenants.close(), liveTenants.close(), store.close()]);
      await pool.end();
      await node.close();
      await database.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
/** Keeps the newest position that each read model will come to: only the audit trail follows claims and sessions. */
const noteAppends = (store: EventStore) => {
  const newest = { inbox: 0, access: 0, dashboard: 0, audit: 0 };
  const append: EventStore['append'] = async (stream, expected, events) => {
    const appended = await store.append(stream, expected, events);
    const { category } = parseStreamName(stream) ?? {};
    if (category !== 'installation') newest.audit = Math.max(newest.audit, appended.position);
    if (category !== 'claim' && category !== 'session' && category !== 'dataaccess')
      newest.inbox = Math.max(newest.inbox, appended.position);
    if (category === 'user' || category === 'company')
      newest.access = Math.max(newest.access, appended.position);
    if (category && ['ticket', 'message', 'queue', 'tag'].includes(category))
      newest.dashboard = Math.max(newest.dashboard, appended.position);
    return appended;
  };
  return { newest, noting: { ...store, append } };
};

export type Harness = Awaited<ReturnType<typeof openHarness>>;
