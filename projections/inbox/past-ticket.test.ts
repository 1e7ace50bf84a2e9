import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Recorded } from '#eventstore/types.ts';
import { steps, storyOf } from '../dashboard/testing/random-story.ts';
import { openMemoryTables } from '../kit/memory.ts';
import { idOf } from '../testing/story.ts';
import { historyTable } from './history-tables.ts';
import { messageTable } from './message-table.ts';
import { inbox } from './projection.ts';
import { pastOf } from './queries/past-ticket.ts';
import { ticketTable } from './ticket-tables.ts';

const stories = fc.sample(steps, { seed: 20261113, numRuns: 8 }).map((each, index) => {
  const told = storyOf(each, idOf(`company ${index}`), '2026-03-02T14:00:00Z');
  // What is erased and merged is shown by what is known of it now.
  return { index, events: told.filter(({ category }) => category !== 'contact') };
});

/** Of a ticket's own stream, and of those of the messages that ever came to it. */
const ofTicket = (events: readonly Recorded[], ticketId: string): readonly Recorded[] => {
  const came = new Set(
    events.flatMap(({ data, entityId, category }) =>
      category === 'message' && 'ticketId' in data && data.ticketId === ticketId ? [entityId] : [],
    ),
  );
  return events.filter(({ entityId }) => entityId === ticketId || came.has(entityId));
};

it.each(stories)('a ticket folded alone is what it was among all the others: story $index', ({ events }) => {
  const times = events.map(({ metadata }) => new Date(metadata.at).toISOString());
  const tickets = [...new Set(events.flatMap(({ data }) => ('ticketId' in data ? [data.ticketId] : [])))];
  let compared = 0;
  for (const at of times.filter((_, index) => index % 7 === 3)) {
    const whole = openMemoryTables(inbox);
    whole.apply(events.filter((_, index) => (times[index] ?? '') <= at));
    for (const ticketId of tickets) {
      const past = pastOf(ofTicket(events, ticketId).toReversed(), at);
      const was = whole.row(ticketTable, ticketId);
      // Tickets are counted among all of them.
      expect(past.ticket && { ...past.ticket, number: 0 }).toEqual(was && { ...was, number: 0 });
      compared += was ? 1 : 0;
      const messages = whole.rows(messageTable).filter(row => row.ticketId === ticketId);
      for (const row of messages) expect(past.messages.get(row.id)).toEqual(row);
      expect([...past.messages.values()].filter(row => row.ticketId === ticketId)).toHaveLength(
        messages.length,
      );
      expect(past.history).toEqual(whole.rows(historyTable).filter(row => row.ticketId === ticketId));
    }
  }
  expect(compared).toBeGreaterThan(0);
});
