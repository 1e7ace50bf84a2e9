import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migratePolicies } from '#commands/policies/migrate.ts';
import { openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { must, type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let ana: ReturnType<typeof openBrowser>;
let ticketId: string;
let contactId: string;
let photo: Buffer;

beforeAll(async () => {
  harness = await openHarness();
  await migratePolicies(harness.pool);
  office = await openOffice(harness);
  const queueId = await office.queue('Vendas', '#00aa00');
  const user = await office.user('Ana', { queueIds: [queueId] });
  const connectionId = await office.connection([queueId]);
  contactId = await office.contact();
  ticketId = await office.pending({ contactId, connectionId, queueId });
  must(await harness.commands.ticket.accept(office.context({ ...user, superAdmin: false }), { ticketId }));
  await harness.caughtUp();
  ana = openBrowser(harness);
  await ana.login(user.email);
  photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#225588' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => harness.close());

type File = { readonly name: string; readonly bytes: Buffer };
const upload = async (browser: typeof ana, files: readonly File[], fields: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { name, bytes } of files) form.append('medias', new Blob([new Uint8Array(bytes)]), name);
  const encoded = new Response(form);
  const answer = await harness.app.inject({
    method: 'POST',
    url: `/api/messages/${ticketId}`,
    headers: {
      authorization: `Bearer ${browser.token()}`,
      'content-type': encoded.headers.get('content-type') ?? '',
      'x-command-id': fields.commandId ?? crypto.randomUUID(),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
};
const shown = async (id: string) => {
  await harness.caughtUp();
  const { body } = await ana.get(`messages/${ticketId}`);
  return body.messages.find((message: { id: string }) => message.id === id);
};
const sendPhoto = async (more: Record<string, string> = {}) => {
  const { body } = await upload(ana, [{ name: 'foto.jpg', bytes: photo }], more);
  return shown(body.id);
};
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const raw = (url: string, headers: Record<string, string> = {}) =>
  harness.app.inject({ method: 'GET', url, headers });

describe('sending files', () => {
  it('makes a message of each, with the text on the first', async () => {
    const files = [
      { name: 'foto.jpg', bytes: photo },
      { name: 'C:\\tmp\\Proposta comercial.pdf', bytes: Buffer.from('%PDF-1.7 texto') },
    ];
    const { status, body } = await upload(ana, files, { body: 'Veja só' });
    expect(status).toBe(201);
    expect(body.ids).toHaveLength(2);
    expect(await shown(body.ids[0])).toMatchObject({
      ...{ body: 'Veja só', mediaType: 'image', fromMe: true, state: 'queued', mediaName: 'foto.jpg' },
      media: { state: 'stored', mime: 'image/jpeg', width: 640, height: 480, size: photo.length },
    });
    expect(await shown(body.ids[1])).toMatchObject({
      ...{ mediaType: 'application', mediaName: 'Proposta comercial.pdf' },
      media: { mime: 'application/pdf', thumbnailUrl: null },
    });
  });

  it('sends nothing twice when the same form comes again', async () => {
    const headers = { commandId: crypto.randomUUID() };
    const first = await upload(ana, [{ name: 'a.txt', bytes: Buffer.from('um') }], headers);
    const again = await upload(ana, [{ name: 'a.txt', bytes: Buffer.from('um') }], headers);
    expect(again.body).toEqual(first.body);
  });

  it('goes by the bytes and not by the name', async () => {
    const { body } = await upload(ana, [{ name: 'foto.jpg', bytes: Buffer.from('<html>') }]);
    expect(await shown(body.id)).toMatchObject({ mediaType: 'application', media: { mime: 'text/plain' } });
  });

  it('goes as what its name says within the container that its bytes are, and keeps the name', async () => {
    const bytes = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)]);
    const { body } = await upload(ana, [{ name: 'Contrato 12/2024.doc', bytes }]);
    expect(await shown(body.id)).toMatchObject({
      ...{ mediaType: 'application', mediaName: 'Contrato 12/2024.doc' },
      media: { mime: 'application/msword' },
    });
  });

  it('breaks the lines of a text as its writer did, not as forms do', async () => {
    const message = await sendPhoto({ body: '*Ana:*\r\nVeja só' });
    expect(message.body).toBe('*Ana:*\nVeja só');
  });

  it('refuses what is larger than a file may be, and keeps nothing of it', async () => {
    const answer = await upload(ana, [{ name: 'a.bin', bytes: Buffer.alloc(200_001) }]);
    expect(answer).toMatchObject({ status: 413, body: { error: 'ERR_MEDIA_TOO_LARGE' } });
  });

  it('refuses a form with neither file nor text', async () => {
    expect(await upload(ana, [])).toMatchObject({ status: 400, body: { error: 'ERR_EMPTY_MESSAGE' } });
  });

  it('is for who sees the ticket', async () => {
    const other = await openOffice(harness);
    const { email } = await other.user('Davi', { profile: 'admin' });
    await harness.caughtUp();
    const davi = openBrowser(harness);
    await davi.login(email);
    const answer = await upload(davi, [{ name: 'foto.jpg', bytes: photo }]);
    expect(answer).toMatchObject({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } });
  });
});

describe('the address of a file', () => {
  it('gives the file, to be kept by the browser alone', async () => {
    const { mediaUrl, media } = await sendPhoto();
    const answer = await raw(mediaUrl);
    expect(answer.statusCode).toBe(200);
    expect(hashOf(answer.rawPayload)).toBe(hashOf(photo));
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(photo.length),
      'x-content-type-options': 'nosniff',
      'content-disposition': "inline; filename*=UTF-8''foto.jpg",
      'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/),
    });
    const small = await raw(media.thumbnailUrl);
    expect(small.headers['content-type']).toBe('image/webp');
    expect((await raw(mediaUrl, { 'if-none-match': `"${hashOf(photo)}"` })).statusCode).toBe(304);
  });

  it('gives parts, for players that seek', async () => {
    const { mediaUrl } = await sendPhoto();
    const part = await raw(mediaUrl, { range: 'bytes=10-19' });
    expect(part.statusCode).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 10-19/${photo.length}`);
    expect(part.rawPayload).toEqual(photo.subarray(10, 20));
    expect((await raw(mediaUrl, { range: `bytes=${photo.length}-` })).statusCode).toBe(416);
  });

  it('opens nothing without its signature, past its time, or for another company or message', async () => {
    const { mediaUrl } = await sendPhoto();
    const url = new URL(mediaUrl, 'http://x');
    const changed = (change: (other: URL) => void) => {
      const other = new URL(url);
      change(other);
      return raw(`${other.pathname}${other.search}`);
    };
    const refused = await Promise.all([
      changed(other => other.searchParams.set('s', '')),
      changed(other => other.searchParams.set('e', String(Number(url.searchParams.get('e')) + 1))),
      changed(other => other.searchParams.set('m', crypto.randomUUID())),
      changed(other => {
        other.pathname = other.pathname.replace(office.companyId, crypto.randomUUID());
      }),
    ]);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);
  });

  it('gives out what could run only to be kept', async () => {
    const page = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const { body } = await upload(ana, [{ name: 'desenho.svg', bytes: page }]);
    const { mediaUrl } = await shown(body.id);
    expect((await raw(mediaUrl)).headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''desenho.svg",
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('comes with live frames too, and opens', async () => {
    const { mediaUrl } = await sendPhoto({ body: 'Ao vivo' });
    expect((await raw(mediaUrl)).statusCode).toBe(200);
  });
});

describe('asking for a file again', () => {
  it('is for who sees the ticket, and says nothing where nothing failed', async () => {
    const { id } = await sendPhoto();
    expect((await ana.post(`messages/${id}/media`)).status).toBe(200);
    expect((await ana.post(`messages/${crypto.randomUUID()}/media`)).body.error).toBe('ERR_NO_MESSAGE_FOUND');
    const stranger = await office.user('Rui', { queueIds: [] });
    await harness.caughtUp();
    const rui = openBrowser(harness);
    await rui.login(stranger.email);
    expect((await rui.post(`messages/${id}/media`)).body.error).toBe('ERR_NO_PERMISSION');
  });
});

describe('an erased person', () => {
  it('has no file any more, and its address opens nothing', async () => {
    const { mediaUrl } = await sendPhoto();
    const hash = hashOf(photo);
    const path = join(harness.directory, 'media', office.companyId, hash.slice(0, 2), hash);
    expect(existsSync(path)).toBe(true);
    await harness.media.purge(office.companyId, [contactId]);
    expect((await raw(mediaUrl)).statusCode).toBe(404);
    expect(existsSync(path)).toBe(false);
  });
});
