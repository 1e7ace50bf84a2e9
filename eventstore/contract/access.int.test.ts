import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AccessDeniedError, EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openEventStore } from '../client.ts';
import { UnsafeListening } from '../embedded/access.ts';
import { issueLoopbackCertificate } from '../embedded/loopback-certificate.ts';
import { type EmbeddedNode, startEmbeddedNode } from '../embedded/server.ts';
import { memoryPersonKeys } from '../person-keys.ts';
import { startNodeProcess } from './node-process.ts';
import { describeProtocol } from './protocol/behaviours.ts';
import { openBatch } from './protocol/fragments.ts';
import { newEvents, newStream, openRig } from './protocol/rig.ts';

/** As a service does it. */
const connecting = `
  import { openEventStore } from '${new URL('../client.ts', import.meta.url)}';
  import { memoryPersonKeys } from '${new URL('../person-keys.ts', import.meta.url)}';
  const store = openEventStore({ connectionString: process.env.URL_OF_STORE, keys: memoryPersonKeys() });
  console.log(await store.head().catch(error => error.message));
  await store.close();`;

const account = { user: 'balcão', password: 'p:ss@wort/✓' };

describe('a node with a certificate and a password', () => {
  let directory: string;
  let tls: { certificateFile: string; keyFile: string };
  let node: EmbeddedNode;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'eventstore-access-'));
    tls = { certificateFile: join(directory, 'cert.pem'), keyFile: join(directory, 'key.pem') };
    const { cert, key } = issueLoopbackCertificate(new Date(), { name: 'node', years: 1 });
    await writeFile(tls.certificateFile, cert);
    await writeFile(tls.keyFile, key);
    node = await startEmbeddedNode({ file: join(directory, 'log.db'), host: '0.0.0.0', tls, account });
  });
  afterAll(async () => {
    await node.close();
    await rm(directory, { recursive: true });
  });

  describeProtocol('by its own connection string', () => node.url, account);

  const atAddress = (address = '127.0.0.1') => node.url.replace(/127\.0\.0\.1|localhost/, address);

  it.each([
    ['at its address', (url: string) => url],
    ['by discovery', (url: string) => url.replace('esdb:', 'esdb+discover:')],
  ])('is connected to %s without a warning, and only by its certificate', async (_, change) => {
    const connect = (url: string) =>
      promisify(execFile)(process.execPath, ['--input-type=module', '--eval', connecting], {
        env: { ...process.env, URL_OF_STORE: url },
      });
    const { stdout, stderr } = await connect(change(atAddress()));
    expect(stdout).toBe('0\n');
    expect(stderr).not.toContain('DEP0123');
    const stranger = change(atAddress()).replace(/&tlsCAFile=[^&]*/, '');
    expect((await connect(stranger)).stdout).toMatch(/self-signed certificate|Failed to discover/);
  });

  it('is not connected to at an address that its certificate does not name', async () => {
    const store = openEventStore({
      connectionString: atAddress('127.0.0.2'),
      keys: memoryPersonKeys(),
    });
    await expect(store.head()).rejects.toThrow("IP: 127.0.0.2 is not in the cert's list");
    await store.close();
  });

  const withoutAccount = () => node.url.replace(/\/\/.*@/, '//');
  const withPassword = (password: string) =>
    node.url.replace(/:[^:@]*@/, `:${encodeURIComponent(password)}@`);

  it.each([
    ['no password', withoutAccount],
    ['a wrong password', () => withPassword('something else')],
    ['the beginning of the password', () => withPassword(account.password.slice(0, -1))],
  ])('refuses a caller with %s whatever it asks', async (_, url) => {
    const client = EventStoreDBClient.connectionString(url());
    const stream = newStream();
    const asking = [
      () => client.appendToStream(stream, newEvents(1)),
      () => Array.fromAsync(client.readStream(stream)),
      () => Array.fromAsync(client.readAll()),
      () => Array.fromAsync(client.subscribeToAll()),
      () => client.deleteStream(stream),
      () => client.tombstoneStream(stream),
    ];
    for (const ask of asking) await expect(ask()).rejects.toBeInstanceOf(AccessDeniedError);
    await client.dispose();
  });

  it('refuses credentials that are no such thing', async () => {
    const { metadata, close, raw } = openRig(node.url);
    for (const value of ['Basic', 'Basic !!', 'Bearer abc', '']) {
      metadata.set('authorization', value);
      await expect(openBatch({ raw, metadata }).next()).rejects.toMatchObject({ code: 16 });
    }
    await close();
  });

  it('does not answer a caller that speaks without encryption', async () => {
    const url = withoutAccount().replace(/\?.*/, '?tls=false&defaultDeadline=2000');
    const client = EventStoreDBClient.connectionString(url);
    await expect(client.appendToStream(newStream(), newEvents(1))).rejects.toThrow();
    await client.dispose();
  });

  it('tells its supervisor the whole connection string', async () => {
    const child = await startNodeProcess(join(directory, 'other.db'), 0, [], {
      EVENTSTORE_HOST: '0.0.0.0',
      EVENTSTORE_TLS_CERT: tls.certificateFile,
      EVENTSTORE_TLS_KEY: tls.keyFile,
      EVENTSTORE_USER: account.user,
      EVENTSTORE_PASSWORD: account.password,
    });
    const client = EventStoreDBClient.connectionString(child.url);
    expect(await client.appendToStream(newStream(), newEvents(1))).toMatchObject({ success: true });
    await client.dispose();
    expect(await child.terminate()).toBe(0);
  });

  it('has an account of its own when it was told none, the same after a restart, and takes nobody without', async () => {
    const file = join(directory, 'own', 'log.db');
    await mkdir(join(directory, 'own'));
    const child = await startNodeProcess(file);
    expect(child.url).toMatch(/^esdb:\/\/balcao:[\w-]{32}@localhost:\d+\?tls=true&tlsCAFile=/);
    const client = EventStoreDBClient.connectionString(child.url);
    await client.appendToStream(newStream(), newEvents(1));
    const strangers = [
      child.url.replace(/\/\/.*@/, '//'),
      child.url.replace(/:[\w-]{32}@/, ':changeit@'),
      child.url.replace(/\/\/.*@/, '//').replace(/\?.*/, '?tls=false&defaultDeadline=2000'),
    ];
    for (const url of strangers) {
      const stranger = EventStoreDBClient.connectionString(url);
      await expect(Array.fromAsync(stranger.readAll())).rejects.toThrow();
      await expect(stranger.appendToStream(newStream(), newEvents(1))).rejects.toThrow();
      await stranger.dispose();
    }
    expect(await child.terminate()).toBe(0);
    const again = await startNodeProcess(file, child.port);
    expect(again.url).toBe(child.url);
    const back = async () => expect(await Array.fromAsync(client.readAll())).toHaveLength(1);
    await vi.waitFor(back, { timeout: 20_000, interval: 50 });
    await client.dispose();
    expect(await again.terminate()).toBe(0);
  });

  it.each([
    ['nothing', () => ({}), 'a certificate with its key, a user and a password are missing'],
    ['a certificate alone', () => ({ tls }), 'a user and a password are missing'],
  ])('does not start beyond loopback with %s', async (_, options, sentence) => {
    for (const host of ['0.0.0.0', '::', '192.0.2.7', 'node.example']) {
      const starting = startEmbeddedNode({ file: join(directory, 'no.db'), host, ...options() });
      await expect(starting).rejects.toBeInstanceOf(UnsafeListening);
      await expect(starting).rejects.toThrow(
        `listening on ${host}, which is not loopback, is refused: ${sentence}`,
      );
    }
  });

  it('does not take a password that would be sent to it by nobody', async () => {
    const starting = startEmbeddedNode({ file: join(directory, 'no.db'), account });
    await expect(starting).rejects.toThrow('a password needs a certificate');
  });

  it('names the certificate that cannot be used', async () => {
    const keyFile = tls.certificateFile;
    const starting = startEmbeddedNode({ file: join(directory, 'no.db'), tls: { ...tls, keyFile } });
    await expect(starting).rejects.toThrow(
      `certificate ${tls.certificateFile} and key ${keyFile} cannot be used`,
    );
    const missing = { ...tls, certificateFile: join(directory, 'nowhere.pem') };
    const other = startEmbeddedNode({ file: join(directory, 'no.db'), tls: missing });
    await expect(other).rejects.toThrow(`the certificate ${missing.certificateFile} cannot be read`);
  });

  it.each([
    [{ EVENTSTORE_HOST: '0.0.0.0' }, 'listening on 0.0.0.0'],
    [{ EVENTSTORE_USER: 'someone' }, 'EVENTSTORE_USER and EVENTSTORE_PASSWORD must be set together'],
  ])('ends with a sentence when told %o', async (env, sentence) => {
    const starting = startNodeProcess(join(directory, 'no.db'), 0, [], env);
    await expect(starting).rejects.toThrow(`exit 2: event store: ${sentence}`);
  });
});
