import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openConnection } from '#eventstore/connection.ts';
import { endOfLog, readLog } from '#eventstore/copy/read-log.ts';
import { type EmbeddedNode, startEmbeddedNode } from '#eventstore/embedded/server.ts';
import { createTestDatabase } from './postgres/testing.ts';

const script = fileURLToPath(new URL('migrate.ts', import.meta.url));

describe('the start, before it writes anything', () => {
  let folder: string;
  let node: EmbeddedNode;
  const ends: (() => unknown)[] = [];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'own-log-'));
    node = await startEmbeddedNode({ file: join(folder, 'events.db') });
    ends.push(() => rmSync(folder, { recursive: true }), node.close);
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  /** A database and the keys that its installation has. */
  const installation = async (name: string) => {
    const database = await createTestDatabase();
    ends.push(database.drop);
    const migrate = (): Promise<{ code: number | null; said: string }> =>
      new Promise(resolve => {
        const env = {
          ...process.env,
          DATA_DIR: join(folder, name),
          DATABASE_URL: database.url,
          EVENTSTORE_URL: node.url,
        };
        const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], { env });
        let said = '';
        child.stderr.on('data', chunk => {
          said += String(chunk);
        });
        child.once('close', code => resolve({ code, said }));
      });
    const schemas = async (): Promise<string[]> => {
      const client = new pg.Client(database.url);
      await client.connect();
      const { rows } = await client.query<{ name: string }>(
        "select nspname as name from pg_namespace where nspname in ('secrets', 'inbox', 'projection')",
      );
      await client.end();
      return rows.map(row => row.name).sort();
    };
    return { migrate, schemas };
  };

  const typesInLog = async () => {
    const connection = openConnection(node.url);
    const pages = await Array.fromAsync(readLog(connection, await endOfLog(connection)));
    await connection.close();
    return pages.flat().map(({ type }) => type);
  };

  it('makes a new log its own, and knows it again', async () => {
    const ours = await installation('ours');
    expect(await ours.migrate()).toMatchObject({ code: 0 });
    expect(await ours.migrate()).toMatchObject({ code: 0 });
    expect(await typesInLog()).toEqual(['InstallationFounded']);
    expect(await ours.schemas()).toContain('secrets');
  });

  it("refuses another installation's log, with a new database and with a used one", async () => {
    const used = await installation('used');
    await node.close();
    node = await startEmbeddedNode({ file: join(folder, 'used.db') });
    expect(await used.migrate()).toMatchObject({ code: 0 });
    await node.close();
    node = await startEmbeddedNode({ file: join(folder, 'events.db') });
    ends.push(() => node.close());
    expect(await (await installation('theirs')).migrate()).toMatchObject({ code: 0 });

    const fresh = await installation('fresh');
    const [withNew, withUsed] = [await fresh.migrate(), await used.migrate()];
    expect(withNew.said).toMatch(/^The event store holds the log of another installation, and the .*\n$/);
    expect(withUsed.said).toMatch(/^The event store holds the log of another installation: .*\n$/);
    expect([withNew.code, withUsed.code]).toEqual([2, 2]);
    expect(await fresh.schemas()).toEqual([]);
    expect(await typesInLog()).toEqual(['InstallationFounded']);
  });
});
