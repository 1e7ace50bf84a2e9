import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as baileys from '@whiskeysockets/baileys';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMediaHosts } from '../session/transport.ts';
import { FileTrouble, fetchFile, fetchPlain, type MediaHosts, wholeOf } from './fetch-file.ts';

/** A server that no file may come from: whatever asks it is noted. */
const listen = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
  const server = createServer(answer);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, at: `127.0.0.1:${port}` };
};

describe('the address of a file, which its sender tells', () => {
  const asked: string[] = [];
  const servers: Server[] = [];
  let inside = '';
  let known = '';
  const { signal } = new AbortController();
  const mediaKey = Buffer.alloc(32, 1).toString('base64');

  beforeAll(async () => {
    const secret = await listen((request, response) => {
      asked.push(request.url ?? '');
      response.end('secret');
    });
    const media = await listen((_, response) => {
      response.writeHead(302, { location: `http://${secret.at}/x` }).end();
    });
    servers.push(secret.server, media.server);
    [inside, known] = [secret.at, media.at];
  });
  afterAll(() => {
    for (const server of servers) server.close();
  });
  beforeEach(() => {
    asked.length = 0;
  });

  const hosts = (): MediaHosts => ({ allows: url => url.host === known, host: known });
  const fetched = (directPath: string | null, url: string | null) =>
    wholeOf(
      fetchFile(baileys, { directPath, url, mediaKey, kind: 'image' }, { hosts: hosts(), signal }),
      1_000,
    ).catch((error: unknown) => error);

  it.each([
    ['two slashes', (host: string) => `//${host}/x`],
    ['a backslash', (host: string) => `/\\${host}/x`],
    ['three slashes', (host: string) => `///${host}/x`],
    ['a tab', (host: string) => `/\t/${host}/x`],
    ['a line break', (host: string) => `/\n/${host}/x`],
  ])('cannot name another host by a path with %s', async (_, path) => {
    const trouble = await fetched(path(inside), null);
    expect(trouble).toBeInstanceOf(FileTrouble);
    expect(trouble).toMatchObject({ reason: 'broken' });
    expect(asked).toEqual([]);
  });

  it('cannot name another host whole', async () => {
    expect(await fetched(null, `http://${inside}/x`)).toMatchObject({ reason: 'broken' });
    expect(await fetched('/x', `http://${inside}/x`)).toBeInstanceOf(FileTrouble);
    expect(asked).toEqual([]);
  });

  it('is not followed to where the host sends on', async () => {
    const plain = fetchPlain(`http://${known}/picture`, { hosts: hosts(), signal });
    await expect(wholeOf(plain, 1_000)).rejects.toMatchObject({ reason: 'unreachable' });
    expect(await fetched(null, `http://${known}/x`)).toMatchObject({ reason: 'unreachable' });
    expect(asked).toEqual([]);
  });

  it('is one of WhatsApp’s own, at its own port', async () => {
    const { allows } = await createMediaHosts('beta', undefined)();
    const is = (url: string) => allows(new URL(url));
    expect(is('https://mmg.whatsapp.net/v/t62')).toBe(true);
    for (const url of [
      'http://mmg.whatsapp.net/v',
      'https://mmg.whatsapp.net:8443/v',
      'https://mmg.whatsapp.net.example.org/v',
      'https://whatsapp.net@127.0.0.1/v',
    ])
      expect(is(url)).toBe(false);
  });
});
