import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedNode } from '#eventstore/embedded/server.ts';
import { readConfig } from '#start/config.ts';
import { migrateAtOnce } from '#start/migrate-all.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#start/postgres/postgres.ts';
import { loadSecrets } from '#start/secrets.ts';
import { upgrade } from '#start/upgrade.ts';
import { unpackData } from './data-folder.ts';

const waiting = { say: () => undefined, signal: new AbortController().signal };

describe('an upgrade of the first version whose data are kept', () => {
  let folder: string;
  let dataDir: string;
  let postgres: EmbeddedPostgres;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'balcao-interrupted-'));
    chmodSync(folder, 0o711);
    dataDir = join(folder, 'data');
    mkdirSync(dataDir, { mode: 0o711 });
    await unpackData('eca5f1a3', dataDir);
    postgres = await startEmbeddedPostgres({ dataDir });
  });
  afterEach(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true });
  });

  const configWith = (env: Record<string, string>) =>
    readConfig({ DATA_DIR: dataDir, DATABASE_URL: postgres.url, ...env });
  const upgradeAlone = () => upgrade(configWith({}), { database: true, log: true }, waiting);
  const log = () => readFileSync(join(dataDir, 'events.db'));

  it('that was ended when the database was committed has not touched the log, and goes on with it', async () => {
    const before = log();
    await migrateAtOnce(postgres.url, loadSecrets(dataDir, {}).personalKey);
    expect(log().equals(before)).toBe(true);
    expect(await upgradeAlone()).toMatchObject({ founded: false });
    expect(log().equals(before)).toBe(false);
    const node = await startEmbeddedNode({ file: join(dataDir, 'events.db') });
    try {
      const own = { database: true, log: false };
      const found = () => upgrade(configWith({ EVENTSTORE_URL: node.url }), own, waiting);
      expect(await found()).toMatchObject({ founded: true });
      expect(await found()).toMatchObject({ founded: true });
    } finally {
      await node.close();
    }
    expect(await upgradeAlone()).toMatchObject({ founded: true });
  });

  it('changes nothing where the keys are another installation’s', async () => {
    const before = log();
    const other = { PERSONAL_KEY: Buffer.alloc(32, 'x').toString('base64') };
    process.env.PERSONAL_KEY = other.PERSONAL_KEY;
    try {
      await expect(upgradeAlone()).rejects.toThrow('PERSONAL_KEY is not the key');
    } finally {
      delete process.env.PERSONAL_KEY;
    }
    expect(log().equals(before)).toBe(true);
  });
});
