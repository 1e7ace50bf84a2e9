import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '#start/free-port.ts';
import { bareEnvironment, watchOutput } from './product.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ctrlC = '\x03';

/** Of util-linux: runs a command in a terminal of its own and ends with its exit code. */
const script = '/usr/bin/script';
const canOpenTerminal =
  spawnSync(script, ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;
if (!canOpenTerminal)
  process.stderr.write('Ctrl-C in a terminal is not tried: there is no "script" of util-linux here\n');

const dataDir = mkdtempSync(join(tmpdir(), 'balcao-terminal-'));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const inTerminal = (command: string, env: Record<string, string>) => {
  const args = ['--quiet', '--return', '--command', command, '/dev/null'];
  const child = spawn(script, args, { cwd: root, env: { ...bareEnvironment(), ...env } });
  return { ...watchOutput(child), press: (key: string) => child.stdin.write(key) };
};

const stopped = () =>
  readFileSync(join(dataDir, 'logs', 'balcao.log'), 'utf8')
    .split('\n')
    .filter(line => line.includes('"msg":"stopping"'))
    .map(line => JSON.parse(line).service);

describe.skipIf(!canOpenTerminal)('npm start in a terminal', () => {
  it('ends in order at one Ctrl-C', async () => {
    const port = await freePort();
    const env = {
      ...{ DATA_DIR: dataDir, PORT: String(port), DEMO: 'off', SIMULATOR: 'off', LOG_LEVEL: 'debug' },
    };
    const { output, until, ended, press } = inTerminal('exec npm start', env);
    await until(text => text.includes(`Balcão is at http://127.0.0.1:${port}`));
    press(ctrlC);
    expect(await ended, output()).toBe(0);
    expect(output().match(/Stopping/g)).toHaveLength(1);
    expect(stopped().slice(0, 2)).toEqual(['connector', 'gateway']);
    expect(stopped().slice(2).sort()).toEqual(['commands', 'projections']);
    expect(existsSync(join(dataDir, 'events.db-wal'))).toBe(false);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });
});
