import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedNode } from '#eventstore/embedded/server.ts';
import { lockDataDir } from '#start/lock.ts';
import { openServiceKeys } from '#start/person-keys.ts';
import { startEmbeddedPostgres } from '#start/postgres/postgres.ts';
import { loadSecrets } from '#start/secrets.ts';
import { migrate } from './migrate.ts';

const script = fileURLToPath(new URL('./rebuild.ts', import.meta.url));

describe('rebuilding on a data directory with embedded stores', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'balcao-rebuild-'));
    loadSecrets(dataDir, {});
    const stores = await startStores();
    await migrate(stores.databaseUrl);
    await (await openServiceKeys({ dataDir, databaseUrl: stores.databaseUrl })).close();
    await stores.stop();
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  const startStores = async () => {
    const postgres = await startEmbeddedPostgres({ dataDir });
    const node = await startEmbeddedNode({ file: join(dataDir, 'events.db') });
    const stop = async () => {
      await node.close();
      await postgres.stop();
    };
    return { databaseUrl: postgres.url, eventstoreUrl: node.url, stop };
  };
  const rebuild = async () => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, 'inbox'], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        output += String(chunk);
      });
    const [code] = await once(child, 'close');
    return { code, output };
  };
  const done = {
    code: 0,
    output: expect.stringMatching(
      /^compared at position 0 [\s\S]*\ninbox rebuilt and in its place: 0 events/,
    ),
  };

  it('starts them for the time being while the product does not run', async () => {
    expect(await rebuild()).toEqual(done);
  });

  it('takes those of the product while it runs', async () => {
    const lock = lockDataDir(dataDir);
    const { stop, ...running } = await startStores();
    writeFileSync(join(dataDir, 'running.json'), JSON.stringify(running));
    expect(await rebuild()).toEqual(done);
    await stop();
    lock.release();
  });
});
