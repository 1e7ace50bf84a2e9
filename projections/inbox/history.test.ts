import { describe, expect, it } from 'vitest';
import { openMemoryTables } from '../kit/memory.ts';
import { type InboxStory, openInboxStory } from '../testing/inbox-story.ts';
import { historyTable, noteTable } from './history-tables.ts';
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
  for (const table of [historyTable, noteTable])
    expect(single.rows(table).length).toBe(tables.rows(table).length);
  return {
    story,
    tables,
    actions: tables.rows(historyTable).toSorted((one, other) => one.placed - other.placed),
    notes: tables.rows(noteTable),
    ticket: tables.row(ticketTable, story.id('t')),
  };
};

describe('the history of a ticket', () => {
  it('has a row for each thing done, with whom, where and why', () => {
    const { actions, story } = told(story => {
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
    expect(actions).toMatchObject([
      { action: 'opened', queueId: id('sales'), toUserId: null, notes: null, actor: 'system' },
      { action: 'accepted', queueId: id('sales'), toUserId: id('ana') },
      { action: 'transferred', queueId: id('support'), toUserId: null, notes: 'quer reembolso' },
      { action: 'tagged', tagIds: [id('vip')] },
      { action: 'returned', reason: 'attendant-removed' },
      { action: 'closed', reason: null },
      { action: 'closed', reason: 'auto-close' },
    ]);
    expect(actions.map(({ placed }) => placed)).toEqual(
      story.events.slice(1).map(({ position }) => position),
    );
    expect(new Set(actions.map(({ contactId }) => contactId))).toEqual(new Set([id('clara')]));
  });

  it('names the person who acted, and the contact for what their writing caused', () => {
    const { actions, story } = told(({ closed, id }) => {
      Object.assign(closed('t').metadata, { actor: { kind: 'user', id: id('ana') } });
      Object.assign(closed('t').metadata, { actor: { kind: 'connection', id: id('connection') } });
      Object.assign(closed('t').metadata, { actor: { kind: 'policy', name: 'p' } });
    });
    expect(actions.slice(1).map(({ actor, userId }) => [actor, userId])).toEqual([
      ['user', story.id('ana')],
      ['contact', null],
      ['policy', null],
    ]);
  });

  it('says nothing of what is only read or written, and nothing of a ticket that is not there', () => {
    const { actions } = told(({ received, read, tagged }) => {
      received('m', 't');
      read('t');
      tagged('unknown', 'vip');
    });
    expect(actions.map(({ action }) => action)).toEqual(['opened']);
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
    const { notes, actions, ticket, tables } = told(({ noted, noteDeleted }) => {
      noted('t', 'n', 'palavras');
      noteDeleted('t', 'n');
    });
    expect([notes, ticket?.notes]).toEqual([[], 0]);
    expect(actions.map(({ action, notes }) => [action, notes])).toEqual([
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
