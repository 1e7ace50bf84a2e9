import { describe, expect, it } from 'vitest';
import type { MessageEvent } from '#domain/message/events.ts';
import { openMemoryTables } from '../kit/memory.ts';
import { type InboxStory, openInboxStory } from '../testing/inbox-story.ts';
import { messageTable } from './message-table.ts';
import { inbox } from './projection.ts';

const told = (write: (story: InboxStory, tell: (event: MessageEvent) => void) => void) => {
  const story = openInboxStory();
  story.opened('t');
  story.queued('m', 't', 'As nev');
  write(story, event => void story.tell('message', story.id('m'), event));
  const tables = openMemoryTables(inbox);
  tables.apply(story.events);
  return tables.row(messageTable, story.id('m'));
};
const request = (story: InboxStory, change: string) => ({
  ...{ messageId: story.id('m'), changeId: story.id(change), connectionId: story.id('c') },
  ...{ waId: change, userId: null },
});
const edit = (story: InboxStory, change: string, body: string): MessageEvent => ({
  type: 'MessageEditRequested',
  data: { ...request(story, change), body },
});
const refused = (story: InboxStory, change: string): MessageEvent => ({
  type: 'MessageChangeRefused',
  data: { messageId: story.id('m'), changeId: story.id(change), reason: 'WhatsApp 479' },
});

describe('the row of a message that is to be changed', () => {
  it('keeps its words until the edit is done', () => {
    expect(told((story, tell) => tell(edit(story, 'e', 'Às nove')))).toMatchObject({
      ...{ body: 'As nev', isEdited: false },
      changes: [{ kind: 'edit', body: 'Às nove', reason: null }],
    });
    const done = told((story, tell) => {
      tell(edit(story, 'e', 'Às nove'));
      const data = { messageId: story.id('m'), changeId: story.id('e'), body: 'Às nove' };
      tell({ type: 'MessageEdited', data });
    });
    expect(done).toMatchObject({ body: 'Às nove', isEdited: true, changes: [] });
  });
  it('keeps a refusal with its reason until the same is asked for again, and what waits beside it', () => {
    const row = told((story, tell) => {
      tell(edit(story, 'first', 'um'));
      tell({ type: 'MessageReactionRequested', data: { ...request(story, 'r'), emoji: '👍' } });
      tell(refused(story, 'first'));
    });
    expect(row?.changes).toMatchObject([
      { kind: 'edit', reason: 'WhatsApp 479' },
      { kind: 'reaction', emoji: '👍', reason: null },
    ]);
    const again = told((story, tell) => {
      tell(edit(story, 'first', 'um'));
      tell(refused(story, 'first'));
      tell(edit(story, 'second', 'dois'));
    });
    expect(again?.changes).toMatchObject([{ body: 'dois', reason: null }]);
  });
  it('has no wishes once it was deleted, whatever is told of them afterwards', () => {
    const row = told((story, tell) => {
      tell({ type: 'MessageDeletionRequested', data: request(story, 'd') });
      tell(edit(story, 'e', 'tarde demais'));
      tell({ type: 'MessageDeleted', data: { messageId: story.id('m'), changeId: story.id('d') } });
      tell(edit(story, 'late', 'mais tarde'));
    });
    expect(row).toMatchObject({ isDeleted: true, body: '', changes: [] });
  });
});

describe('the row of a message on its way', () => {
  const unknown = (story: InboxStory): MessageEvent => ({
    type: 'MessageUnconfirmed',
    data: { messageId: story.id('m') },
  });
  it('is unknown from a try in doubt until the next news', () => {
    expect(told((story, tell) => tell(unknown(story)))).toMatchObject({ state: 'unknown' });
    const sent = told((story, tell) => {
      tell(unknown(story));
      story.sent('m');
      tell(unknown(story));
    });
    expect(sent).toMatchObject({ state: 'sent' });
  });
  it('waits again, without its failure, when it is sent again', () => {
    const retried = (story: InboxStory): MessageEvent => ({
      type: 'MessageRetried',
      data: { messageId: story.id('m'), connectionId: story.id('c'), userId: null },
    });
    const row = told((story, tell) => {
      story.failed('m', 'WhatsApp 463');
      tell(retried(story));
    });
    expect(row).toMatchObject({ state: 'queued', failure: null });
    const again = told((story, tell) => {
      story.failed('m', 'WhatsApp 463');
      tell(retried(story));
      story.failed('m', 'no-answer');
    });
    expect(again).toMatchObject({ state: 'failed', failure: 'no-answer' });
  });
});
