import { beforeEach, describe, expect, it } from 'vitest';
import type { Media } from '#domain/message/events.ts';
import { testType, type WebhookType, webhookTypes } from '#domain/webhook/event-types.ts';
import { mediaPathOf, testPayload, webhookPayload } from '#domain/webhook/payloads.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { memoryPersonKeys, type PersonKeyring } from '#eventstore/person-keys.ts';
import type { EventStore } from '#eventstore/types.ts';
import { newId } from '../ids.ts';
import { createShop, type Shop } from '../testing/shop.ts';
import { accepted, allEvents, by, byConnection, bySystem, connectionId, inbound } from '../testing/world.ts';
import { type Happened, payloadOf } from './payload.ts';
import { typeOfEvent } from './type-of-event.ts';

let keys: PersonKeyring;
let store: EventStore;
let shop: Shop;
beforeEach(async () => {
  keys = memoryPersonKeys();
  store = openMemoryStore({ keys });
  shop = await createShop(store);
});

const media: Media = {
  ...{ name: 'foto.jpg', size: 10, seconds: null, width: 4, height: 3, voice: false, sticker: false },
  ...{ hash: 'ab'.repeat(32), mime: 'image/jpeg', thumbnail: null },
};
const endpoint = { id: newId(), payload: 'full' as 'full' | 'thin', connectionIds: null as string[] | null };
type Parsed = { type: string; timestamp: string; data: Record<string, unknown> };

/** Everything that an endpoint would be told of the log, in its order; what is not to be told is left out. */
const told = async (change: Partial<typeof endpoint> = {}): Promise<Parsed[]> => {
  const deps = { store };
  const bodies: Parsed[] = [];
  for (const event of await allEvents(store)) {
    const type = typeOfEvent(event);
    if (!type) continue;
    const { companyId, category, entityId, revision, position, id } = event;
    const happenedAt = event.metadata.at;
    const happened: Happened = { id, type, companyId, category, entityId, revision, position, happenedAt };
    const payload = await payloadOf(deps, happened, { ...endpoint, ...change });
    if (payload) bodies.push(JSON.parse(payload.body) as Parsed);
  }
  return bodies;
};
const ofType = async (type: WebhookType, change: Partial<typeof endpoint> = {}) =>
  (await told(change)).filter(each => each.type === type).map(({ data }) => data);

/** One of everything that can be told. */
const liveThroughAll = async () => {
  const { commands, admin, ana, bruno, sales, support, contactId } = shop;
  const { ticketId } = await shop.open();
  const messageId = newId();
  accepted(await commands.message.queue(by(ana), { ticketId, messageId, body: 'Oi, Clara' }));
  const waKey = { id: 'WA1', remoteJid: '5511987654321@s.whatsapp.net', fromMe: true, participant: null };
  accepted(await commands.message.recordFailed(byConnection(), { messageId, reason: 'no-answer' }));
  accepted(await commands.message.recordSent(byConnection(), { messageId, waKey }));
  accepted(await commands.message.recordDelivered(byConnection(), { messageId }));
  accepted(await commands.message.recordRead(byConnection(), { messageId }));
  accepted(await commands.message.recordEdited(byConnection(), { messageId, body: 'Oi, Clara!' }));
  accepted(await commands.message.receive(byConnection(), inbound({ body: 'Tudo bem?' })));
  accepted(await commands.message.receive(byConnection(), inbound({ body: 'Veja', mediaType: 'image' })));
  const photo = (await allEvents(store)).at(-1)?.entityId ?? '';
  accepted(await commands.message.recordMediaStored(byConnection(), { messageId: photo, media }));
  const transfer = { ticketId, queueId: support, userId: bruno.userId, notes: 'É urgente' };
  accepted(await commands.ticket.transfer(by(ana), transfer));
  accepted(await commands.ticket.return(by(bruno), { ticketId }));
  accepted(await commands.ticket.accept(by(bruno), { ticketId }));
  accepted(await commands.ticket.close(by(bruno), { ticketId, justClose: false }));
  accepted(await commands.ticket.reopen(by(admin), { ticketId, queueId: sales }));
  accepted(await commands.message.recordDeleted(byConnection(), { messageId }));
  const rename = { contactId, name: 'Clara Dias', email: null, queueId: null };
  accepted(await commands.contact.change(by(admin), rename));
  accepted(
    await commands.connection.recordStatus(byConnection(), {
      ...{ connectionId, status: 'CONNECTED', reason: null, number: '551140028922' },
    }),
  );
  return { ticketId, messageId };
};

describe('payloads', () => {
  it.each(['full', 'thin'] as const)('%s ones are as the catalogue describes them', async payload => {
    await liveThroughAll();
    const bodies = await told({ payload });
    for (const body of bodies) {
      const schema = webhookPayload(body.type as WebhookType);
      expect(schema.parse(body), body.type).toEqual(body);
    }
    const rare = ['ticket.deleted', 'contact.merged', 'contact.removed', 'contact.erased', 'rating.given'];
    const types = new Set(bodies.map(({ type }) => type));
    expect(webhookTypes.filter(type => !types.has(type))).toEqual(rare);
  });

  it('thin ones hold nothing personal', async () => {
    await liveThroughAll();
    expect(JSON.stringify(await told({ payload: 'thin' }))).not.toMatch(/Clara|Oi|Tudo|urgente|5511/);
  });

  it('tell a message as it is, with where it stands and who it is from', async () => {
    await liveThroughAll();
    const [received] = await ofType('message.received');
    expect(received).toMatchObject({
      ...{ fromMe: false, whatsappId: connectionId, contactId: shop.contactId },
      message: { body: 'Tudo bem?', bodyTruncated: false, mediaType: 'text', media: null },
      contact: { name: 'Clara Dias', number: '5511987654321', isGroup: false },
    });
    const [sent] = await ofType('message.sent');
    expect(sent).toMatchObject({ fromMe: true, externalId: null, message: { body: '' } });
    const [failed] = await ofType('message.failed');
    expect(failed).toMatchObject({ reason: 'no-answer' });
  });

  it.each(['full', 'thin'] as const)('%s ones name a message as who sent it does', async payload => {
    const { commands, ana } = shop;
    const { ticketId } = await shop.open();
    const sent = { ticketId, messageId: newId(), body: 'Seu pedido saiu', externalId: 'pedido-1042' };
    accepted(await commands.message.queue(by(ana), sent));
    accepted(
      await commands.message.recordFailed(byConnection(), { messageId: sent.messageId, reason: 'no-answer' }),
    );
    expect(await ofType('message.failed', { payload })).toMatchObject([{ externalId: 'pedido-1042' }]);
  });

  it.each([[['recordPlayed', 'recordRead']], [['recordRead', 'recordPlayed']]] as const)(
    'tell once that a voice note was read, whichever of %j comes first',
    async order => {
      const { commands, ana } = shop;
      const { ticketId } = await shop.open();
      const messageId = newId();
      accepted(await commands.message.queue(by(ana), { ticketId, messageId, body: 'Ouça' }));
      for (const record of order) accepted(await commands.message[record](byConnection(), { messageId }));
      expect(await ofType('message.read')).toMatchObject([{ messageId }]);
    },
  );

  it('tell that the file of a message has come, and where it is got from', async () => {
    const { commands } = shop;
    accepted(await commands.message.receive(byConnection(), inbound({ body: 'Veja', mediaType: 'image' })));
    const messageId = (await allEvents(store)).at(-1)?.entityId ?? '';
    const [told] = await ofType('message.received', { payload: 'thin' });
    expect([told?.messageId, await ofType('message.changed')]).toEqual([messageId, []]);
    accepted(await commands.message.recordMediaStored(byConnection(), { messageId, media }));
    expect(await ofType('message.changed', { payload: 'thin' })).toMatchObject([{ messageId }]);
    const path = mediaPathOf(messageId);
    expect(await ofType('message.changed')).toMatchObject([{ messageId, message: { media: { path } } }]);
  });

  it('tell nothing of the file of a message that a phone had from before', async () => {
    const { commands } = shop;
    const { chat, ...message } = inbound({ body: 'Veja', mediaType: 'image' });
    const history = { connectionId: message.connectionId, chat, messages: [message] };
    expect(await commands.message.importHistory(byConnection(), history)).toEqual({ added: 1 });
    const messageId = (await allEvents(store)).find(({ type }) => type === 'MessageReceived')?.entityId ?? '';
    accepted(await commands.message.requestMedia(bySystem(), { messageId }));
    accepted(await commands.message.recordMediaStored(byConnection(), { messageId, media }));
    expect(await ofType('message.received')).toEqual([]);
    expect(await ofType('message.changed')).toEqual([]);
  });

  it('tell nothing of what a phone had from before, whatever becomes of it, but for a ticket that lives again', async () => {
    const { commands, admin, sales } = shop;
    const key = { remoteJid: '77001@lid', participant: null };
    const messages = [false, true].map(fromMe => {
      const { chat: _, ...message } = inbound({
        body: 'Há tempos',
        waKey: { ...key, id: `H${fromMe}`, fromMe },
      });
      return message;
    });
    const { chat } = inbound();
    const ofTalk = async () =>
      (await told()).flatMap(({ type }) => (type.startsWith('contact.') ? [] : [type]));
    const before = (await ofTalk()).length;
    await commands.message.importHistory(byConnection(), { connectionId, chat, messages });
    const ids = async (type: string) =>
      (await allEvents(store)).flatMap(each => (each.type === type ? [each.entityId] : []));
    for (const messageId of await ids('MessageReceived')) {
      accepted(await commands.message.recordRead(byConnection(), { messageId }));
      accepted(await commands.message.recordEdited(byConnection(), { messageId, body: 'Há muito tempo' }));
      accepted(await commands.message.recordDeleted(byConnection(), { messageId }));
    }
    expect((await ofTalk()).slice(before)).toEqual([]);
    const [ticketId = ''] = (await ids('TicketOpened')).slice(-1);
    accepted(await commands.ticket.reopen(by(admin), { ticketId, queueId: sales }));
    expect((await ofTalk()).slice(before)).toEqual(['ticket.reopened']);
    accepted(await commands.ticket.delete(by(admin), { ticketId }));
    expect((await ofTalk()).slice(before)).toEqual(['ticket.reopened', 'ticket.deleted']);
  });

  it('tell nothing of a ticket of imported history that is deleted', async () => {
    const { commands, admin } = shop;
    const { chat, ...message } = inbound({ body: 'Há tempos' });
    const ofTalk = async () =>
      (await told()).flatMap(({ type }) => (type.startsWith('contact.') ? [] : [type]));
    const before = (await ofTalk()).length;
    await commands.message.importHistory(byConnection(), { connectionId, chat, messages: [message] });
    const opened = (await allEvents(store)).findLast(({ type }) => type === 'TicketOpened');
    accepted(await commands.ticket.delete(by(admin), { ticketId: opened?.entityId ?? '' }));
    expect((await ofTalk()).slice(before)).toEqual([]);
  });

  it('tell what a message says that could not be read when it came', async () => {
    const { commands } = shop;
    const unreadable = inbound({ body: '', mediaType: 'unavailable' });
    accepted(await commands.message.receive(byConnection(), unreadable));
    const messageId = (await allEvents(store)).at(-1)?.entityId ?? '';
    const text = { body: 'Tudo bem?', mediaType: 'text' as const, quotedMessageId: null };
    accepted(await commands.message.recoverContent(byConnection(), { messageId, ...text }));
    expect(await ofType('message.changed')).toMatchObject([{ messageId, message: { body: 'Tudo bem?' } }]);
  });

  it.each([
    ['that another ticket has it', { type: 'MessageMoved', data: {} }, 'message.changed'],
    ['of no file of an erased person', { type: 'MessageMediaStored', data: { media: null } }, undefined],
  ])('tell of a message %s', (_, event, type) => {
    expect(typeOfEvent(event as Parameters<typeof typeOfEvent>[0])).toBe(type);
  });

  it('tell a ticket as it was then', async () => {
    await liveThroughAll();
    const { sales, support, ana, bruno } = shop;
    const at = async (type: WebhookType) =>
      (await ofType(type)).map(({ status, queueId, userId }) => [status, queueId, userId]);
    expect(await at('ticket.opened')).toEqual([['open', sales, ana.userId]]);
    expect(await at('ticket.transferred')).toEqual([['open', support, bruno.userId]]);
    expect(await at('ticket.returned')).toEqual([['pending', support, null]]);
    expect(await at('ticket.closed')).toEqual([['closed', support, bruno.userId]]);
    expect(await at('ticket.reopened')).toEqual([['pending', sales, null]]);
    expect((await ofType('ticket.transferred'))[0]).toMatchObject({ notes: 'É urgente' });
  });

  it('tell of a deletion, a removal and an erasure', async () => {
    const { ticketId } = await liveThroughAll();
    const { commands, admin, contactId } = shop;
    accepted(await commands.ticket.delete(by(admin), { ticketId }));
    expect((await ofType('ticket.deleted'))[0]).toMatchObject({ ticketId, contactId, status: 'deleted' });
    accepted(await commands.contact.remove(by(admin), { contactId }));
    expect(await ofType('contact.removed')).toMatchObject([{ contactId }]);
  });

  it('of who was erased are empty, and stay so', async () => {
    await liveThroughAll();
    const { commands, admin, contactId } = shop;
    const counts = { tickets: 1, messages: 2, notes: 1, media: 0 };
    accepted(await commands.contact.erase(by(admin), { contactId, counts, confirmation: '5511987654321' }));
    await keys.destroy(admin.companyId, [contactId]);
    const bodies = await told();
    expect(JSON.stringify(bodies)).not.toMatch(/Clara|Oi|Tudo|urgente|5511987654321/);
    expect(await ofType('contact.erased')).toMatchObject([{ contactId }]);
    for (const body of bodies) expect(webhookPayload(body.type as WebhookType).parse(body)).toEqual(body);
  });

  it('are smaller than 20 kB, whatever was written', async () => {
    for (const body of ['x'.repeat(60_000), '\u0001'.repeat(60_000), '😀'.repeat(30_000)])
      accepted(await shop.commands.message.receive(byConnection(), inbound({ body })));
    const received = await ofType('message.received');
    expect(received).toHaveLength(3);
    for (const data of received) {
      expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(20_000);
      expect(data.message).toMatchObject({ bodyTruncated: true });
      expect(webhookPayload('message.received').shape.data.safeParse(data).success).toBe(true);
    }
  });

  it('are not of connections that the endpoint does not want', async () => {
    await liveThroughAll();
    const types = (await told({ connectionIds: [newId()] })).map(({ type }) => type.split('.')[0]);
    expect(new Set(types)).toEqual(new Set(['contact']));
  });

  it('are not of what a phone had from before', () => {
    const event = { type: 'MessageReceived', data: { history: true } };
    expect(typeOfEvent(event as Parameters<typeof typeOfEvent>[0])).toBeUndefined();
    const opened = { type: 'TicketOpened', data: { status: 'closed' } };
    expect(typeOfEvent(opened as Parameters<typeof typeOfEvent>[0])).toBeUndefined();
  });

  it('of a test say which endpoint it is', async () => {
    const happened: Happened = {
      ...{ id: newId(), type: testType, companyId: newId(), category: 'webhook', entityId: endpoint.id },
      ...{ revision: 0, position: 0, happenedAt: new Date().toISOString() },
    };
    const payload = await payloadOf({ store }, happened, endpoint);
    const body: unknown = JSON.parse(payload?.body ?? '');
    expect(testPayload.parse(body)).toEqual(body);
  });
});
