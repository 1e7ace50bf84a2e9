import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { migratePolicies } from '#commands/policies/migrate.ts';
import { eventsOfType } from '#commands/testing/world.ts';
import { outsideMessage } from '#contracts/outside-messages.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { must, type Office, openOffice, phoneNumber } from '../testing/office.ts';
import { type Outside, openKey, openOutside } from '../testing/outside.ts';

let harness: Harness;
let office: Office;
let admin: Browser;
let ana: { userId: string; profile: 'user' };
let sales: string;
let support: string;
let connectionId: string;
let shop: Awaited<ReturnType<typeof openKey>>;
let byConnection: Outside;
let photo: Buffer;
const allowed = new Set<string>();
beforeAll(async () => {
  harness = await openHarness({ outboundAllowed: allowed });
  await migratePolicies(harness.pool);
  office = await openOffice(harness);
  sales = await office.queue('Vendas', '#00aa00');
  support = await office.queue('Suporte', '#0000aa');
  connectionId = await office.connection([sales, support]);
  const { email } = await office.user('Bruna', { profile: 'admin' });
  ana = { ...(await office.user('Ana', { queueIds: [sales] })), profile: 'user' };
  await harness.caughtUp();
  admin = openBrowser(harness);
  await admin.login(email);
  shop = await openKey(harness, admin);
  const { body } = await admin.post(`whatsapp/${connectionId}/token`);
  byConnection = openOutside(harness, body.token);
  const create = { width: 64, height: 48, channels: 3 as const, background: '#225588' };
  photo = await sharp({ create }).jpeg().toBuffer();
});
afterAll(() => harness.close());

const ticketOf = async (id: string) => (await admin.get(`tickets/${id}`)).body;
const messagesIn = async (ticketId: string) => {
  await harness.caughtUp();
  return (await admin.get(`messages/${ticketId}`)).body.messages;
};

describe('a message that a program sends', () => {
  it('makes contact and ticket, and stands there as sent by no person', async () => {
    const number = phoneNumber();
    const { status, body } = await shop.send({ number, body: 'Seu pedido saiu!', externalId: 'pedido-7' });
    expect(status).toBe(202);
    expect(body).toMatchObject({
      ...{ whatsappId: connectionId, number, externalId: 'pedido-7', state: 'queued', ids: [body.id] },
    });
    const [message] = await messagesIn(body.ticketId);
    expect(message).toMatchObject({ id: body.id, body: 'Seu pedido saiu!', fromMe: true, automatic: 'api' });
    const ticket = await ticketOf(body.ticketId);
    expect(ticket).toMatchObject({ status: 'pending', queueId: sales, contactId: body.contactId });
  });

  it('goes into the ticket that is there, whoever attends it', async () => {
    const contactId = await office.contact();
    const ticketId = await office.pending({ contactId, connectionId, queueId: support });
    await harness.caughtUp();
    const { number } = (await admin.get(`contacts/${contactId}`)).body;
    const first = await byConnection.send({ number, body: 'Um', queueId: sales });
    expect(first.body).toMatchObject({ ticketId, contactId });
    must(await harness.commands.ticket.close(office.context(), { ticketId, justClose: true }));
    const next = await byConnection.send({ number, body: 'Dois' });
    expect(next.body.ticketId).not.toBe(ticketId);
    expect(next.body.contactId).toBe(contactId);
  });

  it('goes nowhere where it names a queue that is none, though a ticket is there', async () => {
    const number = phoneNumber();
    expect((await shop.send({ number, body: 'Um' })).status).toBe(202);
    const before = (await eventsOfType(harness.store, 'MessageQueued')).length;
    expect(await shop.send({ number, body: 'Dois', queueId: newId() })).toMatchObject({
      ...{ status: 404, body: { code: 'ERR_NO_QUEUE_FOUND', errors: [{ field: 'queueId' }] } },
    });
    expect((await eventsOfType(harness.store, 'MessageQueued')).length).toBe(before);
  });

  it("is in the queue that is named, else in the contact's own, else in the connection's first", async () => {
    const contactId = await office.contact();
    await harness.caughtUp();
    const { number } = (await admin.get(`contacts/${contactId}`)).body;
    await admin.put(`contacts/${contactId}`, { queueId: support });
    const queueOf = async (more: object) => {
      const { body } = await shop.send({ number, body: 'Oi', closeTicket: true, ...more });
      await harness.caughtUp();
      const ticket = await ticketOf(body.ticketId);
      return [ticket.queueId, ticket.status];
    };
    expect(await queueOf({})).toEqual([support, 'closed']);
    expect(await queueOf({ queueId: sales })).toEqual([sales, 'closed']);
  });

  it('is written to one contact, with and without the ninth digit', async () => {
    const rest = `8${phoneNumber().slice(-7)}`;
    const one = await shop.send({ number: `55119${rest}`, body: 'Um' });
    const other = await shop.send({ number: `5511${rest}`, body: 'Dois' });
    expect(other.body).toMatchObject({ contactId: one.body.contactId, number: `55119${rest}` });
  });

  it('counts as a person’s with userId, and has their name above it where that is wanted', async () => {
    const asked = { number: phoneNumber(), body: 'Bom dia', userId: ana.userId, sendSignature: true };
    const { body } = await shop.send(asked);
    const [message] = await messagesIn(body.ticketId);
    expect(message).toMatchObject({ body: '*Ana:*\nBom dia', automatic: null });
    const queued = (await eventsOfType(harness.store, 'MessageQueued')).at(-1);
    expect(queued).toMatchObject({
      ...{ data: { userId: ana.userId }, metadata: { actor: { kind: 'token' } } },
    });
  });

  it('may quote one of the same conversation', async () => {
    const number = phoneNumber();
    const { body: first } = await shop.send({ number, body: 'Um' });
    const { body: next } = await shop.send({ number, body: 'Dois', quotedMessageId: first.id });
    const message = (await messagesIn(first.ticketId)).find(({ id }: { id: string }) => id === next.id);
    expect(message.quotedMsg).toMatchObject({ id: first.id, body: 'Um' });
    const other = await shop.send({ number: phoneNumber(), body: 'Três', quotedMessageId: first.id });
    expect(other).toMatchObject({ status: 404, body: { code: 'ERR_NO_MESSAGE_FOUND' } });
  });

  it('stands in the history and the audit under its token', async () => {
    const { body } = await shop.send({ number: phoneNumber(), body: 'Oi' });
    await harness.caughtUp();
    const { body: audit } = await admin.get(`audit?ticket=${body.ticketId}`);
    const actors: { kind: string; id: string }[] = audit.entries.map(
      (entry: { actor: unknown }) => entry.actor,
    );
    expect(actors.length).toBeGreaterThan(1);
    for (const actor of actors) expect(actor).toMatchObject({ kind: 'token', id: shop.keyId });
    expect(audit.names).toContainEqual(expect.objectContaining({ id: shop.keyId, name: 'Loja virtual' }));
  });

  it('finds one contact and one ticket with twenty others that come at once', async () => {
    const number = phoneNumber();
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, at) => shop.send({ number, body: `Oi ${at}` })),
    );
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(sent.map(({ body }) => body.contactId)).size).toBe(1);
    expect(new Set(sent.map(({ body }) => body.ticketId)).size).toBe(1);
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(20);
  });
});

describe('files', () => {
  it('come with a form, several at once, with the text below the first', async () => {
    const files = ['1.jpg', '2.jpg'].map(name => ({ name, bytes: photo }));
    const fields = { number: phoneNumber(), body: 'Fotos', closeTicket: 'true', queueId: '' };
    const { status, body } = await shop.sendForm(fields, files);
    expect([status, body.ids.length]).toEqual([202, 2]);
    const messages = await messagesIn(body.ticketId);
    expect(messages.map((each: { mediaType: string; body: string }) => [each.mediaType, each.body])).toEqual([
      ['image', 'Fotos'],
      ['image', ''],
    ]);
    expect((await ticketOf(body.ticketId)).status).toBe('closed');
  });

  it('are fetched from where a call says, and from nowhere that is not public', async () => {
    const server = createServer((request, response) => {
      if (request.url?.startsWith('/gone.pdf')) return response.writeHead(404).end();
      if (request.url === '/large.bin') return response.end(Buffer.alloc(300_000));
      return response.writeHead(200, { 'content-disposition': 'inline; filename="foto.jpg"' }).end(photo);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const at = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const send = (path: string) => shop.send({ number: phoneNumber(), mediaUrl: `http://${at}${path}` });
    const refused = await send('/foto');
    expect(refused).toMatchObject({
      ...{ status: 422, body: { code: 'ERR_MEDIA_NOT_FETCHED', errors: [{ field: 'mediaUrl' }] } },
    });
    allowed.add(at);
    const { status, body } = await send('/foto?signature=secret');
    expect(status).toBe(202);
    expect((await messagesIn(body.ticketId))[0]).toMatchObject({ mediaType: 'image' });
    expect(await send('/gone.pdf?signature=secret')).toMatchObject({
      ...{
        status: 422,
        body: { code: 'ERR_MEDIA_NOT_FETCHED', detail: expect.not.stringContaining('secret') },
      },
    });
    expect(await send('/large.bin')).toMatchObject({ status: 413, body: { code: 'ERR_MEDIA_TOO_LARGE' } });
    allowed.delete(at);
    server.close();
  });

  it('are fetched from where the fields of a form say, after those that come with it', async () => {
    const server = createServer((_request, response) => response.end(photo));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const at = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    allowed.add(at);
    const own = { name: '0.jpg', bytes: photo };
    const urls = {
      mediaUrl: `http://${at}/1.jpg`,
      mediaUrls: [`http://${at}/2.jpg`, '', `http://${at}/3.jpg`],
    };
    const { status, body } = await shop.sendForm({ number: phoneNumber(), ...urls }, [own]);
    expect([status, body.ids?.length]).toEqual([202, 4]);
    const names = (await messagesIn(body.ticketId)).map((each: { mediaName: string }) => each.mediaName);
    expect(names).toEqual(['0.jpg', '1.jpg', '2.jpg', '3.jpg']);
    allowed.delete(at);
    server.close();
  });

  it('that a form names by what is no address, or by too many, are refused by the name of the field', async () => {
    const address = 'https://www.example.com/1.jpg';
    for (const [fields, field] of [
      [{ mediaUrl: 'boleto.pdf' }, 'mediaUrl'],
      [{ mediaUrls: [address, 'boleto.pdf'] }, 'mediaUrls.1'],
      [{ mediaUrls: Array<string>(11).fill(address) }, 'mediaUrls'],
    ] as const)
      expect(await shop.sendForm({ number: phoneNumber(), body: 'Oi', ...fields })).toMatchObject({
        ...{ status: 422, body: { code: 'ERR_VALIDATION', errors: [{ field }] } },
      });
  });

  it('go into the next ticket when theirs is closed while they are fetched', async () => {
    const number = phoneNumber();
    const first = await shop.send({ number, body: 'Segue a foto' });
    const { ticketId } = first.body;
    const server = createServer((_request, response) => {
      const context = { ...office.context(), principal: null, actor: { kind: 'system' as const } };
      void harness.commands.ticket
        .close(context, { ticketId, justClose: true })
        .then(must)
        .then(() => response.end(photo));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const at = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    allowed.add(at);
    const { status, body } = await shop.send({ number, mediaUrl: `http://${at}/foto.jpg` });
    expect([status, body.contactId]).toEqual([202, first.body.contactId]);
    expect(body.ticketId).not.toBe(ticketId);
    expect(await messagesIn(ticketId)).toHaveLength(1);
    allowed.delete(at);
    server.close();
  });

  it('that are too large are refused', async () => {
    const file = { name: 'x.bin', bytes: Buffer.alloc(300_000) };
    const answer = await shop.sendForm({ number: phoneNumber() }, [file]);
    expect(answer).toMatchObject({ status: 413, body: { code: 'ERR_MEDIA_TOO_LARGE' } });
    const text = await shop.send({ number: phoneNumber(), body: 'x'.repeat(600_000) });
    expect(text).toMatchObject({ status: 413, body: { code: 'ERR_MEDIA_TOO_LARGE' } });
  });
});

describe('what became of a message', () => {
  const waKey = { id: 'WA1', remoteJid: '1@lid', fromMe: true, participant: null };
  const told = () => ({
    ...office.context(),
    actor: { kind: 'connection' as const, id: connectionId },
  });

  it('is told with its times as far as it has come', async () => {
    const { message } = harness.commands;
    const { body: sent } = await shop.send({ number: phoneNumber(), body: 'Oi' });
    const messageId = sent.id;
    const read = async () => (await shop.get(`messages/${messageId}`)).body;
    expect(await read()).toMatchObject({
      ...{ id: messageId, ticketId: sent.ticketId, number: sent.number, mediaType: 'text' },
      ...{ state: 'queued', sentAt: null, error: null, queuedAt: expect.any(String) },
    });
    must(await message.recordUnconfirmed(told(), { messageId }));
    expect(await read()).toMatchObject({ state: 'unconfirmed', unconfirmedAt: expect.any(String) });
    must(await message.recordSent(told(), { messageId, waKey }));
    must(await message.recordRead(told(), { messageId }));
    must(await message.recordDelivered(told(), { messageId }));
    const whole = await read();
    expect(whole).toMatchObject({
      ...{ state: 'read', sentAt: expect.any(String), deliveredAt: expect.any(String) },
    });
    await harness.caughtUp();
    const { body: list } = await shop.get(`messages?ticketId=${sent.ticketId}`);
    expect(list).toEqual({ messages: [whole], hasMore: false, nextCursor: null });
  });

  it('is told with the reason where it failed', async () => {
    const failed: unknown[] = [];
    for (const [reason, code, whatsappCode] of [
      ['ERR_WAPP_INVALID_CONTACT', 'ERR_WAPP_INVALID_CONTACT', null],
      ['WhatsApp 463', 'ERR_SENDING_WAPP_MSG', 463],
      ['no-answer', 'ERR_WAPP_NO_ANSWER', null],
    ] as const) {
      const { body: sent } = await shop.send({ number: phoneNumber(), body: 'Oi' });
      must(await harness.commands.message.recordFailed(told(), { messageId: sent.id, reason }));
      const { body } = await shop.get(`messages/${sent.id}`);
      expect(body).toMatchObject({ state: 'failed', error: { code, whatsappCode } });
      expect(outsideMessage.parse(body)).toEqual(body);
      failed.unshift(body);
    }
    await harness.caughtUp();
    const { body: list } = await shop.get('messages?state=failed');
    expect(list.messages).toEqual(failed);
  });

  it('has one meaning of when it was sent, wherever that is asked', async () => {
    const { message } = harness.commands;
    const { body: sent } = await shop.send({ number: phoneNumber(), body: 'Oi' });
    const messageId = sent.id;
    const times = async () => {
      const { body: course } = await shop.get(`messages/${messageId}`);
      const { body: content } = await shop.get(`messages/${messageId}/content`);
      expect(content.message).toMatchObject({ sentAt: course.sentAt, queuedAt: course.queuedAt });
      return course.sentAt;
    };
    expect(await times()).toBeNull();
    must(await message.recordUnconfirmed(told(), { messageId }));
    expect(await times()).toBeNull();
    must(await message.recordSent(told(), { messageId, waKey }));
    const first = await times();
    expect(first).toEqual(expect.any(String));
    must(await message.recordFailed(told(), { messageId, reason: 'WhatsApp 463' }));
    expect(await times()).toBe(first);
    must(await message.retry(office.context(), { messageId }));
    expect(await times()).toBeNull();
    must(await message.recordDelivered(told(), { messageId }));
    expect(await times()).toEqual(expect.any(String));
    await office.inbound(connectionId);
    const received = (await eventsOfType(harness.store, 'MessageReceived')).at(-1);
    const { body: came } = await shop.get(`messages/${received?.entityId}/content`);
    expect(came.message).toMatchObject({ sentAt: expect.any(String), queuedAt: null });
    expect((await shop.get(`messages/${received?.entityId}`)).body.sentAt).toBe(came.message.sentAt);
  });

  it('is found by what its sender calls it, by number and by time, in pages', async () => {
    const number = `551198${phoneNumber().slice(-7)}`;
    const since = new Date().toISOString();
    const sent: string[] = [];
    for (const body of ['1', '2', '3']) {
      const { body: answer } = await shop.send({ number, body, externalId: `nota ${number}` });
      sent.unshift(answer.id);
    }
    await harness.caughtUp();
    const idsOf = ({ body }: { body: { messages: { id: string }[] } }) => body.messages.map(({ id }) => id);
    const named = `messages?externalId=${encodeURIComponent(`nota ${number}`)}`;
    expect(idsOf(await shop.get(named))).toEqual(sent);
    const withoutNinth = `${number.slice(0, 4)}${number.slice(5)}`;
    expect(idsOf(await shop.get(`messages?number=${withoutNinth}&since=${since}`))).toEqual(sent);
    expect(idsOf(await shop.get(`messages?number=${phoneNumber()}`))).toEqual([]);
    const first = await shop.get(`${named}&limit=2`);
    expect(first.body).toMatchObject({ hasMore: true });
    const rest = await shop.get(`${named}&limit=2&cursor=${first.body.nextCursor}`);
    expect([...idsOf(first), ...idsOf(rest)]).toEqual(sent);
    expect(rest.body).toMatchObject({ hasMore: false, nextCursor: null });
  });

  it('begin nowhere but where a page ended: another cursor is refused', async () => {
    const day = Buffer.from('2026-02-31T00:00:00.000Z|x').toString('base64url');
    for (const cursor of ['x', '', '%00', day])
      expect(await shop.get(`messages?cursor=${cursor}`)).toMatchObject({
        ...{ status: 422, body: { code: 'ERR_VALIDATION', errors: [{ field: 'cursor' }] } },
      });
  });

  it('is told of what others sent and contacts wrote too, which no list has', async () => {
    const contactId = await office.contact();
    const ticketId = await office.pending({ contactId, connectionId: connectionId, queueId: null });
    const messageId = newId();
    must(await harness.commands.message.queue(office.context(), { messageId, ticketId, body: 'Oi' }));
    expect(await shop.get(`messages/${messageId}`)).toMatchObject({ status: 200, body: { state: 'queued' } });
    await office.inbound(connectionId);
    const received = (await eventsOfType(harness.store, 'MessageReceived')).at(-1);
    const own = { id: newId(), remoteJid: '1@lid', fromMe: true, participant: null };
    await office.inbound(connectionId, { waKey: own });
    const written = (await eventsOfType(harness.store, 'MessageReceived')).at(-1);
    await harness.caughtUp();
    for (const [event, state] of [
      [received, 'received'],
      [written, 'sent'],
    ] as const) {
      const { status, body } = await shop.get(`messages/${event?.entityId}`);
      expect([status, outsideMessage.parse(body)]).toEqual([200, body]);
      expect(body).toMatchObject({ id: event?.entityId, state, queuedAt: null, sentAt: expect.any(String) });
      expect((await shop.get(`messages?ticketId=${body.ticketId}`)).body.messages).toEqual([]);
    }
  });

  it('that was received is told to the company’s keys and to its connection’s token alone', async () => {
    const otherConnectionId = await office.connection([sales]);
    const other = await openOffice(harness);
    const foreignId = await other.connection([await other.queue('Fila', '#00aa00')]);
    const receivedBy = async (by: Office, connection: string) => {
      await by.inbound(connection);
      const received = (await eventsOfType(harness.store, 'MessageReceived')).at(-1);
      return `messages/${received?.entityId}`;
    };
    const [own, elsewhere] = [
      await receivedBy(office, connectionId),
      await receivedBy(office, otherConnectionId),
    ];
    const foreign = await receivedBy(other, foreignId);
    for (const [path, byKey, byToken] of [
      [own, 200, 200],
      [elsewhere, 200, 404],
      [foreign, 404, 404],
    ] as const)
      expect([(await shop.get(path)).status, (await byConnection.get(path)).status]).toEqual([
        byKey,
        byToken,
      ]);
  });
});

describe('the number', () => {
  it('is the same however it is written, with its country', async () => {
    const own = phoneNumber();
    const [, area, rest] = /^55(11)(9.*)$/.exec(own) ?? [];
    const first = await shop.send({ number: own, body: 'Oi' });
    for (const number of [`+${own}`, `+55 (${area}) ${rest}`, ` 0055-${area}-${rest} `])
      expect(await shop.send({ number, body: 'Oi' })).toMatchObject({
        ...{ status: 202, body: { number: own, contactId: first.body.contactId } },
      });
    await harness.caughtUp();
    const listed = await shop.get(`messages?number=${encodeURIComponent(`+55 (${area}) ${rest}`)}`);
    expect(listed.body.messages).toHaveLength(4);
  });

  it('without its country is refused, and the answer says what to write', async () => {
    const detail = 'number: there is no country code: write it first, as in 5511987654321 for Brazil';
    const refused = { status: 422, body: { code: 'ERR_VALIDATION', detail, errors: [{ field: 'number' }] } };
    for (const number of ['11987654321', '(11) 98765-4321', '011 98765-4321'])
      expect(await shop.send({ number, body: 'Oi' })).toMatchObject(refused);
    expect(await shop.sendForm({ number: '11987654321', body: 'Oi' })).toMatchObject(refused);
    expect(await shop.get('messages?number=11987654321')).toMatchObject(refused);
  });

  it.each(['1234567', '1'.repeat(16), '', 'abc', null, 5511987654321, ['5511987654321']])(
    '%j is none',
    async number => {
      const answer = await shop.send({ number, body: 'Oi' });
      expect(answer).toMatchObject({
        ...{ status: 422, body: { code: 'ERR_VALIDATION', errors: [{ field: 'number' }] } },
        headers: { 'content-type': 'application/problem+json' },
      });
    },
  );
});

describe('a call', () => {
  const number = phoneNumber();
  it('with nothing to send is refused', async () => {
    for (const body of [undefined, '', ' \n '])
      expect(await shop.send({ number, body })).toMatchObject({
        ...{ status: 422, body: { code: 'ERR_EMPTY_MESSAGE', errors: [{ field: 'body' }] } },
      });
  });
  it('that cannot be read is refused as such', async () => {
    const headers = { 'content-type': 'application/json' };
    const post = { method: 'POST' as const, url: '/api/messages/send' };
    const type = { 'content-type': 'application/problem+json' };
    expect(await shop.call({ ...post, payload: '{', headers })).toMatchObject({
      ...{ status: 400, headers: type, body: { code: 'ERR_UNREADABLE_BODY', status: 400 } },
    });
    const xml = { 'content-type': 'text/xml' };
    expect(await shop.call({ ...post, payload: '<a/>', headers: xml })).toMatchObject({
      ...{ status: 415, headers: type, body: { code: 'ERR_CONTENT_TYPE', status: 415 } },
    });
    const form = { 'content-type': 'multipart/form-data' };
    expect(await shop.call({ ...post, payload: 'x', headers: form })).toMatchObject({
      ...{ status: 400, headers: type, body: { code: 'ERR_UNREADABLE_BODY' } },
    });
    expect((await shop.call(post)).status).toBe(422);
  });
  it('of no path there is, or that is for screens, is refused as others are', async () => {
    const headers = { 'content-type': 'application/problem+json' };
    for (const [method, url, status, code] of [
      ['GET', '/api/mensagens', 404, 'ERR_NOT_FOUND'],
      ['PATCH', '/api/messages/send', 404, 'ERR_NOT_FOUND'],
      ['POST', '/messages/send', 404, 'ERR_NOT_FOUND'],
      ['GET', '/messages', 404, 'ERR_NOT_FOUND'],
      ['GET', '/api/tickets', 401, 'ERR_UNAUTHENTICATED'],
    ] as const)
      expect(await shop.call({ method, url }), url).toMatchObject({
        ...{ status, headers, body: { code, status, instance: expect.stringContaining(url) } },
      });
    const { body } = await openOutside(harness, undefined).get('mensagens');
    expect(body).toMatchObject({ error: 'ERR_NOT_FOUND' });
  });
  it('in nobody’s name has no signature', async () => {
    const answer = await shop.send({ number, body: 'Oi', sendSignature: true });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'userId' }] } });
  });
  it('with a connection’s token sends by that connection alone', async () => {
    const answer = await byConnection.send({ number, body: 'Oi', whatsappId: newId() });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'whatsappId' }] } });
    const own = await byConnection.send({ number, body: 'Oi', whatsappId: connectionId });
    expect(own.status).toBe(202);
  });
  it('whose token is for something else is refused', async () => {
    const reader = await openKey(harness, admin, ['read']);
    const sender = await openKey(harness, admin, ['send']);
    const scope = { status: 403, body: { code: 'ERR_SCOPE_MISSING' } };
    expect(await reader.send({ number, body: 'Oi' })).toMatchObject(scope);
    expect(await sender.get('messages')).toMatchObject(scope);
    expect(await sender.get(`messages/${newId()}`)).toMatchObject(scope);
  });
  it('without a token that opens something is refused', async () => {
    const unknown = 'blc_'.padEnd(47, 'x');
    for (const token of [undefined, '', 'x', unknown, 'lixo', 'é'])
      expect(await openOutside(harness, token).send({ number, body: 'Oi' })).toMatchObject({
        status: 401,
        body: {
          ...{ code: 'ERR_UNAUTHENTICATED', status: 401, type: expect.any(String) },
          detail: expect.stringContaining(token ? 'not known here' : 'no token'),
        },
      });
  });
  it('names nothing of another company', async () => {
    const other = await openOffice(harness);
    const queueId = await other.queue('Fila', '#00aa00');
    const whatsappId = await other.connection([queueId]);
    const { userId } = await other.user('Alheia');
    const contactId = await other.contact();
    const ticketId = await other.pending({ contactId, connectionId: whatsappId, queueId });
    const messageId = newId();
    must(await harness.commands.message.queue(other.context(), { messageId, ticketId, body: 'Segredo' }));
    await harness.caughtUp();
    for (const foreign of [{ queueId }, { whatsappId }, { userId }, { quotedMessageId: messageId }]) {
      const [field] = Object.keys(foreign);
      const answer = await shop.send({ number: phoneNumber(), body: 'Oi', ...foreign });
      expect(answer).toMatchObject({ status: 404, body: { errors: [{ field }] } });
    }
    expect(await shop.get(`messages/${messageId}`)).toMatchObject({ status: 404 });
    expect((await shop.get(`messages?ticketId=${ticketId}`)).body.messages).toEqual([]);
  });
  it('of a company that is not active any more, or has not paid, is refused', async () => {
    for (const [standing, status] of [
      [{ dueDate: '2020-01-01T00:00:00.000Z' }, 402],
      [{ status: false }, 401],
    ] as const) {
      const over = await openOffice(harness, standing);
      const id = await over.connection();
      await harness.caughtUp();
      const token = 'x'.repeat(43);
      const { renewToken } = await import('../connections/tokens.ts');
      const own = await renewToken(harness.pool, { connectionId: id, companyId: over.companyId });
      expect(own).not.toBe(token);
      expect((await openOutside(harness, own).get('messages')).status).toBe(status);
    }
  });
});
