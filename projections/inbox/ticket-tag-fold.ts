import { type EventOf, fold, type Touched } from '../kit/projection.ts';
import type { Key } from '../kit/table.ts';
import { ticketTable, ticketTagTable } from './ticket-tables.ts';

/** Follows the ticket fold: a row for each tag that a ticket has. */
export const ticketTagFold = fold(ticketTagTable, {
  TicketTagged: {
    keys: (event, touched) => pairs(event, [...had(event, touched), ...event.data.tagIds]),
    evolve: (_, { data: { ticketId, tagIds } }, _touched, [, tagId = '']) =>
      tagIds.includes(tagId) ? { ticketId, tagId } : null,
  },
  TicketDeleted: {
    keys: (event, touched) => pairs(event, had(event, touched)),
    evolve: () => null,
  },
});

type OnTicket = EventOf<'TicketTagged'> | EventOf<'TicketDeleted'>;

const had = ({ data }: OnTicket, touched: Touched): readonly string[] =>
  touched.before(ticketTable, data.ticketId)?.tagIds ?? [];

const pairs = ({ data }: OnTicket, tagIds: readonly string[]): readonly Key[] =>
  [...new Set(tagIds)].map(tagId => [data.ticketId, tagId]);
