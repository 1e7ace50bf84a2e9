import { statSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { START } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Connection, openConnection } from '../connection.ts';
import { ownAccess } from '../embedded/own-access.ts';
import { type EmbeddedNode, startEmbeddedNode } from '../embedded/server.ts';
import { newEvents, newStream } from './protocol/rig.ts';

describe('the socket of a node on this machine', () => {
  let directory: string;
  const open: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'eventstore-socket-'));
  });
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
    await rm(directory, { recursive: true });
  });
  const start = async (socketFolder: string | undefined): Promise<EmbeddedNode> => {
    const node = await startEmbeddedNode({
      ...{ file: join(directory, 'log.db'), socketFolder },
      ...ownAccess(directory),
    });
    open.push(node.close);
    return node;
  };
  const connect = (url: string): Connection => {
    const connection = openConnection(url);
    open.push(connection.close);
    return connection;
  };
  const append = (connection: Connection, stream: string) =>
    connection.call(client => client.appendToStream(stream, newEvents(1)));
  const countIn = (connection: Connection, stream: string) =>
    connection.call(async client => (await Array.fromAsync(client.readStream(stream))).length);

  it('serves the log that others reach by certificate and account, in a folder that only its owner enters', async () => {
    const folder = join(directory, 'socket');
    await mkdir(folder);
    await chmod(folder, 0o755);
    const node = await start(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const [local, byNet] = [connect(node.localUrl ?? ''), connect(node.url)];
    const stream = newStream();
    await append(local, stream);
    await append(byNet, stream);
    expect([await countIn(local, stream), await countIn(byNet, stream)]).toEqual([2, 2]);
    const events = local.client().subscribeToStream(stream, { fromRevision: START });
    const first = await events[Symbol.asyncIterator]().next();
    expect(first.value?.event?.streamId).toBe(stream);
    await events.unsubscribe();
  });

  it('takes the place of the socket that a killed node left', async () => {
    const { localUrl = '', close } = await start(join(directory, 'socket'));
    await close();
    const file = localUrl.replace(/^[^:]*:\/\//, '');
    expect(dirname(file)).toBe(join(directory, 'socket'));
    writeFileSync(file, '');
    const again = await start(join(directory, 'socket'));
    const stream = newStream();
    const connection = connect(again.localUrl ?? '');
    await append(connection, stream);
    expect(await countIn(connection, stream)).toBe(1);
  });

  it('is not there where nobody asked for it, or its name would be too long', async () => {
    const { localUrl, close } = await start(undefined);
    expect(localUrl).toBeUndefined();
    await close();
    expect((await start(join(directory, 'd'.repeat(100)))).localUrl).toBeUndefined();
  });
});
