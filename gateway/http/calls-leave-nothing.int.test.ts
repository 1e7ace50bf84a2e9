import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { collectGarbage } from '#eventstore/testing/collected.ts';
import { openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { keptConnection, type SentCall, watchConnections } from '../testing/kept-connection.ts';
import { openOffice } from '../testing/office.ts';
import { routesOf } from '../testing/route-table.ts';

let harness: Harness;
let port: number;
let token: string;
let routes: readonly { readonly method: string; readonly path: string }[];
let connections: ReturnType<typeof watchConnections>;
const warnings: Error[] = [];
const noteWarning = (warning: Error) => warnings.push(warning);

beforeAll(async () => {
  process.on('warning', noteWarning);
  const webDir = mkdtempSync(join(tmpdir(), 'balcao-web-'));
  writeFileSync(join(webDir, 'index.html'), '<!doctype html>');
  harness = await openHarness({ webDir });
  connections = watchConnections(harness.app);
  port = Number(new URL(await harness.listen()).port);
  const office = await openOffice(harness);
  const { email } = await office.user('Ana', { profile: 'admin' });
  await harness.caughtUp();
  const browser = openBrowser(harness);
  await browser.login(email);
  token = browser.token();
  const known = routesOf(harness.app).map(({ method, url }) => ({
    ...{ method, path: url.replaceAll(/:\w+/g, '01990000-0000-7000-8000-000000000001').replace('*', 'x') },
  }));
  routes = [...known, ...['/tickets', '/api/nowhere'].map(path => ({ method: 'GET', path }))];
});
afterAll(async () => {
  process.off('warning', noteWarning);
  await harness.close();
});

/** The session of who calls would be over. */
const ending = new Set(['/api/auth/logout', '/api/auth/refresh_token']);
const authorized = (path: string): Record<string, string> =>
  ending.has(path) ? {} : { authorization: `Bearer ${token}` };
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'multipart/form-data; boundary=x' };
const file = `--x\r\ncontent-disposition: form-data; name="medias"; filename="a.txt"\r\n\r\n${'x'.repeat(70_000)}\r\n--x--\r\n`;

type Route = (typeof routes)[number];
/** Each kind of call that a route may get over a connection that goes on. */
const kinds: Readonly<Record<string, (route: Route) => SentCall>> = {
  'without a body': ({ method, path }) => ({ method, path, headers: authorized(path) }),
  'of nobody': ({ method, path }) => ({ method, path, headers: json, body: '{}' }),
  'with a body': ({ method, path }) => ({
    ...{ method, path, headers: { ...authorized(path), ...json } },
    body: '{"name":"Ana"}',
  }),
  'with a body that is refused': ({ method, path }) => ({
    ...{ method, path, headers: { ...authorized(path), ...json } },
    body: '{"name":',
  }),
  'with a file': ({ method, path }) => ({
    ...{ method, path, headers: { ...authorized(path), ...form } },
    body: file,
  }),
};

const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length;
/** The product itself has timers that come and go, and the parser of a connection keeps its newest call. */
const allowance = { timers: 15, calls: 4 };

describe('a call leaves nothing behind', () => {
  const again = 4;

  it.each(Object.keys(kinds))('%s, on any route: no listener, no timer and nothing of itself', async kind => {
    const callOf = kinds[kind];
    const { call, close } = keptConnection(port);
    onTestFinished(close);
    await call({ method: 'GET', path: '/healthz' });
    const before = { listeners: connections.listeners(), timers: timers() };
    const grown: unknown[] = [];
    connections.inMemory();
    for (const route of routes) {
      const sent = callOf?.(route);
      for (let time = 0; sent && time < again; time += 1) await call(sent);
      for (const [event, count] of Object.entries(connections.listeners()))
        if (count > (before.listeners[event] ?? 0)) grown.push([route.method, route.path, event, count]);
    }
    expect(grown).toEqual([]);
    // None where the answer says that the connection ends.
    expect(connections.open()).toBeLessThanOrEqual(1);
    expect(timers() - before.timers).toBeLessThan(allowance.timers);
    await collectGarbage();
    expect(connections.inMemory()).toBeLessThanOrEqual(allowance.calls);
  });

  const brokenOff: Readonly<Record<string, (route: Route) => readonly string[]>> = {
    'whose body breaks off': ({ path }) => [
      ...[`POST ${path} HTTP/1.1`, 'host: x', 'content-type: application/json', 'content-length: 1000'],
      ...[`authorization: Bearer ${token}`, '', '{"name":'],
    ],
    'whose file breaks off': ({ path }) => [
      ...[`POST ${path} HTTP/1.1`, 'host: x', 'content-type: multipart/form-data; boundary=x'],
      ...[`authorization: Bearer ${token}`, 'content-length: 100000', '', file.slice(0, 5_000)],
    ],
    'that wants to be a socket and is refused': ({ path }) => [
      ...[`GET ${path} HTTP/1.1`, 'host: x', 'connection: upgrade', 'upgrade: websocket'],
      ...['sec-websocket-version: 13', 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==', '', ''],
    ],
  };
  it.each(Object.keys(brokenOff))(
    '%s, on any route: no connection, no timer and nothing of itself',
    async kind => {
      const before = timers();
      connections.inMemory();
      for (const route of routes) {
        const text = brokenOff[kind]?.(route).join('\r\n') ?? '';
        if (!ending.has(route.path)) await brokenOffAfter(text);
      }
      await expect.poll(connections.open).toBe(0);
      expect(timers() - before).toBeLessThan(allowance.timers);
      await collectGarbage();
      expect(connections.inMemory()).toBeLessThanOrEqual(allowance.calls);
    },
  );

  it('however many come over one connection', async () => {
    const { call, close } = keptConnection(port);
    onTestFinished(close);
    const calls: readonly SentCall[] = [
      { method: 'POST', path: '/api/auth/login', headers: json, body: '{}' },
      { method: 'POST', path: '/api/tags', headers: json, body: '{"name":' },
      { method: 'POST', path: '/api/contacts', headers: form, body: '--x--\r\n' },
      { method: 'GET', path: '/api/features' },
      { method: 'GET', path: '/api/live', headers: authorized('/api/live') },
    ];
    const each = async (times: number) => {
      for (let time = 0; time < times; time += 1) for (const sent of calls) await call(sent);
      await collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = await each(400);
    const listeners = connections.listeners();
    const after = await each(2_400);
    expect(connections.listeners()).toEqual(listeners);
    expect((after - before) / 12_000).toBeLessThan(200);
  });

  it('and Node warns of nothing', () => {
    expect(warnings.map(String)).toEqual([]);
  });
});

/** Sends so much and no more, waits until it has come or was answered, and breaks off. */
const brokenOffAfter = async (text: string): Promise<void> => {
  const seen = new Promise<void>(resolve => harness.app.server.once('connection', () => resolve()));
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()));
  socket.write(text);
  await seen;
  await nextTurn();
  socket.resume().destroySoon();
  await closed;
};
