import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from './free-port.ts';

const script = fileURLToPath(new URL('./testing/fake-system.ts', import.meta.url));

let folder = '';
let dataDir = '';
const started: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-supervisor-'));
  chmodSync(folder, 0o711);
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'close');
  }
  rmSync(folder, { recursive: true, force: true });
});

const start = async (env: Record<string, string> = {}) => {
  const port = env.PORT ?? String(await freePort());
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, join(folder, 'fakes')],
    {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: port, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  started.push(child);
  let output = '';
  let errors = '';
  const watchers = new Set<() => void>();
  child.stdout.on('data', chunk => {
    output += String(chunk);
    for (const look of watchers) look();
  });
  child.stderr.on('data', chunk => {
    errors += String(chunk);
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const says = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (output.includes(text)) resolve();
      };
      watchers.add(look);
      look();
      void ended.then(code => reject(new Error(`ended with ${code} before "${text}": ${output}${errors}`)));
    });
  return { child, ended, says, output: () => output, errors: () => errors };
};

const life = () => readFileSync(join(dataDir, 'life.txt'), 'utf8').trim().split('\n');
const launches = (name: string) =>
  readFileSync(join(dataDir, 'launches.txt'), 'utf8')
    .split('\n')
    .filter(line => line.startsWith(`${name} `))
    .map(line => line.split(' ').slice(1));
const pids = (): Record<string, { pid: number }> =>
  JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8')).services;

/** Neither running nor waiting to be: a process that has ended but was not yet collected counts as gone. */
const isGone = (pid: number): boolean => {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
};
const gone = async (processes: readonly number[]) => {
  await expect.poll(() => processes.filter(pid => !isGone(pid)), { timeout: 40_000 }).toEqual([]);
};

describe('the supervisor', () => {
  it('starts the stores first, says where it is, and drains in order without leaving a process', async () => {
    const system = await start();
    await system.says('/simulador');
    const running = Object.values(pids()).map(({ pid }) => pid);
    expect(running).toHaveLength(8);
    system.child.kill('SIGINT');
    expect(await system.ended).toBe(0);
    await gone(running);
    expect(life()[0]).toBe('start eventstore');
    expect(life()[1]).toBe('start simulator');
    const stops = life().filter(line => line.startsWith('stop'));
    expect(stops.slice(0, 3)).toEqual(['stop connector', 'stop connector', 'stop gateway']);
    expect(stops.slice(3, 5).sort()).toEqual(['stop commands', 'stop projections']);
    expect(stops.slice(5)).toEqual(['stop simulator', 'stop eventstore']);
    expect(system.errors()).toBe('');
  });

  it('takes signals within a second for one, and ends at once at a later one', async () => {
    const system = await start({ FAKE_STUCK: 'connector' });
    await system.says('/simulador');
    const begun = performance.now();
    const again = setInterval(() => system.child.kill('SIGINT'), 20);
    const code = await system.ended.finally(() => clearInterval(again));
    expect(performance.now() - begun).toBeGreaterThan(1_000);
    expect(code).toBe(130);
    expect(system.output().match(/Stopping/g)).toHaveLength(1);
  });

  it('starts a service and Postgres again when they die, and says so', async () => {
    const system = await start();
    await system.says('/simulador');
    for (const name of ['projections', 'eventstore', 'postgres']) {
      const { pid } = pids()[name] ?? { pid: 0 };
      process.kill(pid, 'SIGKILL');
      await system.says(`${name} ended`);
      await system.says(`${name} is back`);
      await expect.poll(() => pids()[name]?.pid).not.toBe(pid);
    }
  });

  it('tells a process which ones before it have ended', async () => {
    const system = await start();
    await system.says('/simulador');
    for (const round of [1, 2]) {
      process.kill(pids().projections?.pid ?? 0, 'SIGKILL');
      await expect.poll(() => launches('projections')).toHaveLength(round + 1);
      await expect.poll(() => isGone(pids().projections?.pid ?? 0)).toBe(false);
    }
    const [[first], [, second], last] = launches('projections') as [string[], string[], string[]];
    expect(launches('projections')).toEqual([[first], [first, second], [first, second, last.at(-1)]]);
    expect(new Set(last).size).toBe(3);
  });

  it('leaves no process when it is killed itself', async () => {
    const system = await start();
    await system.says('/simulador');
    const running = Object.values(pids()).map(({ pid }) => pid);
    system.child.kill('SIGKILL');
    await gone(running);
  });

  it('leaves not even a process that is stuck', async () => {
    const system = await start({ FAKE_STUCK: 'connector' });
    await system.says('/simulador');
    const running = Object.values(pids()).map(({ pid }) => pid);
    system.child.kill('SIGKILL');
    await gone(running);
    expect(life()).toContain('stop connector');
  });

  it('ends what a killed one left behind when it is started again at once', async () => {
    const first = await start({ FAKE_STUCK: 'connector' });
    await first.says('/simulador');
    const stuck = pids().connector?.pid ?? 0;
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await start();
    await second.says('/simulador');
    expect(second.output()).toMatch(/^Ending what the last start left behind: .*connector/);
    expect(isGone(stuck)).toBe(true);
    expect(Object.values(pids()).filter(({ pid }) => isGone(pid))).toEqual([]);
  });

  it('ends nothing that only has the number of a process of before', async () => {
    const first = await start();
    await first.says('/simulador');
    first.child.kill('SIGKILL');
    await first.ended;
    await gone(Object.values(pids()).map(({ pid }) => pid));
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    started.push(stranger);
    const file = join(dataDir, 'running.json');
    const written = JSON.parse(readFileSync(file, 'utf8'));
    written.services.gateway.pid = stranger.pid;
    writeFileSync(file, JSON.stringify(written));
    const second = await start();
    await second.says('/simulador');
    expect(second.output()).not.toContain('left behind');
    expect(isGone(stranger.pid ?? 0)).toBe(false);
  });

  it('refuses a second instance on the same data, which harms the first nothing', async () => {
    const first = await start();
    await first.says('/simulador');
    const second = await start();
    expect(await second.ended).toBe(1);
    expect(second.errors()).toMatch(
      /^Balcão already runs on the data in .* \(process \d+\): stop it first.*\n$/,
    );
    expect(Object.values(pids()).filter(({ pid }) => isGone(pid))).toEqual([]);
  });

  it('refuses a taken port before it starts anything', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const system = await start({ PORT: String(port) });
    expect(await system.ended).toBe(1);
    other.close();
    expect(system.errors()).toBe(
      `Port ${port} on 127.0.0.1 is taken: stop what listens there, or set PORT to another port.\n`,
    );
    expect(system.output()).toBe('');
  });

  it('refuses a bad value of the environment', async () => {
    const system = await start({ SIMULATOR: 'perhaps' });
    expect(await system.ended).toBe(1);
    expect(system.errors()).toBe('SIMULATOR is "perhaps"; it must be on or off.\n');
  });

  it('refuses a data directory that it cannot use', async () => {
    writeFileSync(dataDir, 'a file');
    const system = await start();
    expect(await system.ended).toBe(1);
    expect(system.errors()).toMatch(/^DATA_DIR is ".*", which cannot be read and written by this user .*\n$/);
    expect(system.output()).toBe('');
  });

  it('ends with a failure when a store could not end in order, and says why', async () => {
    const system = await start({ FAKE_UNFINISHED: 'eventstore' });
    await system.says('/simulador');
    system.child.kill('SIGINT');
    expect(await system.ended).toBe(1);
    expect(system.output()).toContain('eventstore: ');
    expect(system.output()).toContain('the newest part stays beside the file');
  });

  it('takes everything down again when a service does not come up', async () => {
    const system = await start({ FAKE_BROKEN: 'no such table' });
    expect(await system.ended).toBe(1);
    expect(system.errors()).toMatch(/^Balcão could not start: gateway did not start: .*no such table\n$/);
    expect(life().filter(line => line === 'stop eventstore')).toHaveLength(1);
  });
});
