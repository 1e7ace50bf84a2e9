import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { eventsOfType } from '#commands/testing/world.ts';
import { outsideContent } from '#contracts/outside-content.ts';
import type { Media } from '#domain/message/events.ts';
import { openEventStore } from '#eventstore/client.ts';
import { openPersonKeys } from '#eventstore/person-keys/postgres.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, masterKey, openHarness } from '../testing/harness.ts';
import { must, type Office, openOffice, phoneNumber } from '../testing/office.ts';
import { type Outside, openKey, openOutside } from '../testing/outside.ts';

let harness: Harness;
let office: Office;
let admin: Browser;
let connectionId: string;
let otherConnectionId: string;
let shop: Outside;
let byConnection: Outside;
let photo: Buffer;

beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  const queueId = await office.queue('Vendas', '#00aa00');
  connectionId = await office.connection([queueId]);
  otherConnectionId = await office.connection([queueId]);
  const { email } = await office.user('Bruna', { profile: 'admin' });
  await harness.caughtUp();
  admin = openBrowser(harness);
  await admin.login(email);
  shop = await openKey(harness, admin, ['read']);
  const { body } = await admin.post(`whatsapp/${connectionId}/token`);
  byConnection = openOutside(harness, body.token);
  photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#225588' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => harness.close());

const told = () => ({ ...office.context(), actor: { kind: 'connection' as const, id: connectionId } });
const hint = { name: 'foto.jpg', size: null, seconds: null, width: null, height: null };
const noHint = { ...hint, voice: false, sticker: false };

type Inbound = Parameters<Office['inbound']>[1];
const receive = async (message: Inbound = {}, by = connectionId) => {
  await office.inbound(by, message);
  const received = (await eventsOfType(harness.store, 'MessageReceived')).at(-1);
  if (received?.type !== 'MessageReceived') throw new Error('nothing was received');
  return received.data;
};
const receivePhoto = (by = connectionId) =>
  receive({ body: 'Veja', mediaType: 'image', mediaHint: noHint }, by);

/** As the connector does once it has the file. */
const keep = async (messageId: string, persons: readonly string[], bytes = photo, mime = 'image/jpeg') => {
  const { companyId } = office;
  const name = mime === 'image/jpeg' ? 'foto.jpg' : 'página.html';
  const draft = await harness.media.receive(Readable.from([bytes]), 1_000_000);
  const { hash } = draft;
  await harness.media.keep({ companyId, messageId, persons }, draft, { kind: 'original', mime, name });
  const media: Media = { ...noHint, hash, name, mime, size: bytes.length, thumbnail: null };
  must(await harness.commands.message.recordMediaStored(told(), { messageId, media }));
};
const withPhoto = async () => {
  const received = await receivePhoto();
  await keep(received.messageId, [received.contactId]);
  return received;
};

const content = (id: string, program = shop) => program.get(`messages/${id}/content`);
const bytesOf = (id: string, headers: Record<string, string> = {}, program = shop) =>
  program.get(`messages/${id}/media`, headers);
const isProblem = (status: number, code: string) => ({
  ...{ status, body: { code, status }, headers: { 'content-type': 'application/problem+json' } },
});

describe('what a message says', () => {
  it('is told of one that was received, with who wrote it', async () => {
    const number = phoneNumber();
    const chat = { number, lid: null, name: 'Clara', isGroup: false };
    const { messageId, ticketId, contactId } = await receive({ body: 'Tudo bem?', chat });
    const { status, body, headers } = await content(messageId);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(outsideContent.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      ...{ id: messageId, ticketId, contactId, whatsappId: connectionId, fromMe: false, externalId: null },
      message: { body: 'Tudo bem?', mediaType: 'text', media: null },
      contact: { name: 'Clara', number, isGroup: false },
    });
  });

  it('is told of one that was sent, with what its sender calls it', async () => {
    const sender = await openKey(harness, admin, ['send']);
    const sent = await sender.send({ number: phoneNumber(), body: 'Saiu!', externalId: 'pedido-1042' });
    expect((await content(sent.body.id)).body).toMatchObject({
      ...{ id: sent.body.id, fromMe: true, externalId: 'pedido-1042', message: { body: 'Saiu!' } },
    });
  });

  it('is told whole, however long it is', async () => {
    const body = 'á'.repeat(20_000);
    const { messageId } = await receive({ body });
    expect((await content(messageId)).body.message).toMatchObject({ body, bodyTruncated: false });
  });

  it('is empty once it was deleted, and its file is gone', async () => {
    const { messageId } = await withPhoto();
    must(await harness.commands.message.recordDeleted(told(), { messageId }));
    expect((await content(messageId)).body.message).toMatchObject({ body: '', media: null });
    expect(await bytesOf(messageId)).toMatchObject(isProblem(404, 'ERR_NOT_FOUND'));
  });

  it('is empty from the moment its contact is erased, on a gateway that still holds the key, too', async () => {
    const keys = await openPersonKeys({ pool: harness.pool, masterKey });
    const store = openEventStore({ connectionString: harness.eventStoreUrl, keys });
    const { token } = await openKey(harness, admin);
    const elsewhere = openOutside({ app: await harness.anotherGateway({ events: store, keys }) }, token);
    const { messageId, contactId } = await withPhoto();
    await harness.caughtUp();
    const { number } = (await admin.get(`contacts/${contactId}`)).body;
    const { body: sent } = await elsewhere.send({ number, body: 'Saiu!', externalId: 'pedido-1042' });
    await harness.caughtUp();
    expect((await content(messageId, elsewhere)).body.message).toMatchObject({ body: 'Veja' });
    expect((await bytesOf(messageId, {}, elsewhere)).status).toBe(200);
    const { confirmation } = (await admin.get(`contacts/${contactId}/erasure`)).body;
    const erasure = await admin.post(`contacts/${contactId}/erasure`, { confirmation });
    expect([erasure.status, erasure.body.erased]).toEqual([200, true]);
    for (const program of [elsewhere, shop]) {
      const state = await program.get(`messages/${sent.id}`);
      expect(state.body).toMatchObject({ externalId: null, number: null });
      expect(await bytesOf(messageId, {}, program)).toMatchObject(isProblem(404, 'ERR_NOT_FOUND'));
      for (const id of [messageId, sent.id])
        expect((await content(id, program)).body).toMatchObject({
          ...{ externalId: null, message: { body: '', media: null, senderName: null } },
          contact: { name: '', number: '' },
        });
    }
    await store.close();
  });
});

describe('the file of a message', () => {
  it('is got from where its message says, as it came', async () => {
    const { messageId } = await withPhoto();
    const { media } = (await content(messageId)).body.message;
    expect(media).toEqual({
      ...{
        name: 'foto.jpg',
        mime: 'image/jpeg',
        size: photo.length,
        path: `/api/messages/${messageId}/media`,
      },
    });
    const { status, bytes, headers } = await shop.get(media.path.replace('/api/', ''));
    expect([status, bytes]).toEqual([200, photo]);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(photo.length),
      'content-disposition': "inline; filename*=UTF-8''foto.jpg",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
    });
  });

  it('comes in parts too, and not twice to who has it', async () => {
    const { messageId } = await withPhoto();
    const part = await bytesOf(messageId, { range: 'bytes=10-19' });
    expect([part.status, part.bytes]).toEqual([206, photo.subarray(10, 20)]);
    expect(part.headers['content-range']).toBe(`bytes 10-19/${photo.length}`);
    const none = await bytesOf(messageId, { range: `bytes=${photo.length}-` });
    expect([none.status, none.headers['content-range']]).toEqual([416, `bytes */${photo.length}`]);
    const { headers } = await bytesOf(messageId);
    const again = await bytesOf(messageId, { 'if-none-match': String(headers.etag) });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it('is only given out to be kept where it could run', async () => {
    const received = await receive({ body: '', mediaType: 'application', mediaHint: noHint });
    const page = Buffer.from('<script>alert(1)</script>');
    await keep(received.messageId, [received.contactId], page, 'text/html');
    expect(await bytesOf(received.messageId)).toMatchObject({
      ...{ status: 200, bytes: page },
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': "attachment; filename*=UTF-8''p%C3%A1gina.html",
      },
    });
  });

  it('is there at once where the company sent it', async () => {
    const sender = await openKey(harness, admin, ['send']);
    const { body } = await sender.sendForm({ number: phoneNumber() }, [{ name: 'foto.jpg', bytes: photo }]);
    expect((await bytesOf(body.id)).bytes).toEqual(photo);
  });

  it('is not there while it is on its way, could not be had, or never was', async () => {
    const { messageId } = await receivePhoto();
    expect((await content(messageId)).body.message.media).toMatchObject({ name: 'foto.jpg', path: null });
    const waiting = await bytesOf(messageId);
    expect(waiting).toMatchObject(isProblem(404, 'ERR_NOT_FOUND'));
    expect(waiting.headers['retry-after']).toBe('5');
    must(await harness.commands.message.recordMediaFailed(told(), { messageId, reason: 'expired' }));
    const failed = await bytesOf(messageId);
    expect(failed).toMatchObject(isProblem(404, 'ERR_NOT_FOUND'));
    expect(failed.headers['retry-after']).toBeUndefined();
    const text = await bytesOf((await receive()).messageId);
    expect(text).toMatchObject(isProblem(404, 'ERR_NOT_FOUND'));
    expect([failed.body.detail, text.body.detail]).toEqual([
      ...['WhatsApp did not give the file.', 'The message has no file.'],
    ]);
  });

  it('is not there once it is gone from where files are kept', async () => {
    const { messageId, contactId } = await withPhoto();
    await harness.media.purge(office.companyId, [contactId]);
    expect(await bytesOf(messageId)).toMatchObject(isProblem(404, 'ERR_NOT_FOUND'));
  });
});

describe('a message', () => {
  const calls = ['content', 'media'] as const;

  it('of another connection is nothing to a connection’s token', async () => {
    const own = await withPhoto();
    const { messageId } = await receivePhoto(otherConnectionId);
    for (const call of calls) {
      expect((await byConnection.get(`messages/${own.messageId}/${call}`)).status).toBe(200);
      const refused = await byConnection.get(`messages/${messageId}/${call}`);
      expect(refused).toMatchObject(isProblem(404, 'ERR_NO_MESSAGE_FOUND'));
    }
    expect((await content(messageId)).status).toBe(200);
  });

  it('of another company is none', async () => {
    const other = await openOffice(harness);
    const foreign = await other.connection([await other.queue('Fila', '#00aa00')]);
    await other.inbound(foreign, { body: 'Segredo', mediaType: 'image', mediaHint: noHint });
    const messageId = (await eventsOfType(harness.store, 'MessageReceived')).at(-1)?.entityId;
    for (const program of [shop, byConnection])
      for (const call of calls) {
        const refused = await program.get(`messages/${messageId}/${call}`);
        expect(refused).toMatchObject(isProblem(404, 'ERR_NO_MESSAGE_FOUND'));
        expect(JSON.stringify(refused.body)).not.toContain('Segredo');
      }
  });

  it('that never was, or by no id, is refused', async () => {
    for (const call of calls) {
      const never = await shop.get(`messages/${newId()}/${call}`);
      expect(never).toMatchObject(isProblem(404, 'ERR_NO_MESSAGE_FOUND'));
      for (const id of ['x', '..%2F..', '%00', "'; drop table inbox.message; --", '9'.repeat(199)])
        expect(await shop.get(`messages/${encodeURI(id)}/${call}`)).toMatchObject({
          ...{ status: 422, body: { code: 'ERR_VALIDATION', errors: [{ field: 'id' }] } },
        });
    }
  });

  it('is for tokens that read, and for no session', async () => {
    const { messageId } = await withPhoto();
    const sender = await openKey(harness, admin, ['send', 'webhooks']);
    for (const call of calls) {
      const path = `messages/${messageId}/${call}`;
      expect(await sender.get(path)).toMatchObject(isProblem(403, 'ERR_SCOPE_MISSING'));
      for (const token of [undefined, 'blc_'.padEnd(47, 'x')])
        expect(await openOutside(harness, token).get(path)).toMatchObject(
          isProblem(401, 'ERR_UNAUTHENTICATED'),
        );
      expect((await admin.get(path)).status).toBe(401);
    }
  });
});
