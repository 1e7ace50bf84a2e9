import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ownAccess } from '#eventstore/embedded/own-access.ts';
import { startReadingNode } from '#eventstore/embedded/reading-node.ts';
import { type Config, ConfigError } from '../config.ts';
import { lockDataDir } from '../lock.ts';
import { startEmbeddedPostgres } from '../postgres/postgres.ts';

export type Stores = {
  readonly databaseUrl: string;
  readonly eventstoreUrl: string;
  /** Ends what was started for this. */
  readonly close: () => Promise<void>;
};

const running = z.object({ databaseUrl: z.string(), eventstoreUrl: z.string() });

/**
 * The stores to read from: those the environment points to, else those of the product that runs on the data
 * directory, else, while it does not run, the embedded ones, started for the time being. The log of an earlier version
 * stays as it is.
 * @throws {ConfigError} when there is nothing to read, or the product is just starting.
 */
export const openStores = async (config: Config): Promise<Stores> => {
  const { dataDir, databaseUrl, eventstoreUrl } = config;
  if (databaseUrl && eventstoreUrl) return { databaseUrl, eventstoreUrl, close: async () => undefined };
  if (!existsSync(join(dataDir, 'secrets.json')) || (!eventstoreUrl && !existsSync(config.eventstoreFile)))
    throw new ConfigError(`There is no data of Balcão in ${dataDir}: set DATA_DIR to where it is.`);
  const lock = tryLock(dataDir);
  return lock ? startStores(config, lock) : { ...storesOfRunning(dataDir), close: async () => undefined };
};

const tryLock = (dataDir: string) => {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
};

const storesOfRunning = (dataDir: string) => {
  try {
    return running.parse(JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8')));
  } catch {
    throw new ConfigError(`Balcão is just starting on ${dataDir}: wait until it is there, and try again.`);
  }
};

const startStores = async (config: Config, lock: { release(): void }): Promise<Stores> => {
  const ends: (() => unknown)[] = [lock.release];
  const close = async () => {
    for (const end of ends.reverse().splice(0)) await end();
  };
  const postgres = async () => {
    const started = await startEmbeddedPostgres({ dataDir: config.dataDir });
    ends.push(started.stop);
    return started.url;
  };
  const node = async () => {
    const started = await startReadingNode({
      ...{ file: config.eventstoreFile, ...ownAccess(config.dataDir) },
    });
    ends.push(started.close);
    return started.url;
  };
  try {
    const databaseUrl = config.databaseUrl ?? (await postgres());
    return { databaseUrl, eventstoreUrl: config.eventstoreUrl ?? (await node()), close };
  } catch (error) {
    await close();
    throw error;
  }
};
