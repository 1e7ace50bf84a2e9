import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { guardFor } from '../guard.ts';
import { openLogFile } from '../log-file.ts';
import type { Cluster } from './cluster.ts';

export type Server = { readonly pid: number; readonly exited: Promise<void>; stop(): Promise<void> };
export type Settings = Readonly<Record<string, string | number>>;

const settings: Settings = {
  listen_addresses: '127.0.0.1',
  max_connections: 100,
  shared_buffers: '64MB',
  work_mem: '8MB',
  synchronous_commit: 'on',
  wal_level: 'minimal',
  max_wal_senders: 0,
  min_wal_size: '32MB',
  max_wal_size: '512MB',
  checkpoint_timeout: '15min',
  random_page_cost: 1.1,
  max_parallel_workers_per_gather: 0,
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors are for the client alone: with them the log would keep the rows that were refused.
  log_min_messages: 'log',
  lc_messages: 'C',
};

/** A server that would not start; `said` is what it wrote last. */
export class StartFailed extends Error {
  readonly said: string;
  constructor(said: string) {
    super(`Postgres did not start: ${said}`);
    this.said = said;
  }
}

/**
 * Starts the server of a cluster on that port and waits until it accepts connections. A server that still runs on
 * the cluster (its supervisor was killed) is shut down first. The new server ends when this process does.
 */
export const startServer = async (
  cluster: Cluster,
  port: number,
  own: Settings,
  logFile: string,
  passing: (said: string) => boolean = passes,
): Promise<Server> => {
  await endLeftover(cluster.directory);
  removeSockets(cluster.directory);
  const giveUp = Date.now() + 15_000;
  for (;;) {
    try {
      return await launch(cluster, { ...settings, ...own, port }, logFile);
    } catch (error) {
      if (!(error instanceof StartFailed) || !passing(error.said) || Date.now() > giveUp) throw error;
      await pause(200);
    }
  }
};

export const isPortTaken = (said: string): boolean => said.includes('Address already in use');

/** After a kill -9 the old server's children still hold its port and memory for a moment. */
export const passes = (said: string): boolean =>
  said.includes('shared memory block') || isPortTaken(said) || said.includes('lock file');

const launch = (cluster: Cluster, all: Settings, logFile: string): Promise<Server> =>
  new Promise((ready, failed) => {
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(cluster.binaries.postgres, ['-D', cluster.directory, ...flags], {
      ...cluster.account,
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    const log = openLogFile(logFile);
    const last: string[] = [];
    const exited = new Promise<void>(resolve => child.once('close', () => resolve())).then(log.written);
    child.once('error', failed);
    child.once('close', () => {
      failed(new StartFailed(last.join(' ').trim() || 'it ended at once'));
    });
    createInterface({ input: child.stderr }).on('line', line => {
      log.write(line);
      if (last.push(line) > 6) last.shift();
      if (line.includes('database system is ready to accept connections')) ready(attend(child, exited));
    });
  });

const attend = (child: ChildProcess, exited: Promise<void>): Server => {
  const pid = child.pid ?? 0;
  const guard = guardFor(pid, { first: 'SIGINT', afterSeconds: 5, last: 'SIGQUIT' });
  void exited.then(() => guard.kill('SIGKILL'));
  return {
    pid,
    exited,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGINT');
      const late = setTimeout(() => child.kill('SIGQUIT'), 8_000);
      await exited;
      clearTimeout(late);
    },
  };
};

const endLeftover = async (directory: string): Promise<void> => {
  const file = join(directory, 'postmaster.pid');
  const pid = Number(readOr(file, '').split('\n')[0]);
  if (!(pid > 0)) return;
  if (!isPostgres(pid) || !runsIn(pid, directory)) return rmSync(file, { force: true });
  const giveUp = Date.now() + 20_000;
  for (let signal: NodeJS.Signals = 'SIGINT'; isPostgres(pid); await pause(50)) {
    if (Date.now() > giveUp)
      throw new Error(`A Postgres server (process ${pid}) on ${directory} does not end.`);
    if (Date.now() > giveUp - 10_000) signal = 'SIGQUIT';
    signalQuietly(pid, signal);
  }
};

/** Of a server that was killed: the lock beside its socket names a process that may be another one's by now. */
const removeSockets = (directory: string): void => {
  for (const name of readdirSync(directory))
    if (name.startsWith('.s.PGSQL.')) rmSync(join(directory, name), { force: true });
};

const isPostgres = (pid: number): boolean => {
  if (!signalQuietly(pid, 0)) return false;
  const [, name, state] = /\((.*)\) (\w)/.exec(readOr(`/proc/${pid}/stat`, '(postgres) S')) ?? [];
  return name === 'postgres' && state !== 'Z';
};

/** A copied directory names the server of the one that it was copied from. */
const runsIn = (pid: number, directory: string): boolean => {
  try {
    return realpathSync(`/proc/${pid}/cwd`) === realpathSync(directory);
  } catch {
    return true;
  }
};

const signalQuietly = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const readOr = (file: string, fallback: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return fallback;
  }
};
