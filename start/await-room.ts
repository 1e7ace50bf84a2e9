import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from './config.ts';

type Waiting = { readonly say: (line: string) => void; readonly signal: AbortSignal };

const megabyte = 1_048_576;
/** What a first start writes: mostly the files of Postgres. */
const withPostgresMb = 64;
const withoutMb = 8;
const lookEveryMs = 1_000;

/** Resolves as soon as the disk of the data directory has room for a start; says meanwhile that it is waited for. */
export const awaitRoom = async (
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { say, signal }: Waiting,
): Promise<void> => {
  const neededMb = databaseUrl ? withoutMb : withPostgresMb;
  for (let said = false; ; said = true) {
    signal.throwIfAborted();
    const freeMb = Math.floor(freeBytes(dataDir) / megabyte);
    if (freeMb >= neededMb) return;
    if (!said)
      say(`waiting for room: the disk of ${dataDir} has ${freeMb} MB left, a start takes ${neededMb}`);
    await pause(lookEveryMs, undefined, { signal });
  }
};

/** Of the nearest directory that is there; no limit where nobody can tell. */
const freeBytes = (directory: string): number => {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing && dirname(directory) !== directory ? freeBytes(dirname(directory)) : Infinity;
  }
};
