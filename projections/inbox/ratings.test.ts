import { describe, expect, it } from 'vitest';
import { openMemoryTables } from '../kit/memory.ts';
import { openInboxStory } from '../testing/inbox-story.ts';
import { ratingWords } from '../testing/rating-words.ts';
import { historyTable, ratingTable } from './history-tables.ts';
import { inbox } from './projection.ts';
import { companyTextTable } from './record-tables.ts';
import { ticketTable } from './ticket-tables.ts';

const openStory = () => {
  const story = openInboxStory();
  return { ...story, ...ratingWords(story) };
};
type Story = ReturnType<typeof openStory>;

/** Told at once and event by event: both must come to the same. */
const told = (write: (story: Story) => void) => {
  const story = openStory();
  story.contact('contact');
  story.opened('t', { queue: 'sales' });
  story.received('hello', 't');
  story.read('t');
  story.closed('t');
  story.ratingAsked('t', 'ana');
  write(story);
  const tables = openMemoryTables(inbox);
  tables.apply(story.events);
  const single = openMemoryTables(inbox);
  for (const event of story.events) single.apply([event]);
  const all = (of: typeof tables) => inbox.folds.map(({ table }) => of.rows(table));
  expect(all(single)).toEqual(all(tables));
  return {
    ...{ story, tables },
    ratings: tables.rows(ratingTable),
    ticket: tables.row(ticketTable, story.id('t')),
    actions: tables.rows(historyTable).toSorted((one, other) => one.placed - other.placed),
  };
};

describe('a rating', () => {
  it('stands with ticket, contact, connection, queue, whom it is of, and its reason', () => {
    const { ratings, story } = told(({ rated, explained }) => {
      rated('t', 'one', 1);
      explained('t', 'one', 'why', 'demorou');
    });
    const id = (word: string) => story.id(word);
    expect(ratings).toMatchObject([
      {
        ...{ id: id('one'), ticketId: id('t'), contactId: id('contact'), connectionId: id('connection') },
        ...{ queueId: id('sales'), userId: id('ana'), rating: 1, reason: 'demorou' },
        at: '2026-01-05T12:00:00.000Z',
      },
    ]);
  });
  it('stands in the history of the ticket, with the words of the contact', () => {
    const { actions, story, ticket } = told(({ rated, explained }) => {
      rated('t', 'one', 1);
      explained('t', 'one', 'why', 'demorou');
    });
    expect(actions.slice(2)).toMatchObject([
      { action: 'ratingAsked', rating: null },
      { action: 'rated', rating: 1, toUserId: story.id('ana') },
      { action: 'ratingExplained', notes: 'demorou' },
    ]);
    expect(ticket?.revision).toBe(story.events.filter(({ category }) => category === 'ticket').length - 1);
  });
  it.each([
    ['before', true],
    ['after', false],
  ])('that is noted %s its message leaves nothing unread, and its ticket ends with it', (_, isBefore) => {
    const { ticket, story } = told(({ rated, received }) => {
      if (isBefore) rated('t', 'one', 3);
      const { data } = received('one', 't', '3');
      if (isBefore) Object.assign(data, { answers: 'rating' });
      if (!isBefore) rated('t', 'one', 3);
    });
    expect(ticket).toMatchObject({ unread: 0, settled: null, lastMessageId: story.id('one') });
  });
  it.each([
    ['before', true],
    ['after', false],
  ])('thanks that are noted %s their message are shown in the closed ticket, read', (_, isBefore) => {
    const { ticket, story } = told(({ thanked, received }) => {
      if (isBefore) thanked('t', 'one');
      const { data } = received('one', 't', 'obrigada');
      if (isBefore) Object.assign(data, { answers: 'thanks' });
      if (!isBefore) thanked('t', 'one');
    });
    const last = { lastMessageId: story.id('one'), lastMessage: 'obrigada' };
    expect(ticket).toMatchObject({ ...last, status: 'closed', unread: 0, settled: null });
  });
  it('takes nothing from what is unread in a ticket that its message does not stand in', () => {
    const { ticket } = told(({ rated, reopened, received }) => {
      rated('t', 'elsewhere', 3);
      reopened('t');
      received('two', 't');
    });
    expect(ticket).toMatchObject({ unread: 1 });
  });
  it('has no words any more once its contact is erased, whenever they come', () => {
    const { tables, ratings } = told(story => {
      story.rated('t', 'one', 1);
      story.explained('t', 'one', 'why', 'palavras');
      story.contactErased('contact');
      story.rated('t', 'two', 1);
      story.explained('t', 'two', 'why too', 'palavras tardias');
    });
    expect(ratings.map(({ rating, reason }) => [rating, reason])).toEqual([
      [1, null],
      [1, null],
    ]);
    expect(JSON.stringify(inbox.folds.map(({ table }) => tables.rows(table)))).not.toContain('palavras');
  });
});

it('an automatic text does not make its closed ticket wait for a move', () => {
  const { ticket, story } = told(({ queued }) => queued('thanks', 't'));
  expect(ticket).toMatchObject({ settled: null, lastMessageId: story.id('thanks'), unread: 0 });
});

it('a text of a company is there while it is not empty', () => {
  const { tables } = told(({ text }) => {
    text('autoClose', 'Até logo');
    text('ratingThanks', 'Valeu');
    text('autoClose', '');
  });
  expect(tables.rows(companyTextTable)).toMatchObject([{ key: 'ratingThanks', text: 'Valeu' }]);
});
