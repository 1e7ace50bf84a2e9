import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEventStore } from '#eventstore/client.ts';
import { startEmbeddedNode } from '#eventstore/embedded/server.ts';
import { openServiceKeys, type ServiceKeys } from '#start/person-keys.ts';
import { type Office, openOffice, waKey } from './office.ts';

/** An office whose log is a node of its own, so that connectors can be processes. */
export type Premises = {
  readonly office: Office;
  /** DATA_DIR of the processes. */
  readonly folder: string;
  /** A connector; `env` is over what all have. */
  readonly launch: (env?: Readonly<Record<string, string>>) => ChildProcess;
  /** Ends a process as a crash would; resolves when it has gone. */
  readonly kill: (child: ChildProcess) => Promise<void>;
  readonly end: () => Promise<void>;
};

export const openPremises = async (): Promise<Premises> => {
  const folder = await mkdtemp(join(tmpdir(), 'connector-process-'));
  const node = await startEmbeddedNode({ file: join(folder, 'events.db') });
  let personKeys: ServiceKeys | undefined;
  const office = await openOffice(async databaseUrl => {
    personKeys = await openServiceKeys({ databaseUrl, dataDir: folder });
    return openEventStore({ connectionString: node.url, keys: personKeys.keys });
  });
  const main = new URL('../main.ts', import.meta.url).pathname;
  const running = new Set<ChildProcess>();
  const kill = async (child: ChildProcess) => {
    running.delete(child);
    const gone = once(child, 'exit');
    if (child.kill('SIGKILL')) await gone;
  };
  return {
    office,
    folder,
    kill,
    launch: (env = {}) => {
      const child = spawn(process.execPath, [main], {
        stdio: ['ignore', process.env.CONNECTOR_LOG ? 'inherit' : 'ignore', 'inherit'],
        env: {
          ...{ ...process.env, PROVIDER: 'simulator', DATA_DIR: folder, WA_KEY: waKey },
          LOG_LEVEL: process.env.CONNECTOR_LOG ?? 'fatal',
          ...{
            DATABASE_URL: office.databaseUrl,
            EVENTSTORE_URL: node.url,
            SIMULATOR_URL: office.simulator.url,
          },
          ...env,
        },
      });
      running.add(child);
      return child;
    },
    end: async () => {
      await Promise.all([...running].map(kill));
      await personKeys?.close();
      await office.end();
      await node.close();
      await rm(folder, { recursive: true });
    },
  };
};
