import { join, resolve } from 'node:path';
import { openClient } from '#eventstore/database/pool.ts';
import { freePort } from '../free-port.ts';
import { type Cluster, openCluster, rememberPort, superuser } from './cluster.ts';
import { isPortTaken, passes, type Server, type Settings, StartFailed, startServer } from './server.ts';

/** What the system takes as the name of a socket (`sun_path`), on every system. */
const longestSocketPath = 103;
const mostTries = 5;

export type EmbeddedPostgres = {
  /** Connection string of the database `balcao`, password included. */
  readonly url: string;
  readonly pid: number;
  readonly port: number;
  /** Where the cluster lies: in the data directory unless the server's account cannot reach that. */
  readonly directory: string;
  /** Resolves when the server process has ended, for whatever reason. */
  readonly exited: Promise<void>;
  /** Shuts down cleanly and waits for the end; does nothing when it has ended. */
  stop(): Promise<void>;
};
export type PostgresOptions = {
  readonly dataDir: string;
  /** Exactly this port; without it the port of last time if it is free, else a free one. */
  readonly port?: number;
  /** Finds a free port, that one if it is. */
  readonly findPort?: (preferred: number) => Promise<number>;
  /** Server settings over our own, for instance `{ fsync: 'off' }`. */
  readonly tuning?: Settings;
};

/**
 * Starts the Postgres of a data directory on 127.0.0.1, making the cluster on the first start, and resolves when
 * the database `balcao` can be entered. Works as root (the server then runs as `nobody`) and as an ordinary user.
 * A server left over from a killed process is shut down first. The server ends when this process ends.
 */
export const startEmbeddedPostgres = async (options: PostgresOptions): Promise<EmbeddedPostgres> => {
  const dataDir = resolve(options.dataDir);
  const cluster = await openCluster(dataDir);
  const { server, port, folder } = await startOnPort(cluster, dataDir, options);
  rememberPort(dataDir, port);
  const query = folder ? `?host=${encodeURIComponent(folder)}` : '';
  const url = (database: string) =>
    `postgresql://${superuser}:${cluster.password}@127.0.0.1:${port}/${database}${query}`;
  try {
    await createDatabase(url('postgres'), 'balcao');
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { ...server, port, directory: cluster.directory, url: url('balcao') };
};

type Started = { readonly server: Server; readonly port: number; readonly folder: string | undefined };

/** The port of last time or a free one may be taken by somebody else before the server has it: then another one. */
const startOnPort = async (cluster: Cluster, dataDir: string, options: PostgresOptions): Promise<Started> => {
  const { tuning, findPort = freePort } = options;
  const passing = options.port ? passes : (said: string) => !isPortTaken(said) && passes(said);
  for (let preferred = cluster.port ?? 0, tries = 1; ; preferred = 0, tries += 1) {
    const port = options.port ?? (await findPort(preferred));
    const folder = socketFolder(cluster.directory, port);
    const settings = { unix_socket_directories: folder ?? '', ...tuning };
    try {
      const logFile = join(dataDir, 'postgres.log');
      return { server: await startServer(cluster, port, settings, logFile, passing), port, folder };
    } catch (error) {
      const isTaken = error instanceof StartFailed && isPortTaken(error.said);
      if (options.port || !isTaken || tries === mostTries) throw error;
    }
  }
};

/**
 * Where the server listens besides 127.0.0.1, for us: a round trip takes less there. It is the cluster's own directory,
 * where only the server's account and root come; undefined where the name of the socket is too long for the system, or reads as several.
 */
const socketFolder = (directory: string, port: number): string | undefined =>
  Buffer.byteLength(`${directory}/.s.PGSQL.${port}`) > longestSocketPath || /[",]/.test(directory)
    ? undefined
    : directory;

/** Creates a database unless it is there. */
export const createDatabase = async (serverUrl: string, name: string): Promise<void> => {
  const client = openClient(serverUrl);
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
};
