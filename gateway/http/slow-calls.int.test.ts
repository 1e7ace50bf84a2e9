import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { openOffice } from '../testing/office.ts';

/** A file may take so long that no test waits for it: what ends a connection here is the limit that it is about. */
const patience = { head: 400, body: 1_200, upload: 3_600_000, idle: 400, refused: 400, download: 30_000 };
const logged: string[] = [];
type Place = {
  readonly harness: Harness;
  readonly port: number;
  readonly token: string;
  readonly ticketId: string;
};
let usual: Place;
let quick: Place;
const sockets: Socket[] = [];
const openPlace = async (limits: typeof patience): Promise<Place> => {
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
  const harness = await openHarness({ patience: limits, log });
  const port = Number(new URL(await harness.listen()).port);
  const office = await openOffice(harness);
  const { email } = await office.user('Ana', { profile: 'admin' });
  const connectionId = await office.connection();
  const place = { contactId: await office.contact(), connectionId, queueId: null };
  const ticketId = await office.pending(place);
  await harness.caughtUp();
  const browser = openBrowser(harness);
  await browser.login(email);
  return { harness, port, ticketId, token: browser.token() };
};
beforeAll(async () => {
  usual = await openPlace(patience);
  quick = await openPlace({ ...patience, upload: 1_500 });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all([usual.harness.close(), quick.harness.close()]);
});

/** A connection that says what it is told, and resolves with what it heard when it is ended from the other side. */
const open = (text: string, { port } = usual) => {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let heard = '';
  socket.on('data', chunk => {
    heard += String(chunk);
  });
  socket.on('error', () => {});
  const ended = new Promise<string>(resolve => socket.once('close', () => resolve(heard)));
  socket.write(text);
  return { socket, ended, heard: () => heard };
};
const head = (path: string, headers: readonly string[]) =>
  [`POST ${path} HTTP/1.1`, 'host: x', ...headers, '', ''].join('\r\n');
const drip = ({ socket, ended }: ReturnType<typeof open>, text: string) => {
  const timer = setInterval(() => socket.write(text), 100);
  return ended.finally(() => clearInterval(timer));
};
const json = ['content-type: application/json', 'content-length: 100000'];
const form = ['content-type: multipart/form-data; boundary=x', 'content-length: 100000'];
const file = ({ ticketId, token }: Place) =>
  head(`/api/messages/${ticketId}`, [`authorization: Bearer ${token}`, ...form]);

describe('a connection is ended', () => {
  it('that says nothing, or never comes to the end of a head', async () => {
    const heard = await Promise.all([open('').ended, drip(open('GET / HTTP/1.1\r\n'), 'x: y\r\n')]);
    for (const each of heard) expect(each).toMatch(/^(HTTP\/1.1 408|$)/);
  });
  it('whose body stops, or comes in drops', async () => {
    await open(head('/api/auth/login', json)).ended;
    await drip(open(head('/api/auth/login', json)), ' ');
    await open(head('/api/auth/login', ['content-type: application/json', 'transfer-encoding: chunked']))
      .ended;
  });
  it('whose file stops, or comes for ever', async () => {
    await open(file(usual)).ended;
    const slow = open(file(quick), quick);
    await drip(slow, '-');
    expect(slow.heard()).not.toContain('HTTP/1.1 201');
  });
  it('that goes on with what was refused', async () => {
    const refused = open(head(`/api/messages/${usual.ticketId}`, form));
    expect(await drip(refused, '-')).toContain('HTTP/1.1 401');
    await drip(open(head('/nowhere', json)), ' ');
  });
});

it('keeps a connection that is quick, after a body too', async () => {
  const body = JSON.stringify({ email: 'nobody@loja.test', password: 'x' });
  const call =
    head('/api/auth/login', ['content-type: application/json', `content-length: ${body.length}`]) + body;
  const kept = open(call);
  await expect.poll(() => kept.heard().match(/HTTP\/1.1 401/g)?.length).toBe(1);
  // Longer than a body may rest: other connections come to their end meanwhile.
  await open(head('/api/auth/login', json)).ended;
  kept.socket.write(call);
  await expect.poll(() => kept.heard().match(/HTTP\/1.1 401/g)?.length).toBe(2);
});

it('ends a connection that rests, also after a body that was refused', async () => {
  const { server } = usual.harness.app;
  const { keepAliveTimeout } = server;
  server.keepAliveTimeout = 100;
  const refused = open(head(`/api/messages/${usual.ticketId}`, form));
  await expect.poll(refused.heard).toContain('HTTP/1.1 401');
  refused.socket.write('-'.repeat(100_000));
  await refused.ended;
  server.keepAliveTimeout = keepAliveTimeout;
});

it('is no line of the log for each who does so', () => {
  expect(logged.filter(line => line.includes('found something down') || line.includes('"level":50'))).toEqual(
    [],
  );
});

describe('a connection that goes on', () => {
  it('keeps nothing of the calls that have ended on it', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const accepted = new Promise<Socket>(resolve => usual.harness.app.server.once('connection', resolve));
    const call = () =>
      new Promise<number>((resolve, reject) => {
        const headers = { 'content-type': 'application/json' };
        const asked = request({ port: usual.port, path: '/api/auth/login', method: 'POST', agent, headers });
        asked.once('error', reject);
        asked.once('response', answer => {
          answer.once('end', () => setImmediate(() => resolve(socket?.listenerCount('close') ?? 0))).resume();
        });
        asked.end('{}');
      });
    let socket: Socket | undefined;
    void accepted.then(one => {
      socket = one;
    });
    const counts = [await call(), await call(), await call()];
    expect(counts.at(-1)).toBe(counts[0]);
    agent.destroy();
  });
});
