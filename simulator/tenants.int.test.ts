import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { nobodys, simulatorCompanyHeader, simulatorServerHeader } from '#domain/connection/simulator.ts';
import { type RunningSimulator, startSimulator } from './server.ts';
import { silenceConsole } from './silence-console.ts';

let folder: string;
let running: RunningSimulator;
beforeAll(async () => {
  silenceConsole();
  folder = mkdtempSync(join(tmpdir(), 'simulator-'));
  running = await startSimulator({ port: 0, dataDir: folder });
});
afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true });
});

type Answer = { readonly status: number; readonly body: unknown };
type Headers = Readonly<Record<string, string>>;

/** A call with exactly these headers; `fetch` would not let `host` and `origin` be chosen. */
const call = (method: string, path: string, headers: Headers = {}, body?: object): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(`${running.url}${path}`, { method, headers }, response => {
      const chunks: Buffer[] = [];
      response.on('data', chunk => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, body: text === '' ? undefined : JSON.parse(text) });
      });
    });
    request.on('error', reject);
    request.end(body && JSON.stringify(body));
  });
const as = (company: string, more: Headers = {}) => {
  const headers = { [simulatorCompanyHeader]: company, ...more };
  const numbers = async (path: string) => {
    const { body } = await call('GET', path, headers);
    return Array.isArray(body) ? body.map(each => Reflect.get(Object(each), 'number')) : body;
  };
  return {
    numbers,
    get: (path: string) => call('GET', path, headers),
    post: (path: string, body: object = {}) => call('POST', path, headers, body),
    put: (path: string, body: object = {}) => call('PUT', path, headers, body),
    delete: (path: string) => call('DELETE', path, headers),
  };
};

const [shop, bakery] = [as('shop'), as('bakery')];
const operator = {
  get: (path: string) => call('GET', path),
  post: (path: string, body: object = {}) => call('POST', path, {}, body),
};
const [phone, contact] = ['5511911110000', '5511911110001'];
const [theirPhone, theirContact] = ['5511922220000', '5511922220001'];
const group = '120363022222222222@g.us';

describe('the phones of a company', () => {
  beforeAll(async () => {
    for (const [company, itsPhone, itsContact] of [
      [shop, phone, contact],
      [bakery, theirPhone, theirContact],
    ] as const) {
      await company.post('/phones', { number: itsPhone, name: 'Telefone' });
      await company.post('/contacts', { number: itsContact, name: 'Alguém' });
    }
    await operator.post('/contacts', { number: '5511933330000', name: 'Da demonstração' });
    await bakery.post('/groups', { id: group, subject: 'Padaria', members: [theirContact, theirPhone] });
  });

  it('are listed for that company alone, what belongs to no company for the demo, everything for the operator', async () => {
    expect(await shop.numbers('/phones')).toEqual([phone]);
    expect(await shop.numbers('/contacts')).toEqual([contact]);
    expect((await shop.get('/groups')).body).toEqual([]);
    expect((await bakery.get('/groups')).body).toMatchObject([{ jid: group }]);
    expect(await as(nobodys).numbers('/contacts')).toEqual(['5511933330000']);
    expect((await operator.get('/contacts')).body).toHaveLength(3);
  });

  it('are there for no other company, whatever it asks', async () => {
    const text = { to: theirPhone, text: 'Oi' };
    const asked = [
      shop.get(`/contacts/${theirContact}/messages`),
      shop.get(`/contacts/${theirContact}/chats`),
      shop.get(`/contacts/${theirPhone}/chats`),
      shop.get(`/contacts/${theirContact}/messages/x/media?with=${theirPhone}`),
      shop.post(`/contacts/${theirContact}/messages`, text),
      shop.post(`/contacts/${contact}/messages`, text),
      shop.post(`/phones/${theirPhone}/messages`, { to: theirContact, text: 'Oi' }),
      shop.post(`/phones/${phone}/messages`, { to: theirContact, text: 'Oi' }),
      shop.post(`/phones/${theirPhone}/scan`, { qr: 'x' }),
      shop.post(`/phones/${theirPhone}/link`, { code: 'ABCD-1234' }),
      shop.post(`/phones/${theirPhone}/logout`),
      shop.post(`/phones/${theirPhone}/read`, { with: theirContact }),
      shop.post(`/phones/${theirPhone}/lid-mappings`),
      shop.post(`/contacts/${theirContact}/read`, { with: theirPhone }),
      shop.post(`/contacts/${theirContact}/messages/x/play`, { with: theirPhone }),
      shop.put(`/contacts/${theirContact}/policy`, { deliver: false }),
      shop.put(`/contacts/${theirContact}/presence`, { available: true }),
      shop.put(`/contacts/${theirContact}/picture`, { picture: null }),
      shop.post(`/contacts/${contact}/calls`, { to: theirPhone }),
      shop.post(`/contacts/${contact}/typing`, { to: theirPhone, on: true }),
      shop.post(`/contacts/${contact}/typing`, { to: group, on: true }),
      shop.post(`/contacts/${contact}/blocks`, { number: theirContact, on: true }),
      shop.post(`/contacts/${theirContact}/devices`),
      shop.delete(`/contacts/${theirContact}/devices/1`),
      shop.post(`/contacts/${theirContact}/reinstall`),
      shop.post('/groups', { subject: 'Todos', members: [contact, theirContact] }),
      shop.post(`/groups/${group}/changes`, { by: contact, action: 'join' }),
    ];
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    // A typed group that is not seen is no number either.
    expect(new Set(statuses)).toEqual(new Set([404]));
    const taken = [
      shop.post('/phones', { number: theirPhone, name: 'Minha' }),
      shop.post('/contacts', { number: theirContact, name: 'Minha' }),
      shop.post('/groups', { id: group, subject: 'Meu', members: [contact] }),
    ];
    expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(await bakery.numbers('/phones')).toEqual([theirPhone]);
  });

  it('ring for that company alone', async () => {
    const made = await bakery.post(`/contacts/${theirContact}/calls`, { to: theirPhone });
    const id = String(Reflect.get(Object(made.body), 'id'));
    expect((await shop.get('/calls')).body).toEqual([]);
    expect((await shop.post(`/calls/${id}/end`, { how: 'terminate' })).status).toBe(404);
    expect((await bakery.post(`/calls/${id}/end`, { how: 'terminate' })).status).toBe(200);
  });

  it('tell their changes to that company alone', async () => {
    const leaving = new AbortController();
    const heard = await fetch(`${running.url}/events`, {
      headers: { [simulatorCompanyHeader]: 'shop' },
      signal: leaving.signal,
    });
    await bakery.put(`/contacts/${theirContact}/policy`, { deliver: false });
    await shop.put(`/contacts/${contact}/policy`, { deliver: false });
    let text = '';
    for await (const chunk of heard.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes(contact)) break;
    }
    leaving.abort();
    expect(text).not.toContain(theirContact);
  });
});

it('lets a company change what concerns all of them only when it is told so', async () => {
  const plain = [shop.get('/faults'), shop.post('/faults', { silent: true }), shop.delete('/faults')];
  for (const { status, body } of await Promise.all([...plain, shop.get('/stats')])) {
    expect(status).toBe(403);
    expect(body).toMatchObject({ error: 'ERR_NO_PERMISSION' });
  }
  const entrusted = as('shop', { [simulatorServerHeader]: 'yes' });
  expect((await entrusted.get('/faults')).body).toMatchObject({ silent: false });
  expect((await entrusted.get('/stats')).status).toBe(200);
});

describe('pages of other sites', () => {
  const host = () => new URL(running.url).host;
  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://web.whatsapp.com' },
    { host: 'evil.example' },
    { host: '127.0.0.1.evil.example:3100' },
  ])('get nothing with %j', async headers => {
    expect((await call('GET', '/phones', headers)).status).toBe(403);
    expect((await call('POST', '/faults', headers, { silent: true })).status).toBe(403);
  });
  it('get no socket and no file, which programs and WhatsApp’s library do', async () => {
    const socket = (origin: string | undefined) =>
      new Promise<string>(resolve => {
        const opened = new WebSocket(`ws://${host()}/ws/chat`, origin === undefined ? {} : { origin });
        opened.on('open', () => {
          resolve('open');
          opened.terminate();
        });
        opened.on('error', () => resolve('refused'));
      });
    expect(await socket('https://evil.example')).toBe('refused');
    expect(await socket('https://web.whatsapp.com')).toBe('open');
    expect(await socket(undefined)).toBe('open');
    expect((await call('GET', '/v/nothing', { origin: 'https://evil.example' })).status).toBe(403);
    expect((await call('GET', '/v/nothing', { origin: 'https://web.whatsapp.com' })).status).toBe(404);
  });
  it('do not keep the own ones out', async () => {
    expect((await call('GET', '/phones', { origin: `http://${host()}` })).status).toBe(200);
    expect((await call('GET', '/phones', { host: `localhost:${new URL(running.url).port}` })).status).toBe(
      200,
    );
  });
});
