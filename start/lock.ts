import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from './config.ts';

/**
 * Holds a data directory for this process, until it ends or `release` is called. The lock is the operating
 * system's (a file lock, taken by SQLite), so that a killed process never leaves one behind.
 * @throws {ConfigError} when another process holds it.
 */
export const lockDataDir = (dataDir: string): { release(): void } => {
  const pidFile = join(dataDir, 'balcao.pid');
  const database = new DatabaseSync(join(dataDir, 'balcao.lock'));
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch {
    database.close();
    throw new ConfigError(
      `Balcão already runs on the data in ${dataDir}${ownerOf(pidFile)}: stop it first, or set DATA_DIR to another directory.`,
    );
  }
  writeFileSync(pidFile, `${process.pid}\n`);
  return { release: () => database.close() };
};

const ownerOf = (pidFile: string): string => {
  try {
    return ` (process ${readFileSync(pidFile, 'utf8').trim()})`;
  } catch {
    return '';
  }
};
