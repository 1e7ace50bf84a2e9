import { describe, expect, it } from 'vitest';
import { openMemoryTables } from '../kit/memory.ts';
import { type InboxStory, openInboxStory } from '../testing/inbox-story.ts';
import { deedTable, noteTable } from './deed-tables.ts';
import { inbox } from './projection.ts';
import { ticketTable } from './ticket-tables.ts';

const told = (write: (story: InboxStory) => void) => {
  const story = openInboxStory();
  story.contact('clara');
  story.opened('t', { queue: 'sales' }, 'clara');
  write(story);
  const tables = openMemoryTables(inbox);
  tables.apply(story.events);
  const single = openMemoryTables(inbox);
  for (const event of story.events) single.apply([event]);
  for (const table of [deedTable, noteTable])
    expect(single.rows(table).length).toBe(tables.rows(table).length);
  return {
    story,
    tables,
    deeds: tables.rows(deedTable).toSorted((one, other) => one.placed - other.placed),
    notes: tables.rows(noteTable),
    ticket: tables.row(ticketTable, story.id('t')),
  };
};

describe('the history of a ticket', () => {
  it('has a row for each thing done, with whom, where and why', () => {
    const { deeds, story } = told(story => {
      const { accepted, transferred, tagged, closed, id } = story;
      accepted('t', 'ana', 'sales');
      transferred('t', 'support', 'quer reembolso');
      tagged('t', 'vip');
      story.tell('ticket', id('t'), {
        type: 'TicketReturned',
        data: { ticketId: id('t'), reason: 'attendant-removed' },
      });
      closed('t');
      story.tell('ticket', id('t'), {
        type: 'TicketClosed',
        data: { ticketId: id('t'), userId: null, justClose: true, reason: 'auto-close' },
      });
    });
    const id = (word: string) => story.id(word);
    expect(deeds).toMatchObject([
      { deed: 'opened', queueId: id('sales'), toUserId: null, notes: null, actor: 'system' },
      { deed: 'accepted', queueId: id('sales'), toUserId: id('ana') },
      { deed: 'transferred', queueId: id('support'), toUserId: null, notes: 'quer reembolso' },
      { deed: 'tagged', tagIds: [id('vip')] },
      { deed: 'returned', reason: 'attendant-removed' },
      { deed: 'closed', reason: null },
      { deed: 'closed', reason: 'auto-close' },
    ]);
    expect(deeds.map(({ placed }) => placed)).toEqual(story.events.slice(1).map(({ position }) => position));
    expect(new Set(deeds.map(({ contactId }) => contactId))).toEqual(new Set([id('clara')]));
  });

  it('names the person who acted, and the contact for what their writing caused', () => {
    const { deeds, story } = told(({ closed, id }) => {
      Object.assign(closed('t').metadata, { actor: { kind: 'user', id: id('ana') } });
      Object.assign(closed('t').metadata, { actor: { kind: 'connection', id: id('connection') } });
      Object.assign(closed('t').metadata, { actor: { kind: 'policy', name: 'p' } });
    });
    expect(deeds.slice(1).map(({ actor, userId }) => [actor, userId])).toEqual([
      ['user', story.id('ana')],
      ['contact', null],
      ['policy', null],
    ]);
  });

  it('says nothing of what is only read or written, and nothing of a ticket that is not there', () => {
    const { deeds } = told(({ received, read, tagged }) => {
      received('m', 't');
      read('t');
      tagged('unknown', 'vip');
    });
    expect(deeds.map(({ deed }) => deed)).toEqual(['opened']);
  });
});

describe('a note', () => {
  it('stands with its writer and is counted, and moves the ticket in no list', () => {
    const { notes, ticket, story } = told(({ noted }) => noted('t', 'n', 'ligar amanhã', 'ana'));
    expect(notes).toMatchObject([
      { id: story.id('n'), contactId: story.id('clara'), userId: story.id('ana'), note: 'ligar amanhã' },
    ]);
    expect(ticket).toMatchObject({ notes: 1, revision: 1, updatedAt: ticket?.createdAt });
  });

  it('that is deleted leaves its words nowhere', () => {
    const { notes, deeds, ticket, tables } = told(({ noted, noteDeleted }) => {
      noted('t', 'n', 'palavras');
      noteDeleted('t', 'n');
    });
    expect([notes, ticket?.notes]).toEqual([[], 0]);
    expect(deeds.map(({ deed, notes }) => [deed, notes])).toEqual([
      ['opened', null],
      ['noted', null],
      ['noteDeleted', null],
    ]);
    expect(JSON.stringify(inbox.folds.map(({ table }) => tables.rows(table)))).not.toContain('palavras');
  });

  it('says nothing any more once its contact is erased, and nor do transfers, whenever they come', () => {
    const { notes, ticket, tables } = told(story => {
      story.noted('t', 'early', 'palavras');
      story.transferred('t', 'support', 'mais palavras');
      story.contactErased('clara');
      story.noted('t', 'late', 'palavras tardias');
    });
    expect(notes.map(({ note }) => note)).toEqual(['', '']);
    expect(ticket?.notes).toBe(3);
    expect(JSON.stringify(inbox.folds.map(({ table }) => tables.rows(table)))).not.toContain('palavras');
  });
});
