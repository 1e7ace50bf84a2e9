import { catalogue } from '#domain/catalogue.ts';
import { records } from '#domain/records/records.ts';
import type { Category } from '#domain/shared/stream.ts';
import type { Recorded } from '#eventstore/types.ts';
import { plainText } from '../inbox/plain-text.ts';
import { type EventOf, fold, type Handlers } from '../kit/projection.ts';
import type { OwnRow, RowOf } from '../kit/table.ts';
import { messagePlaceTable, objectTable, ticketCounterTable } from './tables.ts';

type ObjectRow = OwnRow<typeof objectTable>;

export const ticketCounterFold = fold(ticketCounterTable, {
  TicketOpened: {
    keys: event => [[event.companyId]],
    evolve: (row, event) => ({ company: event.companyId, lastNumber: (row?.lastNumber ?? 0) + 1 }),
  },
});

export const messagePlaceFold = fold(messagePlaceTable, {
  MessageReceived: {
    evolve: (_, { data: { messageId: id, ticketId, contactId } }) => ({ id, ticketId, contactId }),
  },
  MessageQueued: {
    evolve: (_, { data: { messageId: id, ticketId, contactId } }) => ({ id, ticketId, contactId }),
  },
  MessageMoved: { evolve: (row, { data: { ticketId } }) => (row ? { ...row, ticketId } : null) },
});

const nameless = { name: '', sought: '', gone: false, erased: false, number: null, contactId: null };

const of = (kind: Category, known: Pick<ObjectRow, 'id'> & Partial<ObjectRow>): ObjectRow => ({
  ...nameless,
  kind,
  ...known,
});

const called = (event: Recorded): Pick<ObjectRow, 'name' | 'sought'> => {
  const data: Readonly<Record<string, unknown>> = { ...event.data };
  const name = String(
    data.name ||
      data.title ||
      data.shortcode ||
      data.description ||
      data.url ||
      (data.number && `+${data.number}`) ||
      '',
  );
  return { name, sought: plainText(name) };
};

/** Who was erased stays so, whatever comes late. */
const named = {
  evolve: (row: RowOf<typeof objectTable> | undefined, event: Recorded): ObjectRow =>
    row?.erased ? row : { ...nameless, ...row, id: event.entityId, kind: event.category, ...called(event) },
};
const gone = {
  evolve: (row: RowOf<typeof objectTable> | undefined): ObjectRow | null =>
    row ? { ...row, gone: true } : null,
};

/** Options of a queue stand in the queue's stream, each under an id of its own. */
const optionNamed = {
  keys: ({ data }: EventOf<'QueueOptionAdded' | 'QueueOptionChanged'>) => [[data.optionId]],
  evolve: (_: unknown, event: EventOf<'QueueOptionAdded' | 'QueueOptionChanged'>): ObjectRow =>
    of('queuemenu', { id: event.data.optionId, ...called(event) }),
};

/** Records are called by their own events, whatever the record is. */
const recordHandlers = Object.fromEntries(
  Object.values(records).flatMap(({ category }) =>
    Object.keys(catalogue[category]).map(type => [type, type.endsWith('Removed') ? gone : named]),
  ),
) as Handlers<typeof objectTable>;

/** Follows the counter of tickets. */
export const objectFold = fold(objectTable, {
  ...recordHandlers,
  CompanyCreated: named,
  UserCreated: named,
  UserChanged: named,
  UserRemoved: gone,
  ConnectionCreated: named,
  ConnectionChanged: named,
  ConnectionRemoved: gone,
  WebhookCreated: named,
  WebhookChanged: named,
  WebhookRemoved: gone,
  ApiKeyCreated: named,
  ApiKeyRevoked: gone,
  QueueOptionAdded: optionNamed,
  QueueOptionChanged: optionNamed,
  QueueOptionRemoved: {
    keys: ({ data }) => [data.optionId, ...data.descendantIds].map(id => [id]),
    evolve: gone.evolve,
  },
  ContactCreated: named,
  ContactChanged: named,
  ContactRemoved: gone,
  ContactErased: {
    keys: event => event.data.persons.map(id => [id]),
    evolve: row => (row ? { ...row, name: '', sought: '', gone: true, erased: true } : null),
  },
  TicketOpened: {
    evolve: (_, { data: { ticketId: id, contactId }, companyId }, touched) => {
      const number = touched.get(ticketCounterTable, companyId)?.lastNumber ?? null;
      return of('ticket', { id, number, contactId });
    },
  },
  TicketDeleted: gone,
  ScheduledMessageCreated: {
    evolve: (_, { data: { scheduleId: id, contactId } }) => of('schedule', { id, contactId }),
  },
  ScheduledMessageChanged: {
    evolve: (row, { data: { contactId } }) => (row ? { ...row, contactId } : null),
  },
  ScheduledMessageRemoved: gone,
});
