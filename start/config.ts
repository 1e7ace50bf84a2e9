import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type Checkpoints, checkpointsOf, checkpointVariables } from './checkpoints.ts';
import { type Exposure, exposureOf, exposureVariables } from './exposure.ts';
import { type LiveSockets, liveSocketsOf, liveSocketVariables } from './live-sockets.ts';
import { type Paces, pacesOf, paceVariables } from './paces.ts';
import { type Simulated, simulatedOf, simulatedVariables } from './simulated.ts';
import { type Waits, waitsOf, waitVariables } from './waits.ts';

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
export type Environment = Readonly<Record<string, string | undefined>>;

/** What one process was told by its environment. Paths are absolute; a URL that is not set is undefined. */
export type Config = Simulated &
  Exposure &
  Waits & {
    readonly port: number;
    readonly host: string;
    readonly dataDir: string;
    /** Where compiled code is kept. */
    readonly codeCacheDir: string;
    readonly databaseUrl: string | undefined;
    readonly eventstoreUrl: string | undefined;
    /** File and port of the embedded event store node; port 0 lets it choose. */
    readonly eventstoreFile: string;
    readonly eventstorePort: number;
    /** Where that node listens, and what keeps others out. */
    readonly eventstoreAccess: EventstoreAccess;
    /** Which connections a connector process holds: simulated ones or real ones. */
    readonly provider: 'simulator' | 'beta';
    /** What the supervisor calls this process, and what it called those of the same service that have ended. */
    readonly launch: { readonly id: string | undefined; readonly ended: readonly string[] };
    readonly logLevel: LogLevel;
    readonly media: MediaConfig;
    readonly checkpoints: Checkpoints;
    readonly liveSockets: LiveSockets;
    readonly paces: Paces;
  };

/** Where files of messages are kept, and how large they may be. */
export type MediaConfig = {
  readonly s3:
    | {
        readonly endpoint: string;
        readonly bucket: string;
        readonly region: string;
        readonly key: string;
        readonly secret: string;
      }
    | undefined;
  /** Bytes of an image, a sound or a film. */
  readonly limit: number;
  /** Bytes of any other file. */
  readonly documentLimit: number;
};

export type EventstoreAccess = {
  readonly host: string;
  /** PEM files. */
  readonly tls: { readonly certificateFile: string; readonly keyFile: string } | undefined;
  readonly account: { readonly user: string; readonly password: string } | undefined;
};

/** A value of the environment that cannot be used; its message is one sentence for the person who set it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const port = (fallback: number) =>
  z.coerce.number().int().min(0).max(65_535).default(fallback).describe('a port number from 0 to 65535');
const megabytes = (fallback: number) =>
  z.coerce.number().min(1).max(2_048).default(fallback).describe('a number of megabytes from 1 to 2048');
const url = (schemes: readonly string[]) =>
  z
    .string()
    .refine(text => schemes.some(scheme => text.startsWith(`${scheme}://`)) && text.length > 12)
    .optional()
    .describe(`a connection string that starts with ${schemes.map(scheme => `${scheme}://`).join(' or ')}`);

const host = z
  .string()
  .regex(/^[A-Za-z0-9.:_-]+$/)
  .default('127.0.0.1')
  .describe('an address or host name to listen on');

const variables = z.object({
  PORT: port(3000),
  HOST: host,
  DATA_DIR: z.string().default('./data').describe('a directory'),
  CODE_CACHE_DIR: z.string().optional().describe('a directory'),
  DATABASE_URL: url(['postgres', 'postgresql']),
  EVENTSTORE_URL: url(['esdb', 'esdb+discover', 'esdb+unix', 'kurrentdb', 'kurrentdb+discover', 'kdb']),
  EVENTSTORE_FILE: z.string().optional().describe('a file'),
  EVENTSTORE_PORT: port(0),
  EVENTSTORE_HOST: host,
  EVENTSTORE_TLS_CERT: z.string().optional().describe('a file'),
  EVENTSTORE_TLS_KEY: z.string().optional().describe('a file'),
  EVENTSTORE_USER: z
    .string()
    .regex(/^[^:]+$/)
    .optional()
    .describe('a name without a colon'),
  EVENTSTORE_PASSWORD: z.string().min(8).optional().describe('a password of at least 8 characters'),
  ...simulatedVariables,
  ...exposureVariables,
  PROVIDER: z.enum(['simulator', 'beta']).default('beta').describe('simulator or beta'),
  LAUNCH_ID: z.string().optional().describe('an id that no other process has'),
  ENDED_LAUNCHES: z.string().default('').describe('ids with commas between them'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('fatal, error, warn, info, debug, trace or silent'),
  ...paceVariables,
  ...waitVariables,
  ...checkpointVariables,
  ...liveSocketVariables,
  MEDIA_LIMIT_MB: megabytes(16),
  MEDIA_DOCUMENT_LIMIT_MB: megabytes(100),
  MEDIA_S3_ENDPOINT: url(['http', 'https']),
  MEDIA_S3_BUCKET: z.string().optional().describe('the name of a bucket'),
  MEDIA_S3_REGION: z.string().default('auto').describe('a region'),
  MEDIA_S3_KEY: z.string().optional().describe('an access key'),
  MEDIA_S3_SECRET: z.string().optional().describe('a secret access key'),
});
type Variables = z.infer<typeof variables>;

const secretVariables = new Set([
  'DATABASE_URL',
  'EVENTSTORE_URL',
  'EVENTSTORE_PASSWORD',
  'DEMO_PASSWORD',
  'METRICS_TOKEN',
  'MEDIA_S3_SECRET',
]);

/**
 * Reads the configuration from an environment. An empty value counts as not set, and `NAME_FILE` names a
 * file that holds the value of `NAME`.
 * @throws {ConfigError} for the first value that cannot be used: names the variable, what it is and what is wanted.
 */
export const readConfig = (env: Environment): Config => {
  const parsed = variables.safeParse(given(env));
  if (!parsed.success) throw badValue(env, parsed.error);
  const set = parsed.data;
  const dataDir = resolve(set.DATA_DIR);
  return {
    port: set.PORT,
    host: set.HOST,
    dataDir,
    codeCacheDir: resolve(dataDir, set.CODE_CACHE_DIR ?? 'code-cache'),
    databaseUrl: set.DATABASE_URL,
    eventstoreUrl: set.EVENTSTORE_URL,
    eventstoreFile: resolve(dataDir, set.EVENTSTORE_FILE ?? 'events.db'),
    eventstorePort: set.EVENTSTORE_PORT,
    eventstoreAccess: eventstoreAccess(set),
    ...simulatedOf(set, !set.DATABASE_URL && !set.EVENTSTORE_URL),
    ...exposureOf(set),
    provider: set.PROVIDER,
    launch: { id: set.LAUNCH_ID, ended: set.ENDED_LAUNCHES.split(',').filter(Boolean) },
    logLevel: set.LOG_LEVEL,
    media: mediaConfig(set),
    ...waitsOf(set),
    checkpoints: checkpointsOf(set, dataDir),
    liveSockets: liveSocketsOf(set),
    paces: pacesOf(set),
  };
};

const megabyte = 1_048_576;

const mediaConfig = (set: Variables): MediaConfig => {
  const { MEDIA_S3_ENDPOINT: endpoint, MEDIA_S3_BUCKET: bucket, MEDIA_S3_REGION: region } = set;
  const { MEDIA_S3_KEY: key, MEDIA_S3_SECRET: secret } = set;
  const together = [endpoint, bucket, key, secret];
  if (together.some(Boolean) && !together.every(Boolean)) {
    throw new ConfigError(
      'MEDIA_S3_ENDPOINT, MEDIA_S3_BUCKET, MEDIA_S3_KEY and MEDIA_S3_SECRET must be set together.',
    );
  }
  return {
    s3: endpoint && bucket && key && secret ? { endpoint, bucket, region, key, secret } : undefined,
    limit: set.MEDIA_LIMIT_MB * megabyte,
    documentLimit: set.MEDIA_DOCUMENT_LIMIT_MB * megabyte,
  };
};

const eventstoreAccess = (set: Variables): EventstoreAccess => {
  const { EVENTSTORE_TLS_CERT: certificate, EVENTSTORE_TLS_KEY: key } = set;
  const { EVENTSTORE_USER: user, EVENTSTORE_PASSWORD: password } = set;
  if (!certificate !== !key) {
    throw new ConfigError('EVENTSTORE_TLS_CERT and EVENTSTORE_TLS_KEY must be set together.');
  }
  if (!user !== !password) {
    throw new ConfigError('EVENTSTORE_USER and EVENTSTORE_PASSWORD must be set together.');
  }
  return {
    host: set.EVENTSTORE_HOST,
    tls: certificate && key ? { certificateFile: resolve(certificate), keyFile: resolve(key) } : undefined,
    account: user && password ? { user, password } : undefined,
  };
};

const needed = {
  databaseUrl: 'DATABASE_URL',
  eventstoreUrl: 'EVENTSTORE_URL',
  simulatorUrl: 'SIMULATOR_URL',
} as const;

/**
 * The value of a setting that this process cannot do without.
 * @throws {ConfigError} when the environment does not set it.
 */
export const required = (config: Partial<Config>, setting: keyof typeof needed): string => {
  const value = config[setting];
  if (!value) throw new ConfigError(`${needed[setting]} is not set, and this service cannot run without it.`);
  return value;
};

/** The value of `NAME`, or what the file named by `NAME_FILE` holds; undefined when neither is set. */
export const readVariable = (env: Environment, name: string): string | undefined => {
  const file = env[`${name}_FILE`];
  if (env[name] || !file) return env[name] || undefined;
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    throw new ConfigError(`${name}_FILE is "${file}", which cannot be read (${codeOf(error)}).`);
  }
};

const given = (env: Environment): Record<string, string> => {
  const names = Object.keys(variables.shape);
  const entries = names.map(name => [name, readVariable(env, name)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
};

const badValue = (env: Environment, error: z.ZodError): ConfigError => {
  const name = String(error.issues[0]?.path[0] ?? '');
  const wanted = isVariable(name) ? variables.shape[name].description : undefined;
  const got = secretVariables.has(name) ? 'set to something else' : `"${readVariable(env, name) ?? ''}"`;
  return new ConfigError(`${name} is ${got}; it must be ${wanted ?? 'something else'}.`);
};

const isVariable = (name: string): name is keyof Variables => name in variables.shape;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
