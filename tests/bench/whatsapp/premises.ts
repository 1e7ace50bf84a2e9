import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { z } from 'zod';
import { type Commands, createCommands } from '#commands/commands.ts';
import type { CommandContext, Outcome } from '#commands/context.ts';
import { newId } from '#commands/ids.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { openEventStore } from '#eventstore/client.ts';
import { startNodeProcess } from '#eventstore/contract/node-process.ts';
import type { EventStore } from '#eventstore/types.ts';
import { SimulatorClient } from '#simulator/testing/simulator-client.ts';
import { heapFlags, heaps } from '#start/heaps.ts';
import { openServiceKeys } from '#start/person-keys.ts';
import { startEmbeddedPostgres } from '#start/postgres/postgres.ts';
import { endProcess, type Started, startProcess } from './processes.ts';

const fileOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const ready = z.object({ url: z.string() });

/** The stores as they run in production, the simulator and a connector: a process each, in a temporary folder. */
export type Premises = {
  readonly folder: string;
  readonly pool: Pool;
  readonly store: EventStore;
  readonly commands: Commands;
  readonly simulator: SimulatorClient;
  readonly companyId: string;
  readonly bySystem: () => CommandContext;
  readonly pids: { readonly simulator: number; readonly Postgres: number; readonly 'event store': number };
  /** Starts a connector; it ends with the premises at the latest. */
  readonly startConnector: (options?: {
    readonly profileInto?: string;
    /** It tells what its memory holds; see tell-memory.ts. */
    readonly tellMemory?: boolean;
  }) => Promise<Started>;
  readonly end: () => Promise<void>;
};

export const openPremises = async (): Promise<Premises> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-whatsapp-'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  const node = await startNodeProcess(join(folder, 'events.db'), 0, heapFlags(heaps.eventstore));
  const simulated = await startProcess(
    fileOf('simulator/main.ts'),
    { DATA_DIR: join(folder, 'simulator'), SIMULATOR_PORT: '0' },
    heapFlags({ heapMb: 512 }),
  );
  const simulator = new SimulatorClient(ready.parse(simulated.said).url);
  const keys = await openServiceKeys({ databaseUrl: postgres.url, dataDir: folder });
  const store = openEventStore({ connectionString: node.url, keys: keys.keys });
  const commands = createCommands({ store });
  const pool = new Pool({ connectionString: postgres.url, max: 2 });
  const companyId = newId();
  const bySystem = (): CommandContext => ({
    ...{ companyId, commandId: newId(), at: new Date().toISOString(), principal: null },
    actor: { kind: 'system' },
  });
  const running = new Set<Started['child']>([simulated.child]);
  const env = {
    ...{ DATA_DIR: folder, DATABASE_URL: postgres.url, EVENTSTORE_URL: node.localUrl, PROVIDER: 'simulator' },
    ...{ SIMULATOR_URL: simulator.url, LOG_LEVEL: 'fatal' },
  };
  accepted(
    await commands.company.create(bySystem(), {
      ...{ companyId, name: 'Acme', email: 'acme@acme.test', phone: null, dueDate: null, status: true },
      ...{ recurrence: 'MENSAL', campaignsEnabled: false },
    }),
  );
  return {
    ...{ folder, pool, store, commands, simulator, companyId, bySystem },
    pids: { simulator: simulated.pid, Postgres: postgres.pid, 'event store': node.pid },
    startConnector: async ({ profileInto, tellMemory = false } = {}) => {
      const more = profileInto ? ['--cpu-prof', `--cpu-prof-dir=${profileInto}`] : [];
      if (tellMemory) more.push(`--import=${fileOf('tests/bench/whatsapp/tell-memory.ts')}`);
      const connector = await startProcess(fileOf('connector/main.ts'), env, [
        ...heapFlags(heaps.connector),
        ...more,
      ]);
      running.add(connector.child);
      return connector;
    },
    end: async () => {
      await Promise.all([...running].reverse().map(endProcess));
      await pool.end();
      await store.close();
      await keys.close();
      await node.terminate();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export const accepted = (outcome: Outcome): void => {
  if (isRejection(outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`);
};
