import { beforeEach, describe, expect, it } from 'vitest';
import type { Media, MediaHint } from '#domain/message/events.ts';
import { longestBody, mediaPathOf, messagePart } from '#domain/webhook/payloads.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { memoryPersonKeys, type PersonKeyring } from '#eventstore/person-keys.ts';
import { concepts } from '../concepts.ts';
import { newId } from '../ids.ts';
import { createShop, type Shop } from '../testing/shop.ts';
import {
  accepted,
  by,
  byConnection,
  companyId,
  connectionId,
  eventsOfType,
  inbound,
} from '../testing/world.ts';
import { placeOf, readMessage, textsOf, wholeTextsOf } from './message-content.ts';
import { messageFacts } from './message-facts.ts';

let keys: PersonKeyring;
let shop: Shop;
beforeEach(async () => {
  keys = memoryPersonKeys();
  shop = await createShop(openMemoryStore({ keys }));
});

const hint: MediaHint = {
  ...{ name: 'foto.jpg', size: 9, seconds: null, width: 4, height: 3, voice: false, sticker: false },
};
const media: Media = { ...hint, hash: 'ab'.repeat(32), mime: 'image/jpeg', size: 10, thumbnail: null };

const receive = async (change: Parameters<typeof inbound>[0] = {}) => {
  accepted(await shop.commands.message.receive(byConnection(), inbound(change)));
  return (await eventsOfType(shop.store, 'MessageReceived')).at(-1)?.entityId ?? '';
};
const receivePhoto = () => receive({ body: 'Veja', mediaType: 'image', mediaHint: hint });
const queue = async (change: object = {}) => {
  const { ticketId } = await shop.open();
  const messageId = newId();
  const message = { ticketId, messageId, body: 'Oi, Clara', ...change };
  accepted(await shop.commands.message.queue(by(shop.ana), message));
  return messageId;
};
const read = async (messageId: string) => {
  const found = await readMessage(shop, companyId, messageId);
  if (!found) throw new Error('there is no such message');
  return found.facts;
};
const fileOf = async (messageId: string) => {
  const { file, message } = await read(messageId);
  return { file, path: message.media?.path };
};

describe('what a message says', () => {
  it('is told of one that was received, and whose it is', async () => {
    const facts = await read(await receive({ body: 'Tudo bem?' }));
    const { contactId } = shop;
    expect(placeOf(facts)).toMatchObject({
      contactId,
      whatsappId: connectionId,
      fromMe: false,
      externalId: null,
    });
    expect(await textsOf(shop, companyId, facts)).toMatchObject({
      message: { body: 'Tudo bem?', bodyTruncated: false, mediaType: 'text', media: null },
      contact: { name: 'Clara', number: '5511987654321', isGroup: false },
    });
  });

  it('is told of one that was sent, as it is now', async () => {
    const messageId = await queue({ externalId: 'pedido-1042' });
    accepted(await shop.commands.message.recordEdited(byConnection(), { messageId, body: 'Oi, Clara!' }));
    const facts = await read(messageId);
    expect(placeOf(facts)).toMatchObject({ fromMe: true, externalId: 'pedido-1042' });
    expect(facts.message).toMatchObject({ body: 'Oi, Clara!', mediaType: 'text', senderName: null });
    const { message } = await textsOf(shop, companyId, facts);
    expect(messagePart.parse(message)).toEqual(message);
  });

  it('is cut where it is longer than payloads have it, and there alone', async () => {
    const body = 'x'.repeat(longestBody + 1);
    const facts = await read(await receive({ body }));
    const cut = { body: 'x'.repeat(longestBody), bodyTruncated: true };
    expect((await textsOf(shop, companyId, facts)).message).toMatchObject(cut);
    const whole = { body, bodyTruncated: false };
    expect((await wholeTextsOf(shop, companyId, facts)).message).toMatchObject(whole);
  });

  it('is nothing once it was deleted, whatever comes late', async () => {
    const messageId = await receivePhoto();
    accepted(await shop.commands.message.recordMediaStored(byConnection(), { messageId, media }));
    accepted(await shop.commands.message.recordDeleted(byConnection(), { messageId }));
    const empty = { message: { body: '', media: null, mediaType: 'image' }, file: { state: 'none' } };
    expect(await read(messageId)).toMatchObject(empty);
    const { events } = (await readMessage(shop, companyId, messageId)) ?? { events: [] };
    const before = events.flatMap((event): Parameters<typeof messageFacts>[0][number][] =>
      concepts.message.isEvent(event) ? [event] : [],
    );
    const metadata = { at: new Date().toISOString() };
    const late = [
      { type: 'MessageMediaStored' as const, data: { messageId, media }, metadata },
      { type: 'MessageEdited' as const, data: { messageId, body: 'De volta' }, metadata },
    ];
    expect(messageFacts([...before, ...late])).toMatchObject(empty);
  });

  it('is nothing once its contact was erased', async () => {
    const sent = await queue({ media, mediaType: 'image', externalId: 'pedido-1042' });
    const received = await receivePhoto();
    const { commands, admin, contactId, store } = shop;
    const counts = { tickets: 1, messages: 2, notes: 0, media: 1 };
    accepted(await commands.contact.erase(by(admin), { contactId, counts, confirmation: '5511987654321' }));
    await keys.destroy(companyId, [contactId]);
    for (const messageId of [sent, received]) {
      const facts = await read(messageId);
      expect(placeOf(facts).externalId).toBeNull();
      expect(facts.file.state).not.toBe('stored');
      expect(await textsOf({ store }, companyId, facts)).toMatchObject({
        message: { body: '', media: null },
        contact: { name: '', number: '' },
      });
    }
  });

  it('is not of another company, and not of what never was', async () => {
    const messageId = await receive();
    expect(await readMessage(shop, newId(), messageId)).toBeUndefined();
    expect(await readMessage(shop, companyId, newId())).toBeUndefined();
  });
});

describe('the file of a message', () => {
  it('is nowhere to be had before it is stored, nor where it could not be', async () => {
    const messageId = await receivePhoto();
    expect(await fileOf(messageId)).toEqual({ file: { state: 'waiting' }, path: null });
    accepted(await shop.commands.message.recordMediaFailed(byConnection(), { messageId, reason: 'expired' }));
    expect(await fileOf(messageId)).toEqual({ file: { state: 'failed' }, path: null });
    accepted(await shop.commands.message.requestMedia(by(shop.admin), { messageId }));
    expect(await fileOf(messageId)).toEqual({ file: { state: 'waiting' }, path: null });
  });

  it('has a path from then on, with what its bytes say', async () => {
    const messageId = await receivePhoto();
    accepted(await shop.commands.message.recordMediaStored(byConnection(), { messageId, media }));
    const { message, file } = await read(messageId);
    expect(file).toEqual({ state: 'stored', hash: media.hash });
    expect(message.media).toEqual({
      ...{ name: 'foto.jpg', mime: 'image/jpeg', size: 10, path: mediaPathOf(messageId) },
    });
  });

  it('has a path at once where the company sent it', async () => {
    const messageId = await queue({ media, mediaType: 'image' });
    expect(await fileOf(messageId)).toEqual({
      ...{ file: { state: 'stored', hash: media.hash }, path: mediaPathOf(messageId) },
    });
  });

  it('is none of a text, and none that an erased person sent', async () => {
    expect(await fileOf(await receive())).toEqual({ file: { state: 'none' }, path: undefined });
    const messageId = await receivePhoto();
    accepted(await shop.commands.message.recordMediaStored(byConnection(), { messageId, media: null }));
    expect(await fileOf(messageId)).toEqual({ file: { state: 'none' }, path: undefined });
  });
});
