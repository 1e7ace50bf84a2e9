import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createRawServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isPublicAddress } from './addresses.ts';
import { checkedLookup, type Resolve } from './lookup.ts';
import { type FetchOptions, firstBytes, safeFetch } from './safe-fetch.ts';
import { hostileUrls } from './testing/hostile-urls.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  }
});

const serve = async (listener: RequestListener): Promise<number> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise(resolve => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
};

const bounds = { timeoutMs: 10_000, maxBytes: 1_000 };
const allow = (port: number, host = '127.0.0.1'): FetchOptions => ({
  ...bounds,
  allowed: new Set([`${host}:${port}`]),
});
const at =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }));

test('sends a request and answers status, headers and body', async () => {
  const port = await serve(async (request, response) => {
    const body = await buffer(request);
    response.writeHead(201, { 'x-seen': `${request.method} ${request.url} ${request.headers['x-mine']}` });
    response.end(body);
  });
  const options = { ...allow(port), method: 'POST', headers: { 'x-mine': 'yes' }, body: 'hello' } as const;
  const answer = await safeFetch(`http://127.0.0.1:${port}/hooks`, options);
  expect(answer.status).toBe(201);
  expect(answer.headers['x-seen']).toBe('POST /hooks yes');
  expect((await buffer(answer.body)).toString()).toBe('hello');
});

test('says as a refusal that an answer broke off, also to who reads it late', async () => {
  const port = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  });
  const { body } = await safeFetch(`http://127.0.0.1:${port}/`, allow(port));
  await new Promise(resolve => body.once('close', resolve));
  await expect(buffer(body)).rejects.toMatchObject({ problem: 'unreachable' });
});

test.each(hostileUrls)('asks nobody for %s', async (url, problem) => {
  const resolve = vi.fn(at('127.0.0.1'));
  await expect(safeFetch(url, { ...bounds, resolve })).rejects.toMatchObject({ problem });
  expect(resolve).not.toHaveBeenCalled();
});

test('refuses who answers with another protocol', async () => {
  const server = createRawServer(socket => {
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    );
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await expect(safeFetch(`http://127.0.0.1:${port}/`, allow(port))).rejects.toMatchObject({
    problem: 'unreachable',
  });
  await new Promise(resolve => server.close(resolve));
});

describe('a name', () => {
  test.each([
    ['of this machine', ['127.0.0.1']],
    ['of a metadata service', ['169.254.169.254']],
    ['with one private address among public ones', ['93.184.215.14', '10.0.0.1']],
    ['of a mapped address', ['::ffff:10.0.0.1']],
    ['with a private IPv6 address', ['93.184.215.14', 'fd00::1']],
  ])('%s is refused', async (_what, addresses) => {
    const heard = vi.fn();
    const port = await serve(heard);
    const asked = safeFetch(`http://hooks.example.com:${port}/`, { ...bounds, resolve: at(...addresses) });
    await expect(asked).rejects.toMatchObject({ problem: 'address' });
    expect(heard).not.toHaveBeenCalled();
  });

  test('that nobody knows is refused', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'));
    await expect(safeFetch('http://hooks.example.com/', { ...bounds, resolve })).rejects.toMatchObject({
      problem: 'dns',
    });
    const nothing = safeFetch('http://hooks.example.com/', { ...bounds, resolve: at() });
    await expect(nothing).rejects.toMatchObject({ problem: 'dns' });
  });

  test('is resolved once, and what was checked is what is connected to', async () => {
    const answers = [['93.184.215.14', '2606:4700:4700::1111'], ['127.0.0.1']];
    const resolve = vi.fn<Resolve>(async (host, options) => at(...(answers.shift() ?? []))(host, options));
    const connectTo = await new Promise((answer, fail) =>
      checkedLookup(resolve, isPublicAddress)('hooks.example.com', { all: true }, (error, addresses) =>
        error ? fail(error) : answer(addresses),
      ),
    );
    expect(connectTo).toEqual([
      { address: '93.184.215.14', family: 4 },
      { address: '2606:4700:4700::1111', family: 6 },
    ]);
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  test('that is resolved again for a second request is checked again', async () => {
    const port = await serve((_request, response) => response.end('inside'));
    const url = `http://hooks.example.com:${port}/`;
    const allowed = { ...allow(port, 'hooks.example.com'), resolve: at('127.0.0.1') };
    expect((await buffer((await safeFetch(url, allowed)).body)).toString()).toBe('inside');
    const asked = safeFetch(url, { ...bounds, resolve: at('127.0.0.1') });
    await expect(asked).rejects.toMatchObject({ problem: 'address' });
  });
});

describe('a redirect', () => {
  const redirecting = (location: string) =>
    serve((_request, response) => response.writeHead(302, { location }).end());

  test('is the answer unless redirects are followed', async () => {
    const port = await redirecting('http://169.254.169.254/');
    expect((await safeFetch(`http://127.0.0.1:${port}/`, allow(port))).status).toBe(302);
  });

  test.each([
    ['http://169.254.169.254/', 'address'],
    ['http://localhost:8080/', 'address'],
    ['http://[::ffff:10.0.0.1]/', 'address'],
    ['file:///etc/passwd', 'protocol'],
    ['http://a:b@example.com/', 'credentials'],
    ['http://[', 'url'],
  ])('to %s is refused', async (location, problem) => {
    const port = await redirecting(location);
    const asked = safeFetch(`http://127.0.0.1:${port}/`, { ...allow(port), redirects: 3 });
    await expect(asked).rejects.toMatchObject({ problem });
  });

  test('to a name of a private address is refused', async () => {
    const heard = vi.fn();
    const inside = await serve(heard);
    const port = await redirecting(`http://rebound.example.com:${inside}/`);
    const options = { ...allow(port), redirects: 3, resolve: at('127.0.0.1') };
    await expect(safeFetch(`http://127.0.0.1:${port}/`, options)).rejects.toMatchObject({
      problem: 'address',
    });
    expect(heard).not.toHaveBeenCalled();
  });

  test('is followed so many times, without the headers where it leads to another host', async () => {
    const end = await serve((request, response) => response.end(String(request.headers['x-mine'])));
    const hop = await redirecting(`http://127.0.0.1:${end}/end`);
    const allowed = new Set([`127.0.0.1:${hop}`, `127.0.0.1:${end}`]);
    const options = { ...bounds, allowed, headers: { 'x-mine': 'secret' }, redirects: 1 };
    const answer = await safeFetch(`http://127.0.0.1:${hop}/`, options);
    expect(answer.url.href).toBe(`http://127.0.0.1:${end}/end`);
    expect((await buffer(answer.body)).toString()).toBe('undefined');
    const loop = await serve((_request, response) => response.writeHead(302, { location: '/' }).end());
    const asked = safeFetch(`http://127.0.0.1:${loop}/`, { ...allow(loop), redirects: 3 });
    await expect(asked).rejects.toMatchObject({ problem: 'redirect' });
  });
});

describe('bounds', () => {
  test('an answer that is too large is not read to its end', async () => {
    const port = await serve((_request, response) => response.end('x'.repeat(2_000)));
    const answer = await safeFetch(`http://127.0.0.1:${port}/`, allow(port));
    await expect(buffer(answer.body)).rejects.toMatchObject({ problem: 'too-large' });
  });

  test('who does not answer in time is left', async () => {
    const port = await serve(() => undefined);
    const asked = safeFetch(`http://127.0.0.1:${port}/`, { ...allow(port), timeoutMs: 50 });
    await expect(asked).rejects.toMatchObject({ problem: 'timeout' });
  });

  test('who never ends the answer is left', async () => {
    const port = await serve((_request, response) => void response.write('a little'));
    const answer = await safeFetch(`http://127.0.0.1:${port}/`, { ...allow(port), timeoutMs: 200 });
    await expect(buffer(answer.body)).rejects.toMatchObject({ problem: 'timeout' });
  });

  test('of an answer that breaks off or never ends, the first bytes are there', async () => {
    const port = await serve((_request, response) => void response.write('a little'));
    const answer = await safeFetch(`http://127.0.0.1:${port}/`, { ...allow(port), timeoutMs: 200 });
    expect((await firstBytes(answer.body, 500)).toString()).toBe('a little');
    const long = await serve((_request, response) => response.end('x'.repeat(900)));
    const { body } = await safeFetch(`http://127.0.0.1:${long}/`, allow(long));
    expect(await firstBytes(body, 500)).toHaveLength(500);
  });

  test('nobody there', async () => {
    const port = await serve(() => undefined);
    const [server] = servers.splice(0);
    await new Promise(resolve => server?.close(resolve));
    await expect(safeFetch(`http://127.0.0.1:${port}/`, allow(port))).rejects.toMatchObject({
      problem: 'unreachable',
    });
  });
});
