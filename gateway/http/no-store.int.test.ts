import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { type Office, openOffice } from '../testing/office.ts';
import { openKey } from '../testing/outside.ts';
import { routesOf } from '../testing/route-table.ts';

let harness: Harness;
let office: Office;
let admin: Browser;
let port: number;
const sessions: Record<string, Record<string, string>> = { nobody: {} };

beforeAll(async () => {
  harness = await openHarness({
    simulatorUrl: 'http://127.0.0.1:9',
    outsideLimits: { calls: 1_000, perNumber: 1_000 },
  });
  port = Number(new URL(await harness.listen()).port);
  office = await openOffice(harness);
  const queueId = await office.queue('Vendas', '#00aa00');
  const connectionId = await office.connection([queueId]);
  const contactId = await office.contact();
  await office.pending({ contactId, connectionId, queueId });
  for (const profile of ['admin', 'user'] as const) {
    const { email } = await office.user(profile, { profile, queueIds: [queueId] });
    await harness.caughtUp();
    const browser = openBrowser(harness);
    await browser.login(email);
    sessions[profile] = { authorization: `Bearer ${browser.token()}` };
    if (profile === 'admin') admin = browser;
  }
  sessions.forged = { authorization: 'Bearer a.b.c' };
  const key = await openKey(harness, admin, ['send', 'read', 'webhooks']);
  sessions.program = { token: key.token };
  sessions.stranger = { token: 'x'.repeat(43) };
});
afterAll(() => harness.close());

const bodies: readonly (Record<string, string> | undefined)[] = [
  undefined,
  { type: 'application/json', payload: '{"name":"Ana"}' },
  { type: 'application/json', payload: '{"name":' },
  { type: 'application/x-unknown', payload: 'x' },
  { type: 'application/json', payload: `"${'x'.repeat(600_000)}"` },
];

describe('every answer under /api', () => {
  it('is kept by nobody, whatever its route, who asks and what comes of it', async () => {
    const kept: unknown[] = [];
    const statuses = new Set<number>();
    const ask = async (method: string, url: string, headers: Record<string, string>, payload?: string) => {
      const answer = await harness.app.inject({
        ...{ method: method as 'GET', url, headers },
        ...(payload === undefined ? {} : { payload }),
      });
      statuses.add(answer.statusCode);
      const { 'cache-control': cached } = answer.headers;
      if (cached !== 'no-store') kept.push([method, url, answer.statusCode, cached]);
    };
    const routes = routesOf(harness.app).filter(({ url }) => url.startsWith('/api/'));
    for (const { method, url: path } of routes) {
      const url = path.replaceAll(/:\w+/g, newId()).replace('*', 'x');
      for (const headers of Object.values(sessions)) {
        if (path === '/api/auth/logout') continue;
        for (const body of method === 'GET' || method === 'HEAD' ? [undefined] : bodies)
          await ask(
            method,
            url,
            { ...headers, ...(body && { 'content-type': body.type ?? '' }) },
            body?.payload,
          );
      }
      await ask(method, `${url}/nowhere`, {});
      await ask(method, `${url}?x=%`, {});
    }
    for (const headers of Object.values(sessions))
      for (const url of ['/api', '/api/', '/api/%', '/api/%C0%80', `/api/tickets/${'9'.repeat(300)}`])
        for (const method of ['GET', 'POST', 'TRACE', 'PATCH']) await ask(method, url, headers);
    expect(routes.length).toBeGreaterThan(200);
    expect(kept).toEqual([]);
    // So that the walk is known to have come to all of them.
    expect([...statuses].sort()).toEqual(
      expect.arrayContaining([200, 201, 400, 401, 403, 404, 409, 413, 422, 503]),
    );
  }, 120_000);

  it('also where it is refused for too many calls, or for a fault of ours', async () => {
    const wrong = { email: 'nobody@loja.test', password: 'x' };
    let limited = await admin.post('auth/login', wrong);
    for (let time = 0; time < 12 && limited.status !== 429; time += 1)
      limited = await admin.post('auth/login', wrong);
    const events = { load: () => Promise.reject(new Error('a fault')) };
    const other = openBrowser({ app: await harness.anotherGateway({ events }) });
    other.setToken(admin.token());
    const [entry] = (await admin.get('audit')).body.entries;
    const broken = await other.get(`audit/${entry.id}`);
    expect([limited, broken].map(({ status, headers }) => [status, headers['cache-control']])).toEqual([
      ...[[429, 'no-store']],
      ...[[500, 'no-store']],
    ]);
  });

  it('also where the call cannot be read, or wanted to be a socket', async () => {
    const answers = await Promise.all([
      spoken('GET /api/tickets HTTP/1.1\r\nhost x\r\n\r\n'),
      spoken(`GET /api/tickets HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`),
      spoken(
        'GET /ws HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      ),
    ]);
    expect(answers.map(answer => /^HTTP\/1.1 (\d+)/.exec(answer)?.[1])).toEqual(['400', '431', '401']);
    for (const answer of answers) {
      expect(answer).toContain('cache-control: no-store');
      expect(answer).toContain('{"error":"ERR_');
    }
  });
});

/** What the server says to these bytes until it ends the connection. */
const spoken = async (text: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', chunk => {
    heard += String(chunk);
  });
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  return heard;
};
