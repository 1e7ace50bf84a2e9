import { randomUUID } from 'node:crypto';
import { type StreamName, streamName } from '#domain/shared/stream.ts';
import { closeTicket } from '#domain/ticket/decide.ts';
import { type TicketEvent, ticketEvents } from '#domain/ticket/events.ts';
import { type Ticket, ticketEntity } from '#domain/ticket/ticket.ts';
import { openEventStore } from '../client.ts';
import { eventId } from '../event-id.ts';
import { memoryPersonKeys } from '../person-keys.ts';
import { type EventStore, noStream, type Recorded, type ToAppend } from '../types.ts';
import { type Spread, spreadOf } from './timing.ts';

const companyId = randomUUID();
const ticketId = randomUUID();
const userId = randomUUID();

const opened: TicketEvent = {
  type: 'TicketOpened',
  data: {
    ticketId,
    contactId: randomUUID(),
    connectionId: randomUUID(),
    queueId: null,
    userId: null,
    status: 'pending',
    isGroup: false,
  },
};
const accepted: TicketEvent = { type: 'TicketAccepted', data: { ticketId, userId, queueId: null } };
const returned: TicketEvent = { type: 'TicketReturned', data: { ticketId, reason: 'attendant' } };

/** A ticket that is accepted and given back for ever. */
const history = (stream: StreamName, length: number): ToAppend[] =>
  Array.from({ length }, (_, index) => {
    const commandId = randomUUID();
    const metadata = {
      companyId,
      actor: { kind: 'user', id: userId } as const,
      at: new Date().toISOString(),
      commandId,
    };
    const event = index === 0 ? opened : index % 2 === 1 ? accepted : returned;
    return { id: eventId(stream, commandId, 0), event, metadata, persons: [] };
  });

const isTicketEvent = (event: Recorded): event is Recorded<TicketEvent> =>
  Object.hasOwn(ticketEvents, event.type);

const loadAndDecide = async (store: EventStore, stream: StreamName): Promise<void> => {
  const events = (await store.load(stream)).filter(isTicketEvent);
  const ticket = events.reduce<Ticket>(ticketEntity.evolve, ticketEntity.initial);
  const decided = closeTicket({ ticketId, userId, justClose: false }, ticket);
  if (!Array.isArray(decided) || decided.length !== 1) throw new Error('the ticket cannot be closed');
};

/** Loading a long stream through the product's client, folding it and deciding on it; milliseconds. */
export const measureLongStream = async (
  connectionString: string,
  length: number,
): Promise<Spread & { readonly cpuMs: number }> => {
  const store = openEventStore({ connectionString, keys: memoryPersonKeys() });
  const stream = streamName('ticket', companyId, ticketId);
  const events = history(stream, length);
  let revision = noStream;
  for (let from = 0; from < length; from += 500) {
    ({ revision } = await store.append(stream, revision, events.slice(from, from + 500)));
  }
  for (let round = 0; round < 10; round += 1) await loadAndDecide(store, stream);
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let round = 0; round < 30; round += 1) {
    const start = performance.now();
    await loadAndDecide(store, stream);
    times.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(before);
  await store.close();
  return { ...spreadOf(times), cpuMs: (user + system) / 1000 / times.length };
};
