import { describe, expect, it } from 'vitest';
import type { Recorded } from '#eventstore/types.ts';
import { openMemoryTables } from '../kit/memory.ts';
import { openInboxStory } from '../testing/inbox-story.ts';
import { erasureTable } from './erasure-tables.ts';
import { messageTable } from './message-table.ts';
import { inbox } from './projection.ts';
import { contactTable } from './record-tables.ts';
import { ticketTable } from './ticket-tables.ts';

/** The person writes to the company and in a group, somebody else does too; then the person is erased. */
const tell = () => {
  const story = openInboxStory();
  const wrote = (event: Recorded, who: string, member?: string): void => {
    const persons = [story.id(who), ...(member ? [story.id(member)] : [])];
    Object.assign(event, { persons });
    Object.assign(event.data, { contactId: story.id(who) });
  };
  story.contact('clara', '5511911112222');
  story.contact('rui', '5511933334444');
  story.contact('club', '120363-1');
  story.opened('t', {}, 'clara');
  wrote(story.received('hello', 't', 'my secret'), 'clara');
  wrote(story.queued('answer', 't', 'dear Clara'), 'clara');
  story.transferred('t', 'sales', 'call Clara back');
  story.opened('other', {}, 'rui');
  wrote(story.received('rui hello', 'other', 'of Rui'), 'rui');
  story.opened('group', { isGroup: true }, 'club');
  wrote(story.received('rui in group', 'group', 'of Rui'), 'club', 'rui in club');
  wrote(story.received('clara in group', 'group', 'my secret'), 'club', 'clara in club');
  return { story, wrote };
};
type Notification = ReturnType<typeof tell>;

const erase = (later: (told: Notification) => void = () => {}) => {
  const told = tell();
  const before = openMemoryTables(inbox);
  before.apply(told.story.events);
  told.story.contactErased('clara', ['clara in club']);
  later(told);
  const { story } = told;
  const tables = openMemoryTables(inbox);
  tables.apply(story.events);
  return {
    ...{ before, tables, story },
    message: (word: string) => tables.row(messageTable, story.id(word)),
    ticket: (word: string) => tables.row(ticketTable, story.id(word)),
  };
};

describe('an erased contact', () => {
  it('is nobody any more', () => {
    const { tables, story } = erase();
    const gone = { name: '', number: '', lid: null, email: null, profilePicUrl: null, removed: true };
    expect(tables.row(contactTable, story.id('clara'))).toMatchObject(gone);
    expect(tables.row(contactTable, story.id('clara'))?.erasedAt).not.toBeNull();
    expect(tables.row(contactTable, story.id('rui'))).toMatchObject({ name: 'rui', erasedAt: null });
  });
  it('leaves messages that say nothing, here and in groups, and those of others as they were', () => {
    const { message, before, tables, story } = erase();
    for (const word of ['hello', 'answer', 'clara in group'])
      expect(message(word)).toMatchObject({ body: '', senderName: null, reactions: [], erased: true });
    for (const word of ['rui hello', 'rui in group'])
      expect(message(word)).toEqual(before.row(messageTable, story.id(word)));
    expect(JSON.stringify(inbox.folds.map(({ table }) => tables.rows(table)))).not.toMatch(/secret|Clara/);
  });
  it('leaves tickets with their counts and times', () => {
    const { ticket, before, story } = erase();
    for (const word of ['t', 'group']) {
      const was = before.row(ticketTable, story.id(word));
      expect(was?.lastMessage).not.toBe('');
      expect(ticket(word)).toEqual({ ...was, lastMessage: '', position: ticket(word)?.position });
    }
    expect(ticket('t')).toMatchObject({ notes: 1, unread: 1 });
    expect(ticket('other')?.lastMessage).toBe('of Rui');
  });
  it('leaves nothing of theirs where it was moved to while they were shown as somebody else', () => {
    const { story, wrote } = tell();
    story.opened('claras', {}, 'clara');
    wrote(story.received('moved', 'claras', 'my secret'), 'clara');
    story.moved('moved', 'other');
    const tables = openMemoryTables(inbox);
    tables.apply(story.events);
    expect(tables.row(ticketTable, story.id('other'))?.lastMessage).toBe('my secret');
    story.contactErased('clara');
    tables.apply(story.events.slice(-1));
    expect(tables.row(ticketTable, story.id('other'))?.lastMessage).toBe('');
  });
  it('leaves a proof', () => {
    const { tables, story } = erase();
    expect(tables.rows(erasureTable)).toMatchObject([
      {
        ...{ id: story.id('clara'), persons: [story.id('clara'), story.id('clara in club')] },
        ...{ userId: null, tickets: 1, messages: 2, notes: 0, media: 0 },
      },
    ]);
  });
});

describe('what comes after an erasure', () => {
  it('moves a message on and brings nothing back', () => {
    const { message, ticket, tables, story } = erase(({ story, wrote }) => {
      story.sent('answer');
      story.about('answer', 'MessageDelivered');
      story.edited('hello', 'my secret anew');
      story.reacted('hello', '👍');
      wrote(story.received('late', 't', 'my secret'), 'clara');
      wrote(story.received('late in group', 'group', 'my secret'), 'club', 'clara in club');
      story.tell('contact', story.id('clara'), {
        type: 'ContactIdentified',
        data: { contactId: story.id('clara'), number: '5511911112222', lid: '77' },
      });
    });
    expect(message('answer')).toMatchObject({ state: 'delivered', body: '' });
    expect(message('hello')).toMatchObject({ body: '', isEdited: false, reactions: [] });
    for (const word of ['late', 'late in group'])
      expect(message(word)).toMatchObject({ body: '', erased: true });
    expect([ticket('t')?.lastMessage, ticket('t')?.unread, ticket('group')?.lastMessage]).toEqual([
      '',
      2,
      '',
    ]);
    expect(tables.row(contactTable, story.id('clara'))).toMatchObject({ number: '', lid: null });
  });
  it('is shown when others say it, in the same batch too', () => {
    const { message, ticket } = erase(({ story, wrote }) => {
      wrote(story.received('rui again', 'group', 'of Rui'), 'club', 'rui in club');
    });
    expect(message('rui again')).toMatchObject({ body: 'of Rui', erased: false });
    expect(ticket('group')?.lastMessage).toBe('of Rui');
  });
  it('comes out the same event by event', () => {
    const { tables, story } = erase(({ story }) => story.edited('rui hello', 'changed'));
    const single = openMemoryTables(inbox);
    for (const event of story.events) single.apply([event]);
    const sorted = (rows: readonly unknown[]) => rows.map(row => JSON.stringify(row)).sort();
    for (const { table } of inbox.folds)
      expect(sorted(single.rows(table))).toEqual(sorted(tables.rows(table)));
  });
});
