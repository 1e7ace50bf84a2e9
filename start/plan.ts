import { fileURLToPath } from 'node:url';
import type { ServiceSpec } from './child.ts';
import type { Config } from './config.ts';
import { heaps } from './heaps.ts';

/** The file that each part of the system runs from; tests put their own. */
export type ServiceFiles = Readonly<Record<keyof typeof paths, string>>;

/** Where the stores and the simulator are, once they are up. */
export type Addresses = {
  readonly databaseUrl: string;
  readonly eventstoreUrl: string;
  readonly simulatorUrl: string | undefined;
  readonly port: number;
};

const paths = {
  eventstore: '../eventstore/embedded/main.ts',
  migrations: './migrate.ts',
  simulator: '../simulator/main.ts',
  projections: '../projections/main.ts',
  commands: '../commands/main.ts',
  connector: '../connector/main.ts',
  gateway: '../gateway/main.ts',
  demo: './seed.ts',
} as const;

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const serviceFiles: ServiceFiles = {
  eventstore: here(paths.eventstore),
  migrations: here(paths.migrations),
  simulator: here(paths.simulator),
  projections: here(paths.projections),
  commands: here(paths.commands),
  connector: here(paths.connector),
  gateway: here(paths.gateway),
  demo: here(paths.demo),
};

/** The services that start when stores, migrations and simulator are there, each with its environment. */
export const planServices = (files: ServiceFiles, config: Config, at: Addresses): ServiceSpec[] => {
  const env = sharedEnvironment(config, at);
  const connector = { file: files.connector, ...heaps.connector };
  const realConnections = {
    ...{ ...connector, name: 'connector-beta' },
    env: { ...env, PROVIDER: 'beta' },
  };
  const simulated = {
    ...{ ...connector, name: 'connector' },
    env: { ...env, PROVIDER: 'simulator' },
  };
  return [
    { name: 'projections', file: files.projections, ...heaps.projections, env },
    { name: 'commands', file: files.commands, ...heaps.commands, env },
    ...(at.simulatorUrl ? [simulated] : []),
    realConnections,
    { name: 'gateway', file: files.gateway, ...heaps.gateway, env },
  ];
};

/** What every child is told; it reads no other configuration. */
export const sharedEnvironment = (config: Config, at: Addresses): Record<string, string> => ({
  DATABASE_URL: at.databaseUrl,
  EVENTSTORE_URL: at.eventstoreUrl,
  ...(at.simulatorUrl ? { SIMULATOR_URL: at.simulatorUrl } : {}),
  ...fixedEnvironment(config),
  PORT: String(at.port),
});

export const fixedEnvironment = (config: Config): Record<string, string> => ({
  HOST: config.host,
  DATA_DIR: config.dataDir,
  // Services hold the simulator's address when there is one; what is on here is on for every company.
  SIMULATOR: config.simulatorForAll ? 'on' : 'off',
  DEMO: config.demo ? 'on' : 'off',
  LOG_LEVEL: config.logLevel,
  // Code that was compiled before: a process that takes another's place is there in half the time.
  NODE_COMPILE_CACHE: config.codeCacheDir,
});
