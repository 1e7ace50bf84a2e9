import { expect, it } from 'vitest';
import { openMemoryTables } from '../kit/memory.ts';
import { recordTables } from '../records/record-tables.ts';
import { type InboxStory, openInboxStory } from '../testing/inbox-story.ts';
import { inbox } from './projection.ts';
import { ticketTable, ticketTagTable } from './ticket-tables.ts';

const told = (write: (story: InboxStory) => void) => {
  const story = openInboxStory();
  for (const word of ['vip', 'late']) story.tag(word);
  story.opened('a');
  story.opened('b');
  write(story);
  const tables = openMemoryTables(inbox);
  tables.apply(story.events);
  const single = openMemoryTables(inbox);
  for (const event of story.events) single.apply([event]);
  const pairs = (of: typeof tables) =>
    of
      .rows(ticketTagTable)
      .map(({ ticketId, tagId }) => `${ticketId} ${tagId}`)
      .sort();
  expect(pairs(single)).toEqual(pairs(tables));
  return {
    tables,
    story,
    pairs: pairs(tables),
    pair: (ticket: string, tag: string) => `${story.id(ticket)} ${story.id(tag)}`,
    ticket: (word: string) => tables.row(ticketTable, story.id(word)),
  };
};

it('a ticket has the tags it was given last, and stays where it was in the lists', () => {
  const { pairs, pair, ticket, story } = told(({ tagged }) => {
    tagged('a', 'vip', 'late');
    tagged('b', 'vip');
    tagged('a', 'late');
  });
  expect(ticket('a')?.tagIds).toEqual([story.id('late')]);
  expect(ticket('a')).toMatchObject({ revision: 2, updatedAt: ticket('a')?.createdAt });
  expect(pairs).toEqual([pair('a', 'late'), pair('b', 'vip')].sort());
});

it('a deleted ticket has none, and a removed tag leaves the tickets alone', () => {
  const { pairs, pair, tables, story } = told(({ tagged, deleted, tagRemoved }) => {
    tagged('a', 'vip');
    tagged('b', 'late');
    deleted('a');
    tagRemoved('late');
  });
  expect(pairs).toEqual([pair('b', 'late')]);
  expect(tables.rows(recordTables.tag).map(({ id }) => id)).toEqual([story.id('vip')]);
});
