import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Account, canReach, serverAccount } from './account.ts';
import { type Binaries, locateBinaries } from './binaries.ts';

/** A Postgres data directory, initialised, with what is needed to run and to enter it. */
export type Cluster = {
  readonly directory: string;
  readonly account: Account;
  readonly binaries: Binaries;
  readonly password: string;
  /** The port it had last time; undefined the first time. */
  readonly port: number | undefined;
};

export const superuser = 'balcao';

const record = z.object({ password: z.string(), directory: z.string(), port: z.number().optional() });
type ClusterRecord = z.infer<typeof record>;

/**
 * Opens the cluster of a data directory, making it on the first call. It lies in `dataDir/postgres`, or, where
 * root started and the account that Postgres runs under cannot reach that, in a directory under /var/tmp that
 * belongs to this data directory alone. `postgres.json` in the data directory (mode 0600) says where, and holds
 * the password.
 */
export const openCluster = async (dataDir: string): Promise<Cluster> => {
  mkdirSync(dataDir, { recursive: true });
  const known = readRecord(dataDir);
  const found = known && clusterOf(realpathSync(dataDir), known.directory);
  if (known && found) {
    const account = serverAccount(lstatSync(found));
    return { ...known, directory: found, port: known.port, account, binaries: locateBinaries(account) };
  }
  const account = serverAccount(undefined);
  const binaries = locateBinaries(account);
  const directory = join(placeFor(dataDir, account), 'postgres');
  const password = randomBytes(24).toString('hex');
  await initialise({ directory, account, binaries, password, port: undefined });
  writeRecord(dataDir, { password, directory });
  return { directory, account, binaries, password, port: undefined };
};

/**
 * Where the cluster of a data directory lies by now: a directory that was moved or copied brought it along, whatever
 * its record says, and never takes the one of the directory that it was copied from.
 */
const clusterOf = (dataDir: string, recorded: string): string | undefined => {
  const [beside, away] = [join(dataDir, 'postgres'), join(elsewhere(dataDir), 'postgres')];
  const found = [beside, away].find(isCluster);
  if (!found && isCluster(recorded))
    throw new Error(
      `${dataDir} was moved or copied, but its Postgres files are still in ${recorded}: move or copy those to ${beside}.`,
    );
  return found;
};

const isCluster = (directory: string): boolean => existsSync(join(directory, 'PG_VERSION'));

const elsewhere = (dataDir: string): string =>
  `/var/tmp/balcao-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;

/** Keeps the port, so that the next start has the same address. */
export const rememberPort = (dataDir: string, port: number): void => {
  const known = readRecord(dataDir);
  if (known && known.port !== port) writeRecord(dataDir, { ...known, port });
};

const placeFor = (dataDir: string, account: Account): string => {
  const real = realpathSync(dataDir);
  if (account === undefined) return real;
  if (lstatSync(real).uid === 0) chmodSync(real, 0o711);
  if (canReach(account, real)) return real;
  const away = elsewhere(real);
  mkdirSync(away, { recursive: true, mode: 0o711 });
  if (lstatSync(away).uid !== 0)
    throw new Error(`${away} belongs to somebody else: remove it, or set DATA_DIR to a reachable directory.`);
  chmodSync(away, 0o711);
  return away;
};

const initialise = async (cluster: Cluster): Promise<void> => {
  const { directory, account } = cluster;
  if (isCluster(directory))
    throw new Error(`${directory} holds a Postgres whose password is lost: postgres.json is not beside it.`);
  const draft = `${directory}.new`;
  const passwordFile = `${directory}.pw`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  if (account) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid);
  const options = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const entry = [`--username=${superuser}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  try {
    await runToEnd(cluster, ['-D', draft, ...options, ...entry, '--wal-segsize=4', '--no-instructions']);
    rmSync(directory, { recursive: true, force: true });
    renameSync(draft, directory);
  } finally {
    rmSync(passwordFile, { force: true });
  }
};

const runToEnd = (cluster: Cluster, args: readonly string[]): Promise<void> =>
  new Promise((done, failed) => {
    const child = spawn(cluster.binaries.initdb, args, {
      ...cluster.account,
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', chunk => {
      said += String(chunk);
    });
    child.on('error', failed);
    child.on('close', code => {
      if (code === 0) done();
      else
        failed(new Error(`Postgres could not make its data directory ${cluster.directory}: ${said.trim()}`));
    });
  });

const recordFile = (dataDir: string) => join(dataDir, 'postgres.json');

const readRecord = (dataDir: string): ClusterRecord | undefined => {
  const file = recordFile(dataDir);
  return existsSync(file) ? record.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
};

const writeRecord = (dataDir: string, value: ClusterRecord) => {
  const draft = `${recordFile(dataDir)}.new`;
  writeFileSync(draft, `${JSON.stringify(value)}\n`, { mode: 0o600 });
  renameSync(draft, recordFile(dataDir));
};
