import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { expect, it } from 'vitest';
import { newStream } from './protocol/rig.ts';

const main = fileURLToPath(new URL('../embedded/main.ts', import.meta.url));
const kilobytes = 2000;
const limiter = 'prlimit';

const canLimit = (): boolean => {
  try {
    return Boolean(execFileSync(limiter, ['--version']));
  } catch {
    process.stderr.write(`file limit: left out, there is no ${limiter} here\n`);
    return false;
  }
};

/** Starts a node whose files the system does not let grow beyond a size, until `lift` is called. */
const startLimited = async (file: string) => {
  const command = `ulimit -S -f ${kilobytes}; exec "$0" "$1"`;
  const env = { ...process.env, EVENTSTORE_FILE: file, NODE_NO_WARNINGS: '1' };
  const child = spawn('bash', ['-c', command, process.execPath, main], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  return {
    url: String(url),
    lift: () => promisify(execFile)(limiter, ['--pid', String(child.pid), '--fsize=unlimited']),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
};

it.skipIf(!canLimit())('a node whose writes the system refuses writes again when it lets it', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'eventstore-limit-'));
  const node = await startLimited(join(directory, 'log.db'));
  const client = EventStoreDBClient.connectionString(node.url);
  const large = () => jsonEvent({ type: 'Something', data: { text: 'x'.repeat(20_000) } });
  const acknowledged: string[] = [];
  const append = async (): Promise<boolean> => {
    const stream = newStream();
    const credentials = { username: 'admin', password: 'changeit' };
    const refused = await client.appendToStream(stream, large(), { credentials }).catch(() => true);
    if (refused !== true) acknowledged.push(stream);
    return refused === true;
  };
  let tries = 0;
  while (!(await append()) && tries < 1000) tries += 1;
  expect(tries).toBeLessThan(1000);
  expect(await append()).toBe(true);
  const limited = acknowledged.length;
  await node.lift();
  expect(await append()).toBe(false);
  expect(acknowledged).toHaveLength(limited + 1);
  const stored = (await Array.fromAsync(client.readAll())).map(({ event }) => event?.streamId);
  expect(stored).toEqual(acknowledged);
  await client.dispose();
  expect(await node.stop()).toBe(0);
  await rm(directory, { recursive: true });
});
