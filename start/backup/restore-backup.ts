import { chmodSync, createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { openConnection } from '#eventstore/connection.ts';
import { copyLog, lineOf } from '#eventstore/copy/copy-log.ts';
import { createLogFile } from '#eventstore/copy/log-file.ts';
import type { LogRecord } from '#eventstore/copy/record.ts';
import { openClient } from '#eventstore/database/pool.ts';
import { type Config, ConfigError } from '../config.ts';
import { startEmbeddedPostgres } from '../postgres/postgres.ts';
import { linesOf, readEntries, readManifest, verifyArchive } from './archive-reader.ts';
import { chunkOf } from './chunks.ts';
import { clearDatabase } from './clear-database.ts';
import type { Manifest } from './manifest.ts';
import { boundPositions, openTranslation } from './positions.ts';
import type { Progress } from './progress.ts';
import {
  makeSchemas,
  openFilling,
  setCheckpoints,
  setParked,
  tablesToFill,
  usableReadModels,
} from './restore-database.ts';
import { discardStaging, endingsOfLog, makeStaging, moveAside, moveIn, mustBeEmpty } from './targets.ts';

export type RestoreOptions = {
  readonly file: string;
  /** Where to: its data directory, and database and event store if it names them. */
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'eventstoreUrl' | 'eventstoreFile'>;
  readonly force: boolean;
  readonly progress: Progress;
  readonly signal: AbortSignal;
};
export type Restored = {
  readonly manifest: Manifest;
  /** Read models that need not be made again. */
  readonly readModels: readonly string[];
  /** Where what was there before has gone to. */
  readonly aside: readonly string[];
};

/**
 * Brings a backup back, after every entry has been compared with its hash. What an embedded store is to hold is
 * made in a folder beside and moved to its place when all is there: what is interrupted has changed nothing
 * there, nor, unless it was killed, in the database, which is filled in one transaction; the log of a server is copied,
 * and a copy that was interrupted is gone on with. The data directory must be locked by the caller.
 * @throws {ConfigError} for a backup that is damaged or unreadable, and a target that is not empty.
 */
export const restoreBackup = async (options: RestoreOptions): Promise<Restored> => {
  const { file, config, force, progress } = options;
  const manifest = await readManifest(file);
  const { entries } = manifest;
  await verifyArchive(file, manifest, done => progress.show('verifying', done, entries.length));
  const { dataDir, eventstoreFile } = config;
  if (!force) mustBeEmpty(dataDir, eventstoreFile);
  const database = config.databaseUrl ? await clearDatabase(config.databaseUrl, force) : undefined;

  const logFile = `${eventstoreFile}.restoring`;
  const removeLog = () => {
    for (const end of endingsOfLog) rmSync(`${logFile}${end}`, { force: true });
  };
  removeLog();
  const staging = makeStaging(dataDir);
  try {
    const readModels = await fillAll(options, manifest, { staging, logFile });
    const aside = moveAside(dataDir, eventstoreFile);
    moveIn(staging, dataDir);
    if (!config.eventstoreUrl) {
      mkdirSync(dirname(eventstoreFile), { recursive: true });
      renameSync(logFile, eventstoreFile);
    }
    return { manifest, readModels, aside: [...(database?.aside ?? []), ...(aside ? [aside] : [])] };
  } catch (error) {
    await database?.putBack();
    throw error;
  } finally {
    discardStaging(staging);
    removeLog();
  }
};

type Places = { readonly staging: string; readonly logFile: string };

const fillAll = async (options: RestoreOptions, manifest: Manifest, places: Places): Promise<string[]> => {
  const { databaseUrl } = options.config;
  const postgres = databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: places.staging });
  const url = databaseUrl ?? postgres?.url ?? '';
  try {
    await makeSchemas(url);
    const client = openClient(url);
    await client.connect();
    try {
      await client.query('begin');
      const readModels = await fill(options, manifest, places, client);
      await client.query('commit');
      return readModels;
    } finally {
      await client.end();
    }
  } finally {
    await postgres?.stop();
  }
};

const fill = async (
  options: RestoreOptions,
  manifest: Manifest,
  { staging, logFile }: Places,
  client: pg.Client,
): Promise<string[]> => {
  const { file, config, progress, signal } = options;
  const keepPositions = !config.eventstoreUrl && manifest.log.nodePositions;
  const readModels = keepPositions ? usableReadModels(manifest) : [];
  const filling = await openFilling(client, manifest, await tablesToFill(client, manifest, readModels));
  const translation = keepPositions ? undefined : await openTranslation(client);
  const log = config.eventstoreUrl ? undefined : createLogFile(logFile, { keepPositions });
  let end = 0;
  let done = 0;
  try {
    for await (const entry of readEntries(file)) {
      signal.throwIfAborted();
      const [part = '', name = ''] = splitOnce(entry.name);
      if (part === 'data') await placeFile(join(staging, name), entry.content);
      if (part === 'database') {
        const lines = await linesOf(entry);
        await filling.add(chunkOf(name), lines);
        if (chunkOf(name) === 'projection.checkpoint') await setCheckpoints(client, lines, readModels);
        if (chunkOf(name) === 'projection.parked') await setParked(client, lines, readModels);
      }
      if (part === 'log' && log) {
        for (const record of recordsOf(await linesOf(entry))) {
          end = log.add(record);
          await translation?.add(record.position, end);
        }
      }
      done += 1;
      progress.show('restoring', done, manifest.entries.length);
    }
  } finally {
    log?.close();
  }
  if (config.eventstoreUrl) await restoreToServer(options, manifest, config.eventstoreUrl, translation);
  await filling.finish();
  await translation?.apply();
  if (keepPositions) await boundPositions(client, end);
  return readModels;
};

const splitOnce = (name: string): string[] => {
  const at = name.indexOf('/');
  return [name.slice(0, at), name.slice(at + 1)];
};

const recordsOf = (lines: readonly string[]): LogRecord[] => lines.map(line => JSON.parse(line));

/** A path that leads out of the data directory is not one of ours. */
const placeFile = async (path: string, content: AsyncIterable<Buffer>): Promise<void> => {
  if (path.includes('..')) throw new ConfigError(`The backup holds a file with the name ${path}.`);
  mkdirSync(dirname(path), { recursive: true });
  await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }));
  chmodSync(path, 0o600);
};

const restoreToServer = async (
  { file, progress, signal }: RestoreOptions,
  manifest: Manifest,
  eventstoreUrl: string,
  translation: { add: (was: number, becomes: number) => Promise<void> } | undefined,
): Promise<void> => {
  const target = openConnection(eventstoreUrl);
  async function* source() {
    for await (const entry of readEntries(file))
      if (entry.name.startsWith('log/')) yield recordsOf(await linesOf(entry));
  }
  try {
    const { digest } = await copyLog({
      ...{ source, target, signal },
      onProgress: (step, events) => progress.show(`log (${lineOf(step)})`, events, manifest.log.events),
      onPair: async (was, becomes) => translation?.add(was, becomes),
    });
    if (digest !== manifest.log.digest) throw new Error('The log restored is not the log backed up.');
  } finally {
    await target.close();
  }
};
