import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createFileOnce, readIfThere, replaceFile } from '#eventstore/private-file.ts';
import { ConfigError, type Environment, readVariable } from './config.ts';

/** Keys of one installation, each 32 random bytes as base64 unless the environment gave others. */
export type Secrets = {
  readonly jwtKey: string;
  readonly refreshKey: string;
  /** Encrypts WhatsApp key material at rest: always exactly 32 bytes as base64. */
  readonly waKey: string;
  /** The master key of the keys of people: always exactly 32 bytes as base64. Without it their data is lost. */
  readonly personalKey: string;
};

const stored = z.object({
  jwtKey: z.string(),
  refreshKey: z.string(),
  waKey: z.string(),
  personalKey: z.string().optional(),
});

/**
 * The secrets of the installation in `dataDir`: JWT_SECRET, JWT_REFRESH_SECRET, WA_KEY and PERSONAL_KEY of
 * the environment (or of the files that the same names with `_FILE` point to), else what `secrets.json` (mode 0600)
 * holds, which is made on the first call. Several processes may call it at once: all get the same.
 * @throws {ConfigError} for a secret that is too weak or a file that does not hold secrets.
 */
export const loadSecrets = (dataDir: string, env: Environment = process.env): Secrets => {
  const jwtKey = readVariable(env, 'JWT_SECRET');
  const refreshKey = readVariable(env, 'JWT_REFRESH_SECRET');
  const waKey = readVariable(env, 'WA_KEY');
  if (jwtKey && jwtKey.length < 32) throw tooShort('JWT_SECRET');
  if (refreshKey && refreshKey.length < 32) throw tooShort('JWT_REFRESH_SECRET');
  const personalKey = readVariable(env, 'PERSONAL_KEY');
  if (waKey) checkLength('WA_KEY', waKey);
  if (personalKey) checkLength('PERSONAL_KEY', personalKey);
  if (jwtKey && refreshKey && waKey && personalKey) return { jwtKey, refreshKey, waKey, personalKey };
  const kept = keptIn(dataDir);
  return {
    jwtKey: jwtKey ?? kept.jwtKey,
    refreshKey: refreshKey ?? kept.refreshKey,
    waKey: waKey ?? kept.waKey,
    personalKey: personalKey ?? kept.personalKey,
  };
};

const tooShort = (name: string) =>
  new ConfigError(`${name} is too short: it must have at least 32 characters.`);

const checkLength = (name: string, value: string) => {
  if (Buffer.from(value, 'base64').length !== 32)
    throw new ConfigError(`${name} is not 32 bytes as base64: make one with "openssl rand -base64 32".`);
};

const keptIn = (dataDir: string): Secrets => {
  const file = join(dataDir, 'secrets.json');
  const found = read(file);
  if (found) return found;
  mkdirSync(dataDir, { recursive: true });
  const fresh = { jwtKey: key(), refreshKey: key(), waKey: key(), personalKey: key() };
  createFileOnce(file, textOf(fresh));
  return read(file) ?? fresh;
};

const key = () => randomBytes(32).toString('base64');

const read = (file: string): Secrets | undefined => {
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  const found = parsed(file, text);
  if (found.personalKey !== undefined) return { ...found, personalKey: found.personalKey };
  const whole = { ...found, personalKey: personalKeyFor(found) };
  replaceFile(file, textOf(whole));
  return whole;
};

const parsed = (file: string, text: string) => {
  try {
    return stored.parse(JSON.parse(text));
  } catch {
    throw new ConfigError(`${file} does not hold the secrets of an installation: restore it from a backup.`);
  }
};

/** Made out of the secrets that are there, so that several processes that add it at once add the same. */
const personalKeyFor = ({ jwtKey, refreshKey, waKey }: z.output<typeof stored>): string => {
  const material = JSON.stringify([jwtKey, refreshKey, waKey]);
  return Buffer.from(hkdfSync('sha256', material, '', 'balcao personal key', 32)).toString('base64');
};

const textOf = (secrets: Secrets) => `${JSON.stringify(secrets, null, 2)}\n`;
