// Plain JavaScript for whatever Node the machine has (18 or later): installs the packages and builds the web
// bundle when they are missing or stale. All else runs on the Node that the packages bring along.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const at = (...parts) => join(root, ...parts);

const main = () => {
  if (!isInstalled()) install();
  if (isAskedForHelp()) return;
  const sources = hashOfSources();
  if (existsSync(at('web/vite.config.ts')) && builtFrom() !== sources) build(sources);
};

/** npm gives arguments to the program behind this one: the shell that runs both knows them, where it can be asked. */
const isAskedForHelp = () => {
  try {
    return / --help\b/.test(readFileSync(`/proc/${process.ppid}/cmdline`, 'utf8').replaceAll('\0', ' '));
  } catch {
    return false;
  }
};

/** npm writes this file last, so an interrupted installation does not count. */
const isInstalled = () => {
  if (!existsSync(at('node_modules/.package-lock.json')) || !existsSync(at('node_modules/.bin/node')))
    return false;
  const wanted = packagesOf('package-lock.json');
  const present = packagesOf('node_modules/.package-lock.json');
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional, peer, link }]) =>
      path === '' || link || optional || devOptional || peer || present[path]?.version === version,
  );
};

const packagesOf = file => JSON.parse(readFileSync(at(file), 'utf8')).packages;

const install = () => {
  say('Installing packages…');
  const npm = process.env.npm_execpath;
  // Warnings are about the machine's own Node, which runs nothing but this file.
  const ci = ['ci', '--loglevel=error'];
  const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm, ...ci]] : ['npm', ci];
  run(command, args, 'The packages could not be installed');
};

const build = sources => {
  say('Building the web app…');
  const draft = at('web', `.dist-${process.pid}`);
  const vite = at('node_modules/vite/bin/vite.js');
  try {
    const args = [
      vite,
      'build',
      '--config',
      'web/vite.config.ts',
      '--outDir',
      draft,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ];
    run(at('node_modules/.bin/node'), args, 'The web app could not be built');
    writeFileSync(join(draft, '.sources'), sources);
    rmSync(at('web/dist'), { recursive: true, force: true });
    renameSync(draft, at('web/dist'));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

const builtFrom = () => {
  const stamp = at('web/dist/.sources');
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
};

const hashOfSources = () => {
  const hash = createHash('sha256');
  for (const file of [
    'package-lock.json',
    'tsconfig.base.json',
    ...filesIn('web'),
    ...filesIn('contracts'),
    ...filesIn('domain'),
  ])
    hash
      .update(`${file}\0`)
      .update(readFileSync(at(file)))
      .update('\0');
  return hash.digest('hex');
};

const filesIn = folder =>
  readdirSync(at(folder), { withFileTypes: true })
    .filter(
      ({ name }) =>
        name !== 'dist' && name !== 'node_modules' && !name.startsWith('.') && !/\.test\.tsx?$/.test(name),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(entry => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]));

const run = (command, args, failure) => {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status === 0) return;
  process.stderr.write(`${failure}${error ? `: ${error.message}` : ': see above'}.\n`);
  process.exit(1);
};

const say = line => process.stdout.write(`${line}\n`);

main();
