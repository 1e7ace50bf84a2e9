import { describe, expect, it } from 'vitest';
import type { MessageEvent } from '#domain/message/events.ts';
import type { Part } from '#domain/message/parts.ts';
import { openMemoryTables } from '../kit/memory.ts';
import { type InboxStory, openInboxStory } from '../testing/inbox-story.ts';
import { messageTable } from './message-table.ts';
import { inbox } from './projection.ts';

const quote: Part = { kind: 'quote', of: 'status', fromMe: true, text: 'Saia azul', mediaType: 'text' };
const words: Part = { kind: 'words' };

const row = (write: (story: InboxStory, happen: (event: MessageEvent) => void) => void = () => undefined) => {
  const story = openInboxStory();
  story.opened('t');
  const happen = (event: MessageEvent) => void story.tell('message', story.id('m'), event);
  happen({
    type: 'MessageReceived',
    data: {
      ...{ messageId: story.id('m'), ticketId: story.id('t'), contactId: story.id('contact') },
      ...{ connectionId: story.id('connection'), body: 'Quanto?', mediaType: 'text', quotedMessageId: null },
      parts: [quote, words],
      mentions: [{ token: '1234567', personId: null, me: false }],
      waKey: { id: 'm', remoteJid: 'x@s', fromMe: false, participant: null },
      ...{ sentAt: '2026-01-05T12:00:00.000Z', senderName: null },
    },
  });
  write(story, happen);
  const tables = openMemoryTables(inbox);
  tables.apply(story.events);
  return tables.row(messageTable, story.id('m'));
};

describe('what a message shows beside its words', () => {
  it('is found by a search, what it quotes too', () => {
    expect(row()).toMatchObject({ parts: [quote, words], sought: 'quanto? saia azul' });
  });

  it('keeps what it answers when it is edited', () => {
    const edited = row(story => story.edited('m', 'Qual o preço?'));
    expect(edited).toMatchObject({ body: 'Qual o preço?', parts: [quote, words] });
  });

  it('says that it was edited where nobody here can read it, until an edit that can be', () => {
    const unread: MessageEvent = {
      type: 'MessageEditUnreadable',
      data: { messageId: openInboxStory().id('m') },
    };
    expect(row((_, happen) => happen(unread))).toMatchObject({ body: 'Quanto?', editUnread: true });
    const read = row((story, happen) => {
      happen(unread);
      story.edited('m', 'Qual?');
    });
    expect(read).toMatchObject({ body: 'Qual?', editUnread: false });
  });

  it('goes with the message when that is deleted, and with the person who is erased', () => {
    const gone = { body: '', sought: '', parts: null, mentions: null };
    expect(row(story => story.about('m', 'MessageDeleted'))).toMatchObject(gone);
    expect(row(story => story.contactErased())).toMatchObject(gone);
  });
});
