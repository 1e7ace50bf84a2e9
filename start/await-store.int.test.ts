import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueLoopbackCertificate } from '#eventstore/embedded/loopback-certificate.ts';
import { type EmbeddedNode, startEmbeddedNode } from '#eventstore/embedded/server.ts';
import { type AwaitedStore, awaitStore } from './await-store.ts';
import { awaitedDatabase, awaitedEventStore } from './awaited-stores.ts';
import { freePort } from './free-port.ts';
import { createTestDatabase, type TestDatabase } from './postgres/testing.ts';

const account = { user: 'somebody', password: 'top/secret@1' };
const { signal } = new AbortController();

/** What is said of a store that is looked at once more at most. */
const saidOf = async (store: AwaitedStore): Promise<string> => {
  const said: string[] = [];
  try {
    await awaitStore(store, { say: line => said.push(line), signal, withinMs: 0 });
    return 'there';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe('a store that the environment points to', () => {
  let folder: string;
  let plain: EmbeddedNode;
  let closed: EmbeddedNode;
  let database: TestDatabase;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'balcao-await-'));
    const tls = { certificateFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
    const { cert, key } = issueLoopbackCertificate(new Date(), { name: 'node', years: 1 });
    writeFileSync(tls.certificateFile, cert);
    writeFileSync(tls.keyFile, key);
    plain = await startEmbeddedNode({ file: join(folder, 'plain.db') });
    closed = await startEmbeddedNode({ file: join(folder, 'closed.db'), tls, account });
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await Promise.all([plain.close(), closed.close(), database.drop()]);
    rmSync(folder, { recursive: true });
  });

  const at = (node: EmbeddedNode) => node.url.replace(/^[^:]*:\/\//, '').replace(/^.*@|[/?].*$/g, '');
  const lasting = (node: EmbeddedNode, reason: string) =>
    `The event store at ${at(node)} cannot be used: ${reason} (EVENTSTORE_URL).`;

  it('is there', async () => {
    expect(await saidOf(awaitedEventStore(plain.url))).toBe('there');
    expect(await saidOf(awaitedEventStore(closed.url))).toBe('there');
    expect(await saidOf(awaitedDatabase(database.url))).toBe('there');
  });

  it('is refused in one sentence where waiting cannot help', async () => {
    const withPassword = (password: string) =>
      closed.url.replace(/\/\/.*@/, `//${account.user}:${encodeURIComponent(password)}@`);
    const cases = [
      [closed, withPassword('another/secret@2'), 'the account or its password is refused'],
      [closed, closed.url.replace(/\/\/.*@/, '//'), 'the account or its password is refused'],
      [closed, closed.url.replace('tls=true', 'tls=false'), 'it expects TLS'],
      [closed, closed.url.replace(/&tlsCAFile=[^&]*/, ''), 'its certificate is not trusted'],
      [plain, plain.url.replace('tls=false', 'tls=true'), 'it does not speak TLS'],
    ] as const;
    for (const [node, url, reason] of cases)
      expect(await saidOf(awaitedEventStore(url))).toBe(lasting(node, reason));
    const wrong = new URL(database.url);
    wrong.password = 'another-secret';
    expect(await saidOf(awaitedDatabase(wrong.href))).toBe(
      `Postgres at ${wrong.host} cannot be used: the account or its password is refused (DATABASE_URL).`,
    );
    const missing = new URL(database.url);
    missing.pathname = '/nothing_of_the_kind';
    expect(await saidOf(awaitedDatabase(missing.href))).toBe(
      `Postgres at ${missing.host} cannot be used: there is no such database (DATABASE_URL).`,
    );
  });

  it('is named with what is in its way, and without its password, when it does not come', async () => {
    const port = await freePort();
    const gone = 'could not be used within 0 s: connection refused.';
    for (const scheme of ['esdb', 'esdb+discover'])
      expect(await saidOf(awaitedEventStore(`${scheme}://a:top@secret/1@127.0.0.1:${port}?tls=false`))).toBe(
        `The event store at 127.0.0.1:${port} ${gone}`,
      );
    expect(await saidOf(awaitedDatabase(`postgres://a:topsecret@127.0.0.1:${port}/balcao`))).toBe(
      `Postgres at 127.0.0.1:${port} ${gone}`,
    );
    const nowhere = awaitedEventStore('esdb://nowhere.invalid:2113?tls=false');
    expect(await saidOf(nowhere)).toContain(': its name is not known.');
  });

  it('whose disk is full is waited for without a limit, or is enough for who only needs to read', async () => {
    let looks = 0;
    const full = {
      ...{ name: 'the event store', at: 'here:2113', variable: 'EVENTSTORE_URL' },
      look: async () => {
        looks += 1;
        if (looks < 3) throw new Error('14 UNAVAILABLE: no leader: the disk is full');
      },
    };
    const said: string[] = [];
    const waiting = { say: (line: string) => said.push(line), signal, withinMs: 0 };
    await awaitStore(full, { ...waiting, evenFull: true });
    expect([looks, said]).toEqual([1, []]);
    await awaitStore(full, waiting);
    expect([looks, said]).toEqual([3, ['waiting for the event store at here:2113: its disk is full']]);
  });

  it('is waited for, and said to be waited for once for each reason', async () => {
    const server = createServer(socket => socket.destroy());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const said: string[] = [];
    let looks = 0;
    const store = awaitedEventStore(`esdb://127.0.0.1:${port}?tls=false`);
    let node: EmbeddedNode | undefined;
    const look = async () => {
      looks += 1;
      if (looks === 2) await new Promise(resolve => server.close(resolve));
      if (looks === 4) node = await startEmbeddedNode({ file: join(folder, 'late.db'), port });
      await store.look();
    };
    await awaitStore({ ...store, look }, { say: line => said.push(line), signal });
    await node?.close();
    const waiting = `waiting for the event store at 127.0.0.1:${port}`;
    expect(said).toEqual([`${waiting}: the connection broke`, `${waiting}: connection refused`]);
    expect(looks).toBe(4);
  });
});
