import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-ensure-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const json = (name: string, value: object) => writeFileSync(join(folder, name), JSON.stringify(value));
const run = (command: string, args: readonly string[], cwd = folder) => {
  const cache = { npm_config_cache: join(folder, '.cache'), npm_config_update_notifier: 'false' };
  const env = { PATH: process.env.PATH, HOME: folder, ...cache };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stdout}${stderr}`);
  return stdout + stderr;
};

/** A project like ours, with a package that wants another Node than the machine's. */
const makeProject = () => {
  mkdirSync(join(folder, 'fussy'));
  json('fussy/package.json', { name: 'fussy', version: '1.0.0', engines: { node: '>=99' } });
  run('npm', ['pack', '--silent'], join(folder, 'fussy'));
  json('package.json', {
    name: 'ours',
    version: '1.0.0',
    dependencies: { fussy: 'file:fussy/fussy-1.0.0.tgz' },
  });
  json('tsconfig.base.json', {});
  run('npm', ['install', '--package-lock-only', '--offline', '--silent']);
  for (const name of ['web', 'contracts', 'domain', 'start']) mkdirSync(join(folder, name));
  copyFileSync(fileURLToPath(new URL('./ensure.mjs', import.meta.url)), join(folder, 'start/ensure.mjs'));
};

it('installs the packages without warnings of npm, which a newcomer would read first', () => {
  makeProject();
  const [first, ...others] = run(process.execPath, ['start/ensure.mjs']).trim().split('\n');
  expect(first).toBe('Installing packages…');
  expect(others.join('\n')).toContain('added 1 package');
  expect(others.join('\n')).not.toMatch(/warn|EBADENGINE/i);
});
