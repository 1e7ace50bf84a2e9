import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../config.ts';
import { singleFiles } from './data-files.ts';

const postgresRecord = z.looseObject({ directory: z.string() });

/** What lies in a data directory that a restore would put its own in place of. */
const restorable = [...singleFiles, 'media', 'simulator', 'checkpoints', 'postgres', 'postgres.json'];

/** Of the files that the embedded node makes for its log. */
export const endingsOfLog = ['', '-wal', '-shm', '-end'] as const;

const filesOfLog = (eventstoreFile: string): string[] => {
  const folder = dirname(eventstoreFile);
  if (!existsSync(folder)) return [];
  const name = basename(eventstoreFile);
  return endingsOfLog.map(end => `${name}${end}`).filter(each => existsSync(join(folder, each)));
};

const present = (dataDir: string) => restorable.filter(name => existsSync(join(dataDir, name)));

/** @throws {ConfigError} when something is there already. */
export const mustBeEmpty = (dataDir: string, eventstoreFile: string): void => {
  const found = [...present(dataDir), ...filesOfLog(eventstoreFile)];
  if (found.length === 0) return;
  throw new ConfigError(
    `${dataDir} is not empty (${found.join(', ')}): set DATA_DIR to another directory, or let --force move this aside.`,
  );
};

/** Moves what is there into a folder beside it, whose path it answers; undefined when there was nothing. */
export const moveAside = (dataDir: string, eventstoreFile: string): string | undefined => {
  const [found, log] = [present(dataDir), filesOfLog(eventstoreFile)];
  if (found.length + log.length === 0) return undefined;
  const aside = join(dataDir, `before-${stamp()}`);
  mkdirSync(aside);
  const elsewhere = existsSync(join(dataDir, 'postgres.json')) ? placeOfPostgres(dataDir) : undefined;
  for (const name of found) renameSync(join(dataDir, name), join(aside, name));
  for (const name of log) renameSync(join(dirname(eventstoreFile), name), join(aside, name));
  if (elsewhere === join(dataDir, 'postgres')) setPlaceOfPostgres(aside, join(aside, 'postgres'));
  else if (elsewhere && existsSync(elsewhere)) {
    renameSync(elsewhere, `${elsewhere}-${basename(aside)}`);
    setPlaceOfPostgres(aside, `${elsewhere}-${basename(aside)}`);
  }
  return aside;
};

const stagingName = 'restoring-';

/**
 * An empty data directory inside another one. Each has a name of its own, for its Postgres may have to lie
 * elsewhere, in a place that goes by that name. What an interrupted restore has left is removed.
 */
export const makeStaging = (dataDir: string): string => {
  for (const name of readdirSync(dataDir).filter(each => each.startsWith(stagingName)))
    discardStaging(join(dataDir, name));
  return mkdtempSync(join(dataDir, stagingName));
};

export const discardStaging = (staging: string): void => {
  if (existsSync(join(staging, 'postgres.json')))
    rmSync(placeOfPostgres(staging), { recursive: true, force: true });
  rmSync(staging, { recursive: true, force: true });
};

/** Puts a data directory that was made whole elsewhere in its place. */
export const moveIn = (staging: string, dataDir: string): void => {
  if (existsSync(join(staging, 'postgres.json')) && existsSync(join(staging, 'postgres')))
    setPlaceOfPostgres(staging, join(dataDir, 'postgres'));
  for (const name of readdirSync(staging)) {
    if (restorable.includes(name)) renameSync(join(staging, name), join(dataDir, name));
  }
  rmSync(staging, { recursive: true });
};

const placeOfPostgres = (dataDir: string): string =>
  postgresRecord.parse(JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'))).directory;

const setPlaceOfPostgres = (dataDir: string, directory: string): void => {
  const file = join(dataDir, 'postgres.json');
  const record = postgresRecord.parse(JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(file, `${JSON.stringify({ ...record, directory })}\n`, { mode: 0o600 });
};

/** The present moment as a name can hold it. */
export const stamp = (): string => new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
