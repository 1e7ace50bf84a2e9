import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { createCommands } from '#commands/commands.ts';
import { openCheckpointFiles } from '#commands/integrity/checkpoint-files.ts';
import { keyOf } from '#commands/integrity/testing/histories.ts';
import { commandsRunners } from '#commands/runners.ts';
import { unattendedSessions } from '#connector/interface/unattended-sessions.ts';
import { openOffice } from '#connector/testing/office.ts';
import { openEventStore } from '#eventstore/client.ts';
import { openPool } from '#eventstore/database/pool.ts';
import { startEmbeddedNode } from '#eventstore/embedded/server.ts';
import { unwatched } from '#eventstore/follow/report.ts';
import { runAll } from '#eventstore/follow/runner.ts';
import { openStoredEvents } from '#eventstore/integrity/stored-events.ts';
import { migratePersonKeys } from '#eventstore/person-keys/migrate.ts';
import { openPersonKeys } from '#eventstore/person-keys/postgres.ts';
import type { EventStore, Recorded } from '#eventstore/types.ts';
import { openMediaStore } from '#files/store.ts';
import { openDatabase } from '#projections/database.ts';
import { projectionsRunners } from '#projections/runners.ts';
import { migrateAll } from '#start/migrate-all.ts';
import { purgesOf } from '#start/purges.ts';

const masterKey = randomBytes(32).toString('base64');
const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
export type Scene = Awaited<ReturnType<typeof openScene>>;

/** A node, a database and WhatsApp, and the services over them; the company of `office` has a phone. */
export const openScene = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'poison-'));
  const node = await startEmbeddedNode({ file: join(folder, 'events.db') });
  const office = await openOffice(async databaseUrl => {
    await migrateAll(databaseUrl);
    const keyPool = openPool({ connectionString: databaseUrl, max: 2 });
    await migratePersonKeys(keyPool, masterKey);
    const keys = await openPersonKeys({ pool: keyPool, masterKey });
    const store = openEventStore({ connectionString: node.url, keys });
    return { ...store, close: () => store.close().then(() => keyPool.end()) };
  });
  const { databaseUrl, pool } = office;
  const allowed = new Set<string>();

  /**
   * All that the product runs, with keys and caches of its own, as after a restart. `given` is what the store is to its
   * commands. Names what runs.
   */
  const startServices = async (given: (store: EventStore) => EventStore = store => store) => {
    const pools: Pool[] = [];
    const kept = (opened: Pool): Pool => {
      pools.push(opened);
      return opened;
    };
    const open = (max: number) => kept(openPool({ connectionString: databaseUrl, max }));
    const [main, inner, webhookPool, keyPool] = [open(19), open(6), open(6), open(2)];
    const [projecting, answering] = [2, 5].map(max => kept(openDatabase(databaseUrl, { max })));
    if (!projecting || !answering) throw new Error('no pools');
    const keys = await openPersonKeys({ pool: keyPool, masterKey });
    const plain = openEventStore({ connectionString: node.url, keys });
    const stored = openStoredEvents({ connectionString: node.url });
    const store = given(plain);
    const commands = createCommands({ store });
    const media = openMediaStore(inner, { dataDir: folder });
    const stopping = new AbortController();
    const { signal } = stopping;
    const usual = { databaseUrl, pool: main, store, commands, log, signal };
    const runners = [
      ...commandsRunners({
        policies: {
          ...{ ...usual, innerPool: inner, media, sessions: unattendedSessions, autoCloseHours: 24 },
          lookEveryMs: 1_000,
          purges: purgesOf({ pool: main, keys, media }),
        },
        imports: { ...usual, innerPool: inner },
        history: {
          ...{ ...usual, stored, key: keyOf(1), files: openCheckpointFiles(join(folder, 'checkpoints')) },
          pace: { events: 1, minutes: 1 },
        },
        webhooks: { ...usual, pool: webhookPool, keys, allowed, now: () => new Date() },
      }),
      ...projectionsRunners({
        ...{ databaseUrl, pool: projecting, answering, store, log, signal, reportOf: () => unwatched },
      }),
    ];
    const running = runAll(runners);
    const connector = await office.startConnector({ store });
    return {
      runners: [...runners.map(({ name }) => name), ...connector.runners],
      stop: async () => {
        stopping.abort();
        await Promise.all([running, connector.stop()]);
        await Promise.all([plain.close(), stored.close()]);
        await Promise.all(pools.map(each => each.end()));
      },
    };
  };

  return {
    ...{ office, pool, node, allowed, startServices },
    /** The keys of a company, as they are stored. */
    keysOf: async (companyId: string) =>
      (await pool.query('select * from secrets.person_key where company_id = $1', [companyId])).rows,
    /** What a company's events say that can be read, with keys that are asked for anew. */
    eventsOf: async (companyId: string): Promise<readonly Recorded[]> => {
      const keys = await openPersonKeys({ pool, masterKey });
      const store = openEventStore({ connectionString: node.url, keys });
      const reading = new AbortController();
      const events: Recorded[] = [];
      const wanted = { companyId, maxBatch: 500, unreadable: 'given', signal: reading.signal } as const;
      for await (const batch of store.subscribe(wanted)) {
        events.push(...batch.events);
        if (batch.live) break;
      }
      reading.abort();
      await store.close();
      return events;
    },
    end: async () => {
      await office.end();
      await node.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
