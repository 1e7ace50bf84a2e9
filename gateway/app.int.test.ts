import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { migrateConnector } from '#connector/migrate.ts';
import { liftDueDate } from './auth/setup.ts';
import { triesBeforeProof } from './auth/throttle.ts';
import { openBrowser } from './testing/browser.ts';
import { type Harness, openHarness } from './testing/harness.ts';
import { must, openOffice } from './testing/office.ts';

const setupCode = 'abcd-efgh-jkmn-pqrs';
const operatorToken = 'token-of-the-tests';
let harness: Harness;
let webDir: string;
let simulator: Server;
beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'balcao-web-'));
  mkdirSync(join(webDir, 'assets'));
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Balcão</title>');
  writeFileSync(join(webDir, 'assets', 'app-1a2b.js'), 'plain');
  writeFileSync(join(webDir, 'assets', 'app-1a2b.js.br'), 'compressed');
  const simulatorUrl = await startSimulator();
  harness = await openHarness({
    webDir,
    simulatorUrl,
    operatorToken,
    setupCode,
    trustedProxies: ['10.0.0.1', '10.9.0.0/16'],
  });
});
afterAll(async () => {
  await harness.close();
  simulator.close();
  rmSync(webDir, { recursive: true });
});

const startSimulator = () =>
  new Promise<string>(resolve => {
    simulator = createServer((request, response) => {
      if (request.url === '/events') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: first\n\n');
        return;
      }
      const chunks: Buffer[] = [];
      request.on('data', chunk => chunks.push(chunk));
      request.on('end', () => {
        response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' });
        const [company, server] = ['company', 'server'].map(name => request.headers[`x-simulator-${name}`]);
        const body = Buffer.concat(chunks).toString();
        response.end(JSON.stringify({ url: request.url, body, company, server }));
      });
    });
    simulator.listen(0, '127.0.0.1', () => {
      const address = simulator.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    });
  });

describe('the first visit', () => {
  it('needs the code that was printed at the start, however it is written', async () => {
    const browser = openBrowser(harness);
    for (const code of [undefined, '', 'abcd-efgh-jkmn-pqrt', `${setupCode}x`]) {
      const { status, body } = await browser.post('setup', { ...founder, code });
      expect([status, body.error]).toEqual([403, 'ERR_NO_PERMISSION']);
    }
    expect((await browser.get('setup')).body.needed).toBe(true);
  });
  const founder = {
    companyName: 'Loja',
    name: 'Dona',
    email: 'dona@loja.test',
    password: 'segredo',
    code: ` ${setupCode.toUpperCase()}`,
  };
  it('makes one company and its super admin, however many ask at once', async () => {
    const browser = openBrowser(harness);
    expect((await browser.get('features')).body).toEqual({
      simulator: true,
      setupNeeded: true,
      version: 'test',
      fileLimit: 200_000,
      mediaLimit: 100_000,
      outsideLimits: { calls: 1_200, perNumber: 30 },
    });
    expect((await browser.get('setup')).body).toEqual({ needed: true, code: true });
    const answers = await Promise.all(Array.from({ length: 30 }, () => browser.post('setup', founder)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(29).fill(409)]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.error).toBe('ERR_ALREADY_SET_UP');
    expect((await browser.get('setup')).body).toEqual({ needed: false, code: true });
    expect((await browser.login(founder.email, founder.password)).body.user).toMatchObject({
      ...{ profile: 'admin', superAdmin: true, name: 'Dona' },
      company: { dueDate: null },
    });
  });
  it('made a company that had thirty days before: it loses them once, and keeps what it is given later', async () => {
    const { commands, pool } = harness;
    const browser = openBrowser(harness);
    const dueDate = async () =>
      (await browser.login(founder.email, founder.password)).body.user.company.dueDate;
    await dueDate();
    const companyId = (await browser.get('auth/me')).body.companyId;
    const change = async (dueDate: string) => {
      const by = { actor: { kind: 'system' as const }, principal: null, at: new Date().toISOString() };
      const context = { ...by, companyId, commandId: newId() };
      must(await commands.company.changeDueDate(context, { dueDate }));
      await harness.caughtUp();
    };
    await change('2099-03-01T00:00:00.000Z');
    await liftDueDate({ commands, pool });
    await harness.caughtUp();
    expect(await dueDate()).toBe('2099-03-01T00:00:00.000Z');
    await pool.query('update secrets.setup set due_date_lifted_at = null');
    await liftDueDate({ commands, pool });
    await harness.caughtUp();
    expect(await dueDate()).toBeNull();
    await change('2099-04-01T00:00:00.000Z');
    await liftDueDate({ commands, pool });
    await harness.caughtUp();
    expect(await dueDate()).toBe('2099-04-01T00:00:00.000Z');
  });
  it('wants sensible input', async () => {
    const answer = await openBrowser(harness).post('setup', { ...founder, password: '1234' });
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_VALIDATION']);
  });
});

describe('addresses', () => {
  it('unknown under /api are ERR_NOT_FOUND, pages are the app, missing files are neither', async () => {
    const browser = openBrowser(harness);
    const unknown = await browser.get('nothing/here');
    expect([unknown.status, unknown.body.error]).toEqual([404, 'ERR_NOT_FOUND']);
    // What looks like a file's name in a query is none.
    const instant = '/replay?at=2026-11-23T16:11:41.000Z';
    for (const page of ['/', '/login', '/tickets/01990000-0000-7000-8000-000000000001', instant]) {
      const { status, body, headers } = await browser.get(page);
      expect([page, status, headers['cache-control']]).toEqual([page, 200, 'no-cache']);
      expect(body).toContain('<title>Balcão');
    }
    expect((await browser.get('/assets/gone.js')).status).toBe(404);
    expect((await browser.get('/../package.json')).body).not.toContain('balcao');
  });
  it('of hashed assets are cached for ever, and sent compressed where they can be', async () => {
    const browser = openBrowser(harness);
    const plain = await browser.get('/assets/app-1a2b.js');
    expect(plain.headers['cache-control']).toContain('immutable');
    const packed = await browser.get('/assets/app-1a2b.js', { 'accept-encoding': 'br, gzip' });
    expect([packed.headers['content-encoding'], packed.body]).toEqual(['br', 'compressed']);
  });
  it('have a policy for what pages may load, and are not framed', async () => {
    const { headers } = await openBrowser(harness).get('/');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

const operator = { authorization: `Bearer ${operatorToken}` };
describe('operation', () => {
  it('is alive and ready, and says how far the read models are', async () => {
    const browser = openBrowser(harness);
    expect((await browser.get('/healthz')).status).toBe(200);
    const ready = () => browser.get('/readyz', operator);
    await expect.poll(async () => (await ready()).body.ok, { timeout: 20_000, interval: 50 }).toBe(true);
    const { status, body } = await ready();
    expect(status).toBe(200);
    expect(body.projections.models.map(({ name }: { name: string }) => name)).toEqual([
      'access',
      'audit',
      'dashboard',
      'inbox',
    ]);
    expect(body).toMatchObject({ postgres: { ok: true }, eventStore: { ok: true }, sessions: { ok: true } });
  });
  it('turns red when a read model has stopped', async () => {
    await harness.pool.query(`update projection.checkpoint set error = 'broken' where name = 'inbox'`);
    const { status, body } = await openBrowser(harness).get('/readyz', operator);
    await harness.pool.query(`update projection.checkpoint set error = null where name = 'inbox'`);
    expect([status, body.ok, body.projections.ok]).toEqual([503, false, false]);
  });
  it('turns red and names the stream that waits behind an event that a read model cannot fold', async () => {
    const { pool } = harness;
    const stream = 'message-0198f000-0000-7000-8000-000000000001.0198f000-0000-7000-8000-000000000002';
    await pool.query(
      `insert into projection.parked
         (name, scope, stream, company_id, revision, position, event_id, event_type, reason)
       values ('inbox', 'stream', $1, gen_random_uuid(), 3, 128, gen_random_uuid(), 'MessageReacted', 'no place')`,
      [stream],
    );
    const { status, body } = await openBrowser(harness).get('/readyz', operator);
    const { body: measured } = await openBrowser(harness).get('/metrics', operator);
    await pool.query('delete from projection.parked');
    const { body: after } = await openBrowser(harness).get('/metrics', operator);
    expect([status, body.projections.ok]).toEqual([503, false]);
    const inbox = body.projections.models.find(({ name }: { name: string }) => name === 'inbox');
    expect(inbox.parked).toMatchObject([{ stream, eventType: 'MessageReacted', reason: 'no place' }]);
    const series = `balcao_projection_parked{projection="inbox",scope="stream",name="${stream}"} 1`;
    expect(measured).toContain(series);
    expect(after).not.toContain(series);
  });
  it('turns red and names what a follower or worker has set aside', async () => {
    const { pool } = harness;
    const stream = 'ticket-0198f000-0000-7000-8000-000000000001.0198f000-0000-7000-8000-000000000002';
    await pool.query(
      `insert into parking.parked (follower, scope, name, company_id, stream, revision, position, resume_at, event_id,
         event_type, reason, next_at)
       values ('policy attend', 'stream', $1, 'ours', $1, 3, 128, 0, gen_random_uuid(), 'TicketOpened', 'no key', now())`,
      [stream],
    );
    await pool.query(
      `insert into parking.parked (follower, scope, name, company_id, reason, next_at, tries)
       values ('policy auto-close', 'row', 'close 1', 'ours', 'once', now(), 1),
         ('policy auto-close', 'row', 'close 2', 'ours', 'again and again', now(), 3)`,
    );
    const { status, body } = await openBrowser(harness).get('/readyz', operator);
    const { body: measured } = await openBrowser(harness).get('/metrics', operator);
    await pool.query('truncate parking.parked');
    const { body: after } = await openBrowser(harness).get('/metrics', operator);
    expect([status, body.ok, body.parked.ok, body.parked.count]).toEqual([503, false, false, 2]);
    expect(body.parked.list).toMatchObject([
      { follower: 'policy attend', scope: 'stream', stream, eventType: 'TicketOpened', reason: 'no key' },
      { follower: 'policy auto-close', scope: 'row', name: 'close 2', reason: 'again and again', tries: 3 },
    ]);
    const series = `balcao_parked{follower="policy attend",scope="stream",name="${stream}"} 1`;
    expect(measured).toContain(series);
    expect(after).not.toContain(series);
  });
  it('turns red and names the connector when nobody holds a connection that is wanted online', async () => {
    const { pool } = harness;
    const look = async () => {
      const { status, body } = await openBrowser(harness).get('/readyz', operator);
      const { body: measured } = await openBrowser(harness).get('/metrics', operator);
      return { status, gone: body.connectors.gone, measured };
    };
    const lease = (until: string) =>
      pool.query(`update connector.session set lease_owner = 'one', lease_until = now() + $1::interval`, [
        until,
      ]);
    await migrateConnector(pool);
    const id = '01990000-0000-7000-8000-000000000009';
    await pool.query(
      `insert into connector.session (connection_id, company_id, provider) values ($1, $1, 'simulator')`,
      [id],
    );
    expect(await look()).toMatchObject({ status: 200, gone: [] });
    await lease('-1 hour');
    const red = await look();
    expect(red).toMatchObject({ status: 503, gone: [{ connector: 'simulator', connections: 1 }] });
    expect(Math.round(red.gone[0].seconds / 3_600)).toBe(1);
    expect(red.measured).toContain('balcao_connections_unattended{connector="simulator"} 1');
    await lease('1 minute');
    const green = await look();
    expect(green).toMatchObject({ status: 200, gone: [] });
    expect(green.measured).toContain('balcao_connections_unattended{connector="simulator"} 0');
    await lease('-1 hour');
    await pool.query('update connector.session set wanted = false');
    expect(await look()).toMatchObject({ status: 200, gone: [] });
    await pool.query('truncate connector.session');
  });
  it('counts what the WhatsApp library let fail unheard', async () => {
    const { pool } = harness;
    await migrateConnector(pool);
    await pool.query(`insert into connector.unheard (provider, failures) values ('beta', 3)`);
    const { body } = await openBrowser(harness).get('/metrics', operator);
    expect(body).toContain('balcao_connector_unhandled_rejections{connector="beta"} 3');
    await pool.query('truncate connector.unheard');
  });
  it('tells how long the oldest message waits to be opened', async () => {
    const { pool } = harness;
    await migrateConnector(pool);
    const seconds = async () =>
      (await openBrowser(harness).get('/readyz', operator)).body.connectors.oldestUnopenedSeconds;
    const add = (stanzaId: string, minutes: number, more: Record<string, unknown> = {}) =>
      pool.query(
        `insert into connector.inbox_journal (account, chat, participant, stanza_id, enc_index, attrs, at,
           handled, waiting, problem)
         values ('01990000-0000-7000-8000-000000000009', '1@lid', '', $1, $2, '{}',
           now() - make_interval(mins => $3), $4, $5, $6)`,
        [
          ...[stanzaId, more.encIndex ?? 0, minutes],
          ...[more.handled ?? false, more.waiting ?? false, more.problem ?? null],
        ],
      );
    expect(await seconds()).toBe(0);
    await add('handled', 60, { handled: true });
    await add('waiting', 60, { waiting: true });
    await add('aside', 60, { problem: 'broken' });
    await add('history', 60, { encIndex: -4 });
    expect(await seconds()).toBe(0);
    await add('new', 60);
    await add('older', 120);
    expect(Math.round((await seconds()) / 3_600)).toBe(2);
    const { body } = await openBrowser(harness).get('/metrics', operator);
    expect(body).toMatch(/balcao_messages_oldest_unopened_seconds 72\d\d/);
    await pool.query('truncate connector.inbox_journal');
  });
  it('tells details and figures to who brings the token, and to all others only whether', async () => {
    const ask = async (path: string, ip: string, headers: Record<string, string> = {}) => {
      const { status, body } = await openBrowser(harness, ip).get(path, headers);
      return { status, tells: path === '/metrics' ? String(body).includes('balcao_') : 'postgres' in body };
    };
    const token = { authorization: `Bearer ${operatorToken}` };
    for (const [ip, headers] of [
      ['127.0.0.1', token],
      ['203.0.113.9', token],
      ['10.0.0.1', { ...token, 'x-forwarded-for': '203.0.113.9' }],
    ] as const) {
      expect(await ask('/readyz', ip, headers)).toEqual({ status: 200, tells: true });
      expect(await ask('/metrics', ip, headers)).toEqual({ status: 200, tells: true });
    }
    for (const [ip, headers] of [
      ['203.0.113.9', {}],
      ['172.18.0.1', {}],
      ['203.0.113.9', { authorization: 'Bearer other-token-of-tests' }],
      ['203.0.113.9', { authorization: 'Bearer ' }],
      ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
      ['10.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
      ['127.0.0.1', { forwarded: 'for=127.0.0.1' }],
      ['127.0.0.1', {}],
    ] as const) {
      expect(await ask('/readyz', ip, headers)).toEqual({ status: 200, tells: false });
      expect(await ask('/metrics', ip, headers)).toEqual({ status: 401, tells: false });
    }
    expect((await openBrowser(harness, '203.0.113.9').get('/healthz')).status).toBe(200);
  });
  it('is measured by route, not by address', async () => {
    const browser = openBrowser(harness);
    await browser.get('tickets/01990000-0000-7000-8000-000000000001');
    const { body } = await browser.get('/metrics', operator);
    expect(body).toContain('route="/api/tickets/:id"');
    expect(body).not.toContain('01990000');
    expect(body).toContain('balcao_projection_lag_positions{projection="inbox"}');
    expect(body).toContain('balcao_messages_received 0');
  });
  it('describes every call', async () => {
    const { status, body } = await openBrowser(harness).get('/docs/json');
    expect(status).toBe(200);
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining(['/api/tickets', '/api/auth/login', '/api/messages/{id}']),
    );
    expect(body.servers).toEqual([{ url: 'http://localhost:80' }]);
    expect((await openBrowser(harness).get('/docs')).status).toBeLessThan(400);
  });
  it('speaks as over https behind a proxy that is trusted, and believes nobody else', async () => {
    const office = await openOffice(harness);
    const { email } = await office.user('Ana');
    await harness.caughtUp();
    const body = { email, password: 'secret-of-tests' };
    const through = async (proxy: string, headers: Record<string, string>) => {
      const answer = await openBrowser(harness, proxy).post('auth/login', body, headers);
      const secure = String(answer.headers['set-cookie']).match(/Secure/g) ?? [];
      return [secure.length, answer.headers['strict-transport-security'] !== undefined];
    };
    const https = { 'x-forwarded-proto': 'https' };
    expect(await through('10.0.0.1', {})).toEqual([0, false]);
    expect(await through('10.0.0.1', https)).toEqual([3, true]);
    expect(await through('10.9.3.4', https)).toEqual([3, true]);
    expect(await through('10.0.0.2', https)).toEqual([0, false]);
    expect(await through('127.0.0.1', https)).toEqual([0, false]);
  });
  it('counts the caller whom a trusted proxy names, and the caller itself who only names others', async () => {
    const tries = async (proxy: string, forwardedFor: (n: number) => string) => {
      const email = `${proxy}@loja.test`;
      const statuses: number[] = [];
      for (let n = 0; n <= triesBeforeProof.pair; n += 1) {
        const headers = { 'x-forwarded-for': forwardedFor(n) };
        const answer = await openBrowser(harness, proxy).post(
          'auth/login',
          { email, password: 'x' },
          headers,
        );
        statuses.push(answer.status);
      }
      return statuses.at(-1);
    };
    expect(await tries('10.0.0.1', n => `203.0.113.${n}`)).toBe(401);
    expect(await tries('10.0.0.1', () => '203.0.113.99')).toBe(429);
    expect(await tries('192.0.2.1', n => `203.0.113.${n}`)).toBe(429);
    // The caller adds names before the one that the proxy adds.
    expect(await tries('10.9.0.1', n => `203.0.113.${n}, 198.51.100.7`)).toBe(429);
  });
});

describe('the simulator', () => {
  it('is reached through the gateway by people with a session only', async () => {
    const office = await openOffice(harness);
    const { email } = await office.user('Ana', { profile: 'admin' });
    await harness.caughtUp();
    const browser = openBrowser(harness);
    expect((await browser.get('simulator/phones')).status).toBe(401);
    await browser.login(email);
    expect((await browser.get('simulator/phones?x=1')).body).toEqual({
      url: '/phones?x=1',
      body: '',
      company: office.companyId,
      server: 'no',
    });
    const posted = await browser.post('simulator/contacts', { name: 'Clara' });
    expect(posted).toMatchObject({ status: 201, body: { url: '/contacts', body: '{"name":"Clara"}' } });
  });
  it('is asked on behalf of the own company, whatever a caller says', async () => {
    const office = await openOffice(harness);
    const { email } = await office.user('Ana', { profile: 'admin' });
    await harness.caughtUp();
    const browser = openBrowser(harness);
    expect((await browser.login(email)).body.user.simulator).toBe('phones');
    const forged = { 'x-simulator-company': 'none', 'x-simulator-server': 'yes' };
    const { body } = await browser.get('simulator/phones', forged);
    expect(body).toMatchObject({ company: office.companyId, server: 'no' });
  });
  it('is refused to attendants of a company that is not the demo', async () => {
    const office = await openOffice(harness);
    const { email } = await office.user('Ana');
    await harness.caughtUp();
    const browser = openBrowser(harness);
    expect((await browser.login(email)).body.user.simulator).toBe('none');
    for (const path of ['simulator/phones', 'simulator/events', 'simulator/faults']) {
      const { status, body } = await browser.get(path);
      expect([path, status, body.error]).toEqual([path, 403, 'ERR_NO_PERMISSION']);
    }
    expect((await browser.post('simulator/phones', {})).status).toBe(403);
  });
  it('streams its events as they come', async () => {
    const office = await openOffice(harness);
    const { email } = await office.user('Ana', { profile: 'admin' });
    await harness.caughtUp();
    const browser = openBrowser(harness);
    await browser.login(email);
    const leaving = new AbortController();
    const answer = await fetch(`${await harness.listen()}/api/simulator/events`, {
      headers: { authorization: `Bearer ${browser.token()}` },
      signal: leaving.signal,
    });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const first = await answer.body?.getReader().read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe('data: first\n\n');
    leaving.abort();
  });
});
