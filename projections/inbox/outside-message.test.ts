import { describe, expect, it } from 'vitest';
import type { MessageEvent } from '#domain/message/events.ts';
import { openMemoryTables } from '../kit/memory.ts';
import { type InboxStory, openInboxStory } from '../testing/inbox-story.ts';
import { tellOutside } from '../testing/outside-story.ts';
import { apiKeyTable } from './api-key-fold.ts';
import { outsideMessageTable } from './outside-message-table.ts';
import { inbox } from './projection.ts';
import { courseOf } from './queries/outside-messages.ts';

const waKey = { id: 'W', remoteJid: '1@lid', fromMe: true, participant: null };
type Of<Type extends MessageEvent['type']> = Extract<MessageEvent, { type: Type }>;
const events = (messageId: string) => ({
  unconfirmed: { type: 'MessageUnconfirmed', data: { messageId } } satisfies Of<'MessageUnconfirmed'>,
  sent: { type: 'MessageSent', data: { messageId, waKey } } satisfies Of<'MessageSent'>,
  delivered: { type: 'MessageDelivered', data: { messageId } } satisfies Of<'MessageDelivered'>,
  read: { type: 'MessageRead', data: { messageId } } satisfies Of<'MessageRead'>,
  played: { type: 'MessagePlayed', data: { messageId } } satisfies Of<'MessagePlayed'>,
  failed: { type: 'MessageFailed', data: { messageId, reason: '463' } } satisfies Of<'MessageFailed'>,
  retried: {
    ...{ type: 'MessageRetried', data: { messageId, connectionId: messageId, userId: null } },
  } satisfies Of<'MessageRetried'>,
  deleted: { type: 'MessageDeleted', data: { messageId } } satisfies Of<'MessageDeleted'>,
});
type Name = keyof ReturnType<typeof events>;

const rowsAfter = (write: (story: InboxStory) => void) => {
  const story = openInboxStory();
  story.contact();
  tellOutside(story, 'outside');
  write(story);
  const tables = openMemoryTables(inbox);
  for (const event of story.events) tables.apply([event]);
  return { story, tables, row: tables.row(outsideMessageTable, story.id('outside')) };
};
const after = (...names: readonly Name[]) =>
  rowsAfter(story => {
    for (const name of names) story.tell('message', story.id('outside'), events(story.id('outside'))[name]);
  });
const time = expect.any(String);

describe('what a program sent', () => {
  it.each([
    [[], { state: 'queued', sentAt: null, failure: null, externalId: 'p 1' }],
    [['unconfirmed'], { state: 'unconfirmed', unconfirmedAt: time, sentAt: null }],
    [['unconfirmed', 'sent'], { state: 'sent', sentAt: time, deliveredAt: null }],
    [['delivered', 'sent'], { state: 'delivered', sentAt: time, deliveredAt: time, readAt: null }],
    [['sent', 'played', 'read'], { state: 'read', deliveredAt: time, readAt: time }],
    [['failed'], { state: 'failed', failure: '463', failedAt: time }],
    [['failed', 'sent'], { state: 'sent', failure: null, failedAt: time }],
    [['failed', 'retried'], { state: 'queued', failure: null, failedAt: time }],
    [['sent', 'failed'], { state: 'failed', failure: '463', sentAt: time, failedAt: time }],
    [['sent', 'failed', 'delivered'], { state: 'delivered', failure: null, deliveredAt: time }],
    [['sent', 'failed', 'retried'], { state: 'queued', failure: null, sentAt: null, failedAt: time }],
    [['delivered', 'failed'], { state: 'delivered', failure: null, failedAt: null }],
    [['deleted', 'failed'], { state: 'deleted', failure: null, failedAt: null }],
    [['sent', 'deleted', 'read'], { state: 'deleted' }],
  ] as const)('stands after %j so far', (names, expected) => {
    const { row, story } = after(...names);
    expect(row).toMatchObject(expected);
    const own = story.events.filter(({ entityId }) => entityId === story.id('outside'));
    expect(row).toMatchObject({ ...courseOf(own) });
  });

  it('loses its own name with the person', () => {
    const { row } = rowsAfter(story => {
      const persons = [story.id('contact')];
      const counts = { tickets: 0, messages: 1, notes: 0, media: 0 };
      const data = { contactId: story.id('contact'), persons, counts };
      story.tell('contact', story.id('contact'), { type: 'ContactErased', data });
    });
    expect(row).toMatchObject({ externalId: null, state: 'queued' });
  });

  it('is not what attendants and machines of ours send', () => {
    const { tables, story } = rowsAfter(told => {
      const [first] = told.events.filter(({ type }) => type === 'MessageQueued');
      if (first?.type !== 'MessageQueued') throw new Error('nothing was sent');
      const data = { ...first.data, messageId: told.id('own') };
      told.tell('message', told.id('own'), { type: 'MessageQueued', data });
    });
    expect(tables.row(outsideMessageTable, story.id('own'))).toBeUndefined();
  });
});

describe('what a program looks up and did not send', () => {
  const sentAt = '2026-01-05T12:00:00.000Z';
  const lookedUp = (fromMe: boolean, ...names: readonly Name[]) => {
    const story = openInboxStory();
    const messageId = story.id('m');
    const place = { ticketId: story.id('t'), contactId: story.id('c'), connectionId: story.id('w') };
    const content = { body: '', mediaType: 'unavailable' as const, quotedMessageId: null };
    const data = { messageId, ...place, ...content, sentAt, senderName: null, waKey: { ...waKey, fromMe } };
    story.tell('message', messageId, { type: 'MessageReceived', data });
    const text = { messageId, body: 'Oi', mediaType: 'text' as const, quotedMessageId: null };
    story.tell('message', messageId, { type: 'MessageContentRecovered', data: text });
    for (const name of names) story.tell('message', messageId, events(messageId)[name]);
    return courseOf(story.events);
  };
  const never = { queuedAt: null, deliveredAt: null, readAt: null };
  it.each([
    [false, [], { ...never, state: 'received', sentAt, mediaType: 'text', externalId: null }],
    [false, ['deleted'], { ...never, state: 'deleted', sentAt }],
    [true, [], { ...never, state: 'sent', sentAt }],
    [true, ['read'], { state: 'read', sentAt, queuedAt: null, deliveredAt: time, readAt: time }],
  ] as const)('stands, written by the company’s phone: %s, after %j so far', (fromMe, names, expected) => {
    expect(lookedUp(fromMe, ...names)).toMatchObject(expected);
  });
});

it('a key that is revoked stays, with the time', () => {
  const { tables, story } = rowsAfter(told => {
    const data = { apiKeyId: told.id('shop'), userId: null };
    told.tell('apikey', told.id('shop'), { type: 'ApiKeyRevoked', data });
  });
  expect(tables.row(apiKeyTable, story.id('shop'))).toMatchObject({ name: 'Loja', revokedAt: time });
});
