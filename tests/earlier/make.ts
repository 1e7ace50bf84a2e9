import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#start/free-port.ts';
import { helpIfAsked } from '#start/help.ts';
import { bareEnvironment, watchOutput } from '../system/product.ts';
import { dumpOf, packData, unpackData } from './data-folder.ts';
import { whatIsShown } from './shown.ts';
import { stateOf } from './states.ts';
import { type Used, workWith } from './work.ts';

const usage = 'Usage: node tests/earlier/make.ts <commit> [<work tree of it>]';
helpIfAsked(
  `${usage}\nRuns the product of an earlier commit by its own code, uses it, and packs its data as a fixture.`,
);

const root = fileURLToPath(new URL('../..', import.meta.url));
const password = 'demonstra-balcao';

/** Nobody's: 32 bytes each, which say what they are for. */
const keyOf = (name: string) => Buffer.from(`only for tests: ${name}`.padEnd(32, '.')).toString('base64');
const secrets = {
  ...{ jwtKey: keyOf('jwt'), refreshKey: keyOf('refresh'), waKey: keyOf('wa'), personalKey: keyOf('people') },
};

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

/** A work tree of the commit with its packages; the second value removes it. */
const checkOut = (commit: string): readonly [tree: string, remove: () => void] => {
  const tree = join(mkdtempSync(join(tmpdir(), 'balcao-earlier-')), 'tree');
  git('worktree', 'add', '--detach', tree, commit);
  const isSame = git('diff', '--name-only', commit, '--', 'package-lock.json') === '';
  if (isSame) symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  else execFileSync('npm', ['ci', '--loglevel=error'], { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'] });
  return [tree, () => git('worktree', 'remove', '--force', tree)];
};

const startTree = async (tree: string, dataDir: string) => {
  const [port, simulatorPort] = [await freePort(), await freePort()];
  const node = join(tree, 'node_modules/.bin/node');
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(tree, 'start.ts')], {
    cwd: tree,
    env: {
      ...bareEnvironment(),
      ...{ DATA_DIR: dataDir, PORT: String(port), SIMULATOR_PORT: String(simulatorPort) },
      ...{ DEMO_PASSWORD: password, AUTO_CLOSE_HOURS: '0' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { until, ended } = watchOutput(child);
  await until(text => text.includes('Balcão is at'));
  const stop = async () => {
    child.kill('SIGINT');
    const code = await ended;
    if (code !== 0) throw new Error(`the product ended with ${code}`);
  };
  return { url: `http://127.0.0.1:${port}`, simulatorUrl: `http://127.0.0.1:${simulatorPort}`, stop };
};

/** A copy that is made of the fixture must be what was packed. */
const mustBeWhole = async (commit: string, dataDir: string): Promise<void> => {
  const copy = mkdtempSync(join(tmpdir(), 'balcao-earlier-copy-'));
  chmodSync(copy, 0o711);
  try {
    await unpackData(commit, copy);
    const [packed, unpacked] = [await dumpOf(dataDir), await dumpOf(copy)].map(withoutExpiry);
    if (packed !== unpacked) throw new Error(`the database of ${commit} is not whole in the fixture`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
};
const withoutExpiry = (sql: string) => sql.replaceAll(/"expires_at":"[^"]*"/g, '');

const use = async (product: Used) => {
  const session = await workWith(product);
  const day = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
  return { session, day, shown: await whatIsShown(product, day) };
};

const make = async (commit: string, tree: string): Promise<void> => {
  const place = mkdtempSync(join(tmpdir(), 'balcao-earlier-data-'));
  chmodSync(place, 0o711);
  const dataDir = join(place, 'data');
  try {
    mkdirSync(dataDir, { mode: 0o711 });
    writeFileSync(join(dataDir, 'secrets.json'), `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    const product = await startTree(tree, dataDir);
    const seen = await use({ ...product, password }).finally(product.stop);
    const state = await stateOf(dataDir);
    const bytes = await packData(dataDir, { commit, state, password, ...seen });
    await mustBeWhole(commit, dataDir);
    process.stdout.write(`${Math.round(bytes / 1_000)} kB; its line in states.txt: ${state} ${commit}\n`);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
};

const [name, given] = process.argv.slice(2);
if (!name) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}
const commit = git('rev-parse', '--short=8', name);
const [tree, remove] = given ? [given, () => undefined] : checkOut(commit);
try {
  await make(commit, tree);
} finally {
  remove();
}
