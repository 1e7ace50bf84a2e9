import { describe, expect, it } from 'vitest';
import { openMemoryTables } from '../kit/memory.ts';
import { type InboxStory, openInboxStory } from '../testing/inbox-story.ts';
import { historyTable } from './history-tables.ts';
import { inbox } from './projection.ts';
import { notChosenYet, tallyTable, ticketTable } from './ticket-tables.ts';

const told = (write: (story: InboxStory) => void) => {
  const story = openInboxStory();
  story.opened('a', { queue: null });
  write(story);
  const tables = openMemoryTables(inbox);
  tables.apply(story.events);
  return { tables, story, ticket: () => tables.row(ticketTable, story.id('a')) };
};

describe('a ticket whose contact is in the menu', () => {
  it('shows since when it stands there, whatever is answered wrongly', () => {
    const { story, ticket, tables } = told(({ inMenu }) => {
      inMenu('a');
      inMenu('a', null, null, 1);
    });
    const [, first] = story.events;
    expect(ticket()).toMatchObject({ inMenu: true, menuSince: first?.metadata.at, queueId: null });
    expect(tables.rows(tallyTable)).toMatchObject([{ queueId: notChosenYet, tickets: 1 }]);
  });
  it('is in the queue that was chosen, at its options', () => {
    const { story, ticket } = told(({ inMenu }) => {
      inMenu('a');
      inMenu('a', 'sales', 'option');
    });
    const optionId = story.id('option');
    expect(ticket()).toMatchObject({ inMenu: true, queueId: story.id('sales'), menu: { optionId } });
    expect(ticket()?.menuSince).toBe(story.events.at(-1)?.metadata.at);
  });
  it('is out of it when it left, was accepted, or closed', () => {
    const over = { inMenu: false, menuSince: null };
    expect(told(s => [s.inMenu('a'), s.outOfMenu('a', 'sales')]).ticket()).toMatchObject(over);
    expect(told(s => [s.inMenu('a'), s.accepted('a', 'ana')]).ticket()).toMatchObject(over);
    expect(told(s => [s.inMenu('a'), s.closed('a')]).ticket()).toMatchObject(over);
  });
  it('is marked where machines have said enough, until somebody accepts it', () => {
    const marked = told(s => [s.inMenu('a'), s.outOfMenu('a', 'sales', 'limited')]);
    expect(marked.ticket()).toMatchObject({ limited: true, status: 'pending' });
    const accepted = told(s => [s.outOfMenu('a', 'sales', 'limited'), s.accepted('a', 'ana')]);
    expect(accepted.ticket()).toMatchObject({ limited: false, status: 'open' });
  });
  it('says in its history why it left', () => {
    const { tables, story } = told(({ outOfMenu }) => outOfMenu('a', 'sales', 'silent'));
    const entry = { action: 'menuLeft', reason: 'silent', queueId: story.id('sales') };
    expect(tables.rows(historyTable)).toContainEqual(expect.objectContaining(entry));
  });
});
