import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedNode, startEmbeddedNode } from '#eventstore/embedded/server.ts';
import { freePort } from './free-port.ts';
import { createTestDatabase } from './postgres/testing.ts';
import { type FakeSystem, runFakeSystem } from './testing/run-fake-system.ts';

describe('a start with stores of somebody else', () => {
  let folder = '';
  let system: FakeSystem | undefined;
  let node: EmbeddedNode | undefined;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'balcao-stores-'));
    chmodSync(folder, 0o711);
  });
  afterEach(async () => {
    await system?.stop();
    await node?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async (stores: Record<string, string>) => {
    const env = {
      DATA_DIR: join(folder, 'data'),
      PORT: String(await freePort()),
      ...stores,
    };
    system = runFakeSystem(join(folder, 'fakes'), env);
    return system;
  };

  it('waits for one that is not there, says for which and why, and goes on when it comes', async () => {
    const port = await freePort();
    const { output } = await start({ EVENTSTORE_URL: `esdb://admin:topsecret@127.0.0.1:${port}?tls=false` });
    await expect.poll(output).toBe(`waiting for the event store at 127.0.0.1:${port}: connection refused\n`);
    node = await startEmbeddedNode({ file: join(folder, 'events.db'), port });
    await expect.poll(output, { timeout: 40_000 }).toContain('Balcão is at');
    expect(output()).not.toContain('topsecret');
  });

  it('ends with one sentence, and nothing else, when waiting cannot help', async () => {
    const database = await createTestDatabase();
    const url = new URL(database.url);
    url.password = 'topsecret';
    const { output, ended } = await start({ DATABASE_URL: url.href });
    expect(await ended).toBe(1);
    const reason = 'the account or its password is refused (DATABASE_URL)';
    expect(output()).toBe(`Postgres at ${url.host} cannot be used: ${reason}.\n`);
    await database.drop();
  });
});
