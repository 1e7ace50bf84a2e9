import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { LogRecord } from '#eventstore/copy/record.ts';
import { DamagedLog } from '#eventstore/embedded/damage.ts';
import { inspectFile } from '#eventstore/embedded/inspection.ts';
import { exposed } from '#eventstore/embedded/log-types.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { lockDataDir } from '../lock.ts';
import { linesOf, readEntries, readManifest, verifyArchive } from './archive-reader.ts';
import { runTool } from './tool.ts';
import { verifyHistories } from './verify-histories.ts';

const usage = 'Usage: npm run verify [-- --backup <file>]';

/** What a backup could bring back. */
type Kept = {
  readonly file: string;
  readonly createdAt: string;
  readonly upTo: number;
  readonly has: (position: number) => boolean;
};

const openBackup = async (file: string): Promise<Kept> => {
  const manifest = await readManifest(file);
  await verifyArchive(file, manifest, () => undefined);
  const { upTo, nodePositions } = manifest.log;
  if (!nodePositions)
    throw new ConfigError(`${file} is of another server: its positions are not those of this log.`);
  const positions = new Set<number>();
  for await (const entry of readEntries(file)) {
    if (!entry.name.startsWith('log/')) continue;
    for (const line of await linesOf(entry)) positions.add((JSON.parse(line) as LogRecord).position);
  }
  return { file, createdAt: manifest.createdAt, upTo, has: position => positions.has(position) };
};

const fileOf = (config: Config): string => {
  if (config.eventstoreUrl)
    throw new ConfigError('EVENTSTORE_URL names a server: it looks after its files itself.');
  if (existsSync(config.eventstoreFile)) return config.eventstoreFile;
  throw new ConfigError(`There is no log at ${config.eventstoreFile}: set DATA_DIR to where the data is.`);
};

const nothingReadable = (file: string, backup: Kept | undefined): string =>
  [
    `${file} cannot be read as a log`,
    backup && `${backup.file} restores it up to position ${backup.upTo}, as of ${backup.createdAt}`,
  ]
    .filter(Boolean)
    .join('; ');

await runTool(usage, async ({ progress, signal }) => {
  const { values } = parseArgs({ options: { backup: { type: 'string' } } });
  const config = readConfig(process.env);
  const file = fileOf(config);
  const lock = lockDataDir(config.dataDir);
  try {
    const backup = values.backup === undefined ? undefined : await openBackup(resolve(values.backup));
    const found = await inspectFile(file, {
      signal,
      onProgress: (place, last) => progress.show('verifying', place, last),
    }).catch((error: unknown) => {
      if (!(error instanceof DamagedLog)) throw error;
      throw new Error(`${nothingReadable(file, backup)}: ${error.message}.`, { cause: error });
    });
    const { last, damaged, others } = found;
    const inBackup = damaged.filter(({ place }) => backup?.has(exposed(place)));
    for (const { place, what } of damaged) {
      const kept = backup && (backup.has(exposed(place)) ? ': in the backup' : ': not in the backup');
      progress.say(`Event ${place} (position ${exposed(place)}) ${what}${kept ?? ''}.`);
    }
    for (const other of others) progress.say(`The file: ${other}.`);
    if (backup) {
      const later = Math.max(0, last - Math.floor(backup.upTo / exposed(1)));
      progress.say(
        `${backup.file}, as of ${backup.createdAt}, holds ${inBackup.length} of the ${damaged.length} damaged events; it ends at position ${backup.upTo}, and ${later} events came after that.`,
      );
    }
    const isWhole = damaged.length + others.length === 0;
    if (!isWhole)
      throw new Error(`${damaged.length} of ${last} events are damaged: restore the log from a backup.`);
    progress.say(`${last} events are as they were written.`);
    const faults = await verifyHistories(config, { progress, signal });
    if (faults > 0)
      throw new Error(
        `The history of ${faults} ${faults === 1 ? 'company' : 'companies'} is not what was signed.`,
      );
  } finally {
    lock.release();
  }
});
