import { describe, expect, it } from 'vitest';
import { given, rejected } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import * as decide from './decide.ts';
import type { Media, MediaType, MessageEvent } from './events.ts';
import { type Message, messageEntity } from './message.ts';

const messageId = idOf(1);
const message = given(messageEntity);
const place = { messageId, ticketId: idOf(2), contactId: idOf(3), connectionId: idOf(4) };
const waKey = { id: 'W1', remoteJid: '1@lid', fromMe: false, participant: null };
const sentAt = '2026-11-21T12:00:00.000Z';
const media: Media = {
  ...{ hash: 'ab'.repeat(32), mime: 'image/jpeg', size: 10, name: null, thumbnail: null },
  ...{ seconds: null, width: 1, height: 1, voice: false, sticker: false },
};

const receivedAs = (mediaType: MediaType): MessageEvent => ({
  type: 'MessageReceived',
  data: { ...place, body: '', mediaType, quotedMessageId: null, waKey, sentAt, senderName: null },
});
const picture = receivedAs('image');
const queued: MessageEvent = {
  type: 'MessageQueued',
  data: {
    ...place,
    ...{ body: '', mediaType: 'image', quotedMessageId: null, waId: '3EB0', userId: null, sentAt, media },
  },
};
const store = (state: Message) => decide.recordMediaStored({ messageId, media }, state);
const fail = (state: Message) => decide.recordMediaFailed({ messageId, reason: 'expired' }, state);
const request = (state: Message) => decide.requestMedia({ messageId }, state);

describe('the file of a message', () => {
  it('is awaited where there is one, and stored once', () => {
    expect(message(picture).state).toMatchObject({ file: 'waiting' });
    const stored = message(picture).when(store);
    expect(stored.after).toMatchObject({ file: 'stored' });
    expect(message(picture, ...stored.events).when(store).decision).toEqual([]);
    expect(message(picture, ...stored.events).when(fail).decision).toEqual([]);
    expect(message(receivedAs('text')).when(store).decision).toEqual([]);
  });
  it('fails once, and is tried again only then', () => {
    expect(message(picture).when(request).decision).toEqual([]);
    const failed = message(picture).when(fail);
    expect(message(picture, ...failed.events).when(fail).decision).toEqual([]);
    const asked = message(picture, ...failed.events).when(request);
    expect(asked.after).toMatchObject({ file: 'waiting' });
    expect(message(picture, ...failed.events).when(store).events).toHaveLength(1);
    expect(message(queued).when(request).decision).toEqual([]);
  });
  it('comes with what is sent', () => {
    expect(message(queued).state).toMatchObject({ file: 'stored' });
  });
  it('is nothing of a message that is deleted or never was', () => {
    const gone: MessageEvent = { type: 'MessageDeleted', data: { messageId } };
    expect(message(picture, gone).when(store).decision).toEqual([]);
    for (const ask of [store, fail, request])
      expect(message().when(ask).decision).toEqual(rejected('ERR_NO_MESSAGE_FOUND'));
  });
});
