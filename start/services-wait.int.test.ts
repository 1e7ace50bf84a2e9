import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedNode, startEmbeddedNode } from '#eventstore/embedded/server.ts';
import { freePort } from './free-port.ts';
import { createTestDatabase, type TestDatabase } from './postgres/testing.ts';

const services = ['commands', 'connector', 'gateway', 'projections'] as const;

describe('a service that is started by itself', () => {
  let folder: string;
  let database: TestDatabase;
  let node: EmbeddedNode | undefined;
  let started: ChildProcess[] = [];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'balcao-services-'));
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await Promise.all(
      started.map(async child => {
        const gone = once(child, 'exit');
        if (child.exitCode === null && child.kill('SIGKILL')) await gone;
      }),
    );
    started = [];
    await node?.close();
    node = undefined;
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const run = (file: string, env: Readonly<Record<string, string>>) => {
    const child = fork(fileURLToPath(new URL(`../${file}`, import.meta.url)), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0', DATABASE_URL: database.url, ...env },
    });
    started.push(child);
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.on('data', chunk => {
        said[name] += String(chunk);
      });
    return { ready: once(child, 'message'), ended: once(child, 'close'), said };
  };

  it('waits for the event store, says so, and goes on when that comes', { timeout: 60_000 }, async () => {
    const port = await freePort();
    const migration = run('start/migrate.ts', {});
    expect(await migration.ended).toEqual([0, null]);
    const env = { EVENTSTORE_URL: `esdb://admin:topsecret@127.0.0.1:${port}?tls=false` };
    const all = services.map(name => run(`${name}/main.ts`, env));
    const waiting = `waiting for the event store at 127.0.0.1:${port}: connection refused`;
    for (const { said } of all) await expect.poll(() => said.stdout, { timeout: 30_000 }).toContain(waiting);
    node = await startEmbeddedNode({ file: join(folder, 'events.db'), port });
    expect(await Promise.all(all.map(({ ready }) => ready))).toHaveLength(services.length);
    for (const { said } of all) expect([said.stderr, said.stdout.includes('topsecret')]).toEqual(['', false]);
  });

  it('is preceded by migrations, which wait likewise', { timeout: 60_000 }, async () => {
    const port = await freePort();
    const { ended, said } = run('start/migrate.ts', { EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false` });
    const waiting = `waiting for the event store at 127.0.0.1:${port}: connection refused\n`;
    await expect.poll(() => said.stdout, { timeout: 30_000 }).toBe(waiting);
    node = await startEmbeddedNode({ file: join(folder, 'events.db'), port });
    expect(await ended).toEqual([0, null]);
  });

  it('ends with one sentence and exit code 2 where waiting cannot help', { timeout: 60_000 }, async () => {
    node = await startEmbeddedNode({ file: join(folder, 'events.db') });
    const url = new URL(database.url);
    url.password = 'topsecret';
    const env = { DATABASE_URL: url.href, EVENTSTORE_URL: node.url };
    const files = [...services.map(name => `${name}/main.ts`), 'start/migrate.ts'];
    const all = files.map(file => run(file, env));
    const reason = 'the account or its password is refused (DATABASE_URL)';
    for (const { ended, said } of all) {
      expect(await ended).toEqual([2, null]);
      expect(said.stderr).toBe(`Postgres at ${url.host} cannot be used: ${reason}.\n`);
    }
  });
});
