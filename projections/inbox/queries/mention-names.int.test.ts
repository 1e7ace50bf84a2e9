import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyEvent } from '#domain/catalogue.ts';
import type { Mention } from '#domain/message/events.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { openInboxStory } from '../../testing/inbox-story.ts';
import { openReadModel, type ReadModel } from '../../testing/read-model.ts';
import { appendStory, company, idOf } from '../../testing/story.ts';
import { listMessages } from './messages.ts';
import { ticketsByIds } from './tickets.ts';

let model: ReadModel;

/** Bia is a contact, Caio wrote in the group before, nobody knows Duda. */
beforeAll(async () => {
  model = await openReadModel();
  const store = openMemoryStore();
  const story = openInboxStory();
  story.companyCreated('Ours');
  story.connection();
  story.contact();
  story.tell('contact', idOf('bia'), {
    type: 'ContactCreated',
    data: {
      ...{ contactId: idOf('bia'), name: 'Bia', number: '5511955554444', lid: '905511943947' },
      ...{ email: null, isGroup: false, queueId: null },
    },
  });
  story.opened('t');
  const mention = (token: string, more: Partial<Mention> = {}) => ({
    token,
    personId: null,
    me: false,
    ...more,
  });
  const received = (word: string, body: string, mentions: Mention[] | null = null) =>
    story.tell('message', idOf(word), {
      type: 'MessageReceived',
      data: {
        ...{ messageId: idOf(word), ticketId: idOf('t'), contactId: idOf('contact') },
        ...{ connectionId: idOf('connection'), body, mediaType: 'text', quotedMessageId: idOf('first') },
        parts: [
          {
            kind: 'quote',
            of: 'message',
            fromMe: false,
            author: '905511943947',
            text: 'Oi',
            mediaType: 'text',
          },
          { kind: 'words' },
        ],
        ...(mentions ? { mentions } : {}),
        waKey: { id: word, remoteJid: '9@g.us', fromMe: false, participant: '44@lid' },
        ...{ sentAt: '2026-01-05T12:00:00.000Z', senderName: word === 'first' ? 'Caio' : null },
      },
    });
  await appendStory(store, story.events);
  const first = received('first', 'Oi');
  const { id, stream, data, metadata } = first;
  const event = { type: first.type, data } as AnyEvent;
  // A member of a group is a person beside the group.
  await store.append(stream, -1, [{ id, event, metadata, persons: [idOf('contact'), idOf('caio')] }]);
  model.run(store);
  const before = story.events.length;
  received('by name', '@905511943947 e @5511955554444 confirmam?', [
    mention('905511943947'),
    mention('5511955554444'),
  ]);
  received('others', '@44444444 @55555555 @66666666', [
    mention('44444444', { personId: idOf('caio') }),
    mention('55555555'),
    mention('66666666', { me: true }),
  ]);
  await model.shown(await appendStory(store, story.events.slice(before)));
});
afterAll(() => model.close());

const messages = async () => (await model.tenants.read(company, db => listMessages(db, idOf('t')))).messages;

describe('who is mentioned', () => {
  it('stands in the words by name, where the name is known', async () => {
    const bodies = (await messages()).map(({ body }) => body);
    expect(bodies).toEqual(['Oi', '@Bia e @Bia confirmam?', '@Caio @55555555 @connection']);
  });

  it('stands in the lists by name', async () => {
    const [ticket] = await model.tenants.read(company, db => ticketsByIds(db, [idOf('t')]));
    expect(ticket?.lastMessage).toBe('@Caio @55555555 @connection');
  });

  it('leaves the quoted words out where their message is here', async () => {
    expect((await messages()).at(-1)).toMatchObject({
      quotedMsg: { id: idOf('first'), body: 'Oi' },
      parts: [{ kind: 'words' }],
    });
  });
});
