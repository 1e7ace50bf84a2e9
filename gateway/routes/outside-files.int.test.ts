import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsOfType } from '#commands/testing/world.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { openOffice, phoneNumber } from '../testing/office.ts';
import { openKey } from '../testing/outside.ts';

const pdf = Buffer.from('%PDF-1.7 boleto');
/** Of what the harness lets a file have. */
const tooMuch = 300_000;

let harness: Harness;
let admin: Browser;
let shop: Awaited<ReturnType<typeof openKey>>;
let server: Server;
let origin: string;
let answer: RequestListener;
const allowed = new Set<string>();
beforeAll(async () => {
  harness = await openHarness({ outboundAllowed: allowed });
  const office = await openOffice(harness);
  await office.connection([await office.queue('Vendas', '#00aa00')]);
  const { email } = await office.user('Bruna', { profile: 'admin' });
  await harness.caughtUp();
  admin = openBrowser(harness);
  await admin.login(email);
  shop = await openKey(harness, admin);
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  origin = `http://${host}`;
  allowed.add(host);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await harness.close();
});

const serving = (bytes: Buffer, headers: Readonly<Record<string, string>> = {}) => {
  answer = (_request, response) => response.writeHead(200, headers).end(bytes);
};
const send = (more: Readonly<Record<string, unknown>> = {}) =>
  shop.send({ number: phoneNumber(), mediaUrl: `${origin}/boleto.pdf?token=secreto`, ...more });
const queuedFile = async () => (await eventsOfType(harness.store, 'MessageQueued')).at(-1)?.data;
const notFetched = (why: string) => ({
  ...{ status: 422 },
  body: {
    code: 'ERR_MEDIA_NOT_FETCHED',
    errors: [{ field: 'mediaUrl', message: expect.stringContaining(why) }],
  },
});

describe('a file by its address', () => {
  it.each([
    ['gzip', gzipSync(pdf)],
    ['br', brotliCompressSync(pdf)],
  ])('that comes packed with %s is sent as it was', async (encoding, bytes) => {
    serving(bytes, { 'content-encoding': encoding });
    expect((await send()).status).toBe(202);
    expect(await queuedFile()).toMatchObject({ media: { mime: 'application/pdf', size: pdf.length } });
  });

  it('that is packed otherwise, or not as it says, is refused', async () => {
    for (const encoding of ['compress', 'gzip']) {
      serving(pdf, { 'content-encoding': encoding });
      expect(await send()).toMatchObject(notFetched('Content-Encoding'));
    }
  });

  it('is not unpacked beyond what a file may have', async () => {
    serving(gzipSync(Buffer.alloc(5_000_000)), { 'content-encoding': 'gzip' });
    expect(await send()).toMatchObject({ status: 413, body: { code: 'ERR_MEDIA_TOO_LARGE' } });
  });

  it('that is too large is refused by its head, with both sizes', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    answer = (_request, response) => {
      closed = new Promise(resolve => response.once('close', resolve));
      // Its body never comes: who waits for it waits for long.
      response.writeHead(200, { 'content-length': String(tooMuch) }).flushHeaders();
    };
    const refused = await send();
    expect(refused).toMatchObject({
      status: 413,
      body: {
        code: 'ERR_MEDIA_TOO_LARGE',
        errors: [
          { field: 'mediaUrl', message: expect.stringMatching(/^it has 300000 bytes; a file may have \d+$/) },
        ],
      },
    });
    await closed;
  });

  it('that is empty is refused', async () => {
    serving(Buffer.alloc(0));
    expect(await send()).toMatchObject(notFetched('0 bytes'));
  });

  it('is called as its server says in any alphabet, or as the call says', async () => {
    serving(pdf, { 'content-disposition': `attachment; filename="n.pdf"; filename*=UTF-8''n%C2%BA%207.pdf` });
    expect((await send()).status).toBe(202);
    expect(await queuedFile()).toMatchObject({ media: { name: 'nº 7.pdf' } });
    expect((await send({ fileName: 'Boleto de maio.pdf' })).status).toBe(202);
    expect(await queuedFile()).toMatchObject({ media: { name: 'Boleto de maio.pdf' } });
  });

  it('that is one of several is named by its place in the list', async () => {
    answer = (request, response) => response.writeHead(request.url === '/2' ? 404 : 200).end(pdf);
    expect(await send({ mediaUrls: [`${origin}/1`, `${origin}/2`] })).toMatchObject({
      ...{ status: 422, body: { errors: [{ field: 'mediaUrls.1', message: 'its server answered 404' }] } },
    });
  });
});

describe('the name of a file', () => {
  it('is for one file: a call with none or several is refused', async () => {
    serving(pdf);
    const refused = { status: 422, body: { errors: [{ field: 'fileName' }] } };
    const fileName = 'Boleto.pdf';
    expect(await send({ fileName, mediaUrls: [`${origin}/1`] })).toMatchObject(refused);
    expect(await send({ fileName, mediaUrl: undefined, body: 'Oi' })).toMatchObject(refused);
    expect(await send({ fileName: '../' })).toMatchObject(refused);
  });

  it('is given in a form, too', async () => {
    const fields = { number: phoneNumber(), fileName: 'Boleto.pdf' };
    expect((await shop.sendForm(fields, [{ name: 'x.bin', bytes: pdf }])).status).toBe(202);
    expect(await queuedFile()).toMatchObject({ media: { name: 'Boleto.pdf' } });
  });
});

describe('a file in a form', () => {
  const form = async (name: string, bytes: Buffer, count = 1, path = 'send') => {
    const parts = new FormData();
    parts.append('number', phoneNumber());
    for (let at = 0; at < count; at += 1)
      parts.append(name.replace('#', String(at)), new Blob([new Uint8Array(bytes)]), `${at}.pdf`);
    const encoded = new Response(parts);
    return shop.call({
      ...{ method: 'POST', url: `/api/messages/${path}`, payload: Buffer.from(await encoded.arrayBuffer()) },
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    });
  };

  it.each(['medias', 'medias[]', 'medias[#]'])('may come as %s, as languages write lists', async name => {
    expect(await form(name, pdf, 2)).toMatchObject({ status: 202, body: { ids: { length: 2 } } });
  });

  it('may come by a call of its own, which takes no JSON', async () => {
    const { status, body } = await form('medias', pdf, 2, 'send/files');
    expect([status, body.ids.length]).toEqual([202, 2]);
    const url = '/api/messages/send/files';
    const json = await shop.call({ method: 'POST', url, payload: { number: phoneNumber(), body: 'Oi' } });
    expect(json).toMatchObject({ status: 415, body: { code: 'ERR_CONTENT_TYPE' } });
  });

  it('under another name is refused by it', async () => {
    expect(await form('media', pdf)).toMatchObject({
      ...{ status: 422, body: { code: 'ERR_VALIDATION', errors: [{ field: 'media' }] } },
    });
  });

  it('that is empty or too large is refused, and so are too many; the limit is named', async () => {
    expect(await form('medias', Buffer.alloc(0))).toMatchObject({
      ...{ status: 422, body: { errors: [{ field: 'medias', message: '0.pdf is empty (0 bytes)' }] } },
    });
    expect(await form('medias', Buffer.alloc(tooMuch))).toMatchObject({
      ...{ status: 413, body: { detail: expect.stringMatching(/^medias: .* a file may have \d+$/) } },
    });
    expect(await form('medias', pdf, 31)).toMatchObject({
      ...{ status: 422, body: { detail: 'medias: a call has at most 30 files' } },
    });
  });
});

describe('a limit', () => {
  it('of the body is named where it is met', async () => {
    expect(await send({ body: 'x'.repeat(600_000) })).toMatchObject({
      ...{ status: 413, body: { detail: expect.stringContaining('524288 bytes') } },
    });
  });
});
