import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownAccess } from '../embedded/own-access.ts';
import { newStream } from './protocol/rig.ts';

const main = fileURLToPath(new URL('../embedded/main.ts', import.meta.url));
const kilobytes = 2000;
const limiter = 'prlimit';

const canLimit = (): boolean => {
  try {
    return Boolean(execFileSync(limiter, ['--version']));
  } catch {
    process.stderr.write(`file limit: left out, it needs ${limiter} (of util-linux)\n`);
    return false;
  }
};

/** Starts a node whose files the system does not let grow beyond a size, until `allow` says another. */
const startLimited = async (file: string) => {
  const command = `ulimit -S -f ${kilobytes}; exec "$0" "$1"`;
  const env = { ...process.env, DATA_DIR: dirname(file), EVENTSTORE_FILE: file, NODE_NO_WARNINGS: '1' };
  const child = spawn('bash', ['-c', command, process.execPath, main], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [printed] = await once(createInterface({ input: child.stdout }), 'line');
  const { user, password } = ownAccess(dirname(file)).account ?? { user: '', password: '' };
  return {
    url: String(printed).replace('//', `//${user}:${password}@`),
    credentials: { username: user, password },
    allow: (bytes: number | 'unlimited') =>
      promisify(execFile)(limiter, ['--pid', String(child.pid), `--fsize=${bytes}:`]),
    stop: async () => {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      const [code] = await ended;
      return { code, said };
    },
  };
};

const writer = ({ url, credentials }: Awaited<ReturnType<typeof startLimited>>) => {
  const client = EventStoreDBClient.connectionString(url);
  const large = () => jsonEvent({ type: 'Something', data: { text: 'x'.repeat(20_000) } });
  const acknowledged: string[] = [];
  return {
    client,
    acknowledged,
    append: async (): Promise<boolean> => {
      const stream = newStream();
      const refused = await client.appendToStream(stream, large(), { credentials }).catch(() => true);
      if (refused !== true) acknowledged.push(stream);
      return refused === true;
    },
    stored: async () => (await Array.fromAsync(client.readAll())).map(({ event }) => event?.streamId),
  };
};

describe.skipIf(!canLimit())('a node whose writes the system refuses', () => {
  let directory: string;
  let file: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'eventstore-limit-'));
    file = join(directory, 'log.db');
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('writes again when it is let', async () => {
    const node = await startLimited(file);
    const { client, acknowledged, append, stored } = writer(node);
    let tries = 0;
    while (!(await append()) && tries < 1000) tries += 1;
    expect(tries).toBeLessThan(1000);
    expect(await append()).toBe(true);
    const limited = acknowledged.length;
    await node.allow('unlimited');
    expect(await append()).toBe(false);
    expect(acknowledged).toHaveLength(limited + 1);
    expect(await stored()).toEqual(acknowledged);
    await client.dispose();
    expect(await node.stop()).toEqual({ code: 0, said: '' });
  });

  it('says so when it cannot put its log into one file at its end, and loses nothing', async () => {
    const node = await startLimited(file);
    const first = writer(node);
    for (let count = 0; count < 30; count += 1) expect(await first.append()).toBe(false);
    await node.allow(100_000);
    await first.client.dispose();
    const { code, said } = await node.stop();
    expect(code).toBe(1);
    expect(said).toContain(`event store: the newest part of the log stays in ${file}-wal (`);
    expect(said).toContain('keep both files together, the next start goes on with them');
    const again = await startLimited(file);
    const second = writer(again);
    expect(await second.stored()).toEqual(first.acknowledged);
    await second.client.dispose();
    expect(await again.stop()).toEqual({ code: 0, said: '' });
    expect(existsSync(`${file}-wal`)).toBe(false);
  });
});
