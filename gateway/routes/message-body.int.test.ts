import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '#commands/ids.ts';
import { answered, type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { must, type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let ana: Browser;
let ticketId: string;
let contactId: string;
let server: Server;
let site: string;

beforeAll(async () => {
  server = createServer((request, response) =>
    request.url === '/tabela.txt' ? response.end('pão 2,50') : response.writeHead(404).end(),
  );
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  site = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  harness = await openHarness({ outboundAllowed: new Set([site]) });
  office = await openOffice(harness);
  const queueId = await office.queue('Vendas', '#00aa00');
  const user = await office.user('Ana', { queueIds: [queueId] });
  const connectionId = await office.connection([queueId]);
  contactId = await office.contact('Clara');
  ticketId = await office.pending({ contactId, connectionId, queueId });
  must(await harness.commands.ticket.accept(office.context({ ...user, superAdmin: false }), { ticketId }));
  await harness.caughtUp();
  ana = openBrowser(harness);
  await ana.login(user.email);
});
afterAll(async () => {
  await harness.close();
  server.close();
});

const send = (body: object) => ana.post(`messages/${ticketId}`, body);
const shown = async (id: string) => {
  await harness.caughtUp();
  const { body } = await ana.get(`messages/${ticketId}`);
  return body.messages.find((message: { id: string }) => message.id === id);
};
const opened = (url: string) => harness.app.inject({ method: 'GET', url });

describe('what a message says of itself', () => {
  it('is who its contact is', async () => {
    const { body } = await send({ body: 'Oi' });
    const { contact } = await shown(body.id);
    const { name, number } = (await ana.get(`contacts/${contactId}`)).body;
    expect(contact).toEqual({ id: contactId, name, number });
    expect(name).toBe('Clara');
  });

  it('may be that it is the company’s and read, as it is, and not that it is the contact’s', async () => {
    const sent = await send({ body: 'Oi', fromMe: true, read: 1, mediaUrl: '', quotedMsg: null });
    expect([sent.status, await shown(sent.body.id)]).toMatchObject([201, { body: 'Oi', fromMe: true }]);
    expect(answered(await send({ body: 'Oi', fromMe: false }))).toEqual([400, 'ERR_VALIDATION']);
  });
});

describe('a file that a message names', () => {
  it('is fetched from another server by mediaUrl', async () => {
    const { status, body } = await send({ body: 'Segue', mediaUrl: `http://${site}/tabela.txt` });
    expect(status).toBe(201);
    const message = await shown(body.id);
    expect(message).toMatchObject({ body: 'Segue', mediaType: 'application', mediaName: 'tabela.txt' });
    expect((await opened(message.mediaUrl)).body).toBe('pão 2,50');
  });

  it.each(['mediaUrl', 'mediaPath'] as const)(
    'is the company’s own by the %s it was answered with',
    async name => {
      const first = await send({ mediaUrl: `http://${site}/tabela.txt` });
      const before = await shown(first.body.id);
      const again = await send({ mediaName: 'Preços.txt', [name]: before[name] });
      expect(again.status).toBe(201);
      const message = await shown(again.body.id);
      expect(message.mediaName).toBe('Preços.txt');
      expect((await opened(message.mediaPath)).body).toBe('pão 2,50');
      const whole = await send({ mediaUrl: `https://balcao.example${before.mediaUrl}` });
      expect(whole.status).toBe(201);
    },
  );

  it('is refused as ERR_WAPP_DOWNLOAD_MEDIA where nobody can have it', async () => {
    const nowhere = await send({ mediaUrl: `http://${site}/nada.txt` });
    expect(answered(nowhere)).toEqual([422, 'ERR_WAPP_DOWNLOAD_MEDIA']);
    const hidden = await send({ mediaUrl: 'http://127.0.0.2:1/x' });
    expect(answered(hidden)).toEqual([422, 'ERR_WAPP_DOWNLOAD_MEDIA']);
    expect(answered(await send({ mediaUrl: 'tabela.txt' }))).toEqual([400, 'ERR_VALIDATION']);

    const { body } = await send({ mediaUrl: `http://${site}/tabela.txt` });
    const { mediaPath } = await shown(body.id);
    rmSync(join(harness.directory, 'media', office.companyId), { recursive: true });
    expect(answered(await send({ mediaPath }))).toEqual([422, 'ERR_WAPP_DOWNLOAD_MEDIA']);
  });
});

describe('what fails', () => {
  it('is ERR_FETCH_WAPP_MSG where the message that is quoted is not in the conversation', async () => {
    const quotedMsg = { id: newId() };
    expect(answered(await send({ body: 'isto?', quotedMsg }))).toEqual([404, 'ERR_FETCH_WAPP_MSG']);
    const file = await send({ quotedMsg, mediaUrl: `http://${site}/tabela.txt` });
    expect(answered(file)).toEqual([404, 'ERR_FETCH_WAPP_MSG']);
  });

  it('is ERR_CREATING_MESSAGE or ERR_CREATING_TICKET where the fault is ours, with what names the call', async () => {
    vi.spyOn(harness.commands.message, 'queue').mockRejectedValueOnce(new Error('a fault'));
    const message = await send({ body: 'Oi' });
    vi.spyOn(harness.commands.ticket, 'open').mockRejectedValueOnce(new Error('a fault'));
    const ticket = await ana.post('tickets', { contactId: await office.contact() });
    expect([message, ticket].map(answered)).toEqual([
      [500, 'ERR_CREATING_MESSAGE'],
      [500, 'ERR_CREATING_TICKET'],
    ]);
    for (const { body } of [message, ticket]) expect(body.details).toEqual({ requestId: expect.any(String) });
    vi.restoreAllMocks();
  });
});
