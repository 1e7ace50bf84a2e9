import { newId } from '#commands/ids.ts';
import { concernedBy } from '#commands/persons.ts';
import type { AnyEvent } from '#domain/catalogue.ts';
import { type Category, streamName } from '#domain/shared/stream.ts';
import { deriveId, eventId } from '#eventstore/event-id.ts';
import { type EventStore, noStream } from '#eventstore/types.ts';
import { companyId, connectionId, queues } from '#start/demo/records.ts';
import { inFlight } from './measure.ts';
import { textOf } from './words.ts';

const contactCount = 1_000;
const queueIds = Object.values(queues).map(queue => queue.queueId);

/** Writes one new stream of one event. */
const write = async (store: EventStore, category: Category, id: string, event: AnyEvent): Promise<number> => {
  const stream = streamName(category, companyId, id);
  const commandId = newId();
  const metadata = { companyId, actor: { kind: 'system' as const }, at: new Date().toISOString(), commandId };
  const appended = await store.append(stream, noStream, [
    {
      id: eventId(stream, commandId, 0),
      event,
      metadata,
      persons: concernedBy(event, stream, undefined).persons,
    },
  ]);
  return appended.position;
};

export const loadContacts = async (store: EventStore, count = contactCount): Promise<string[]> => {
  const ids = Array.from({ length: count }, (_, n) => deriveId('bench', 'contact', String(n)));
  await inFlight(count, 64, index =>
    write(store, 'contact', ids[index] ?? '', {
      type: 'ContactCreated',
      data: {
        contactId: ids[index] ?? '',
        name: `Contato ${index}`,
        number: String(5511900000000 + index),
        lid: null,
        email: null,
        isGroup: false,
        queueId: null,
      },
    }),
  );
  return ids;
};

/** Pending tickets, each with a first message, as events; answers their ids and the last position. */
export const loadTickets = async (
  store: EventStore,
  contactIds: readonly string[],
  total: number,
): Promise<{ ids: string[]; position: number; perSecond: number }> => {
  const ids: string[] = [];
  let position = 0;
  const summary = await inFlight(total, 192, async index => {
    const ticketId = newId();
    const contactId = contactIds[index % contactIds.length] ?? '';
    ids.push(ticketId);
    const opened = await write(store, 'ticket', ticketId, {
      type: 'TicketOpened',
      data: {
        ticketId,
        contactId,
        connectionId,
        queueId: queueIds[index % queueIds.length] ?? null,
        userId: null,
        status: 'pending',
        isGroup: false,
      },
    });
    const received = await receive(store, { ticketId, contactId }, index);
    position = Math.max(position, opened, received);
  });
  return { ids, position, perSecond: summary.perSecond * 2 };
};

/** So many messages more in one ticket, one after the other in WhatsApp's time; answers the last position. */
export const loadTalk = async (
  store: EventStore,
  place: { readonly ticketId: string; readonly contactId: string },
  total: number,
): Promise<number> => {
  let position = 0;
  await inFlight(total, 64, async index => {
    position = Math.max(position, await receive(store, place, index));
  });
  return position;
};

const receive = (
  store: EventStore,
  { ticketId, contactId }: { readonly ticketId: string; readonly contactId: string },
  index: number,
): Promise<number> => {
  const messageId = newId();
  const waKey = { id: `BENCH${index}${messageId}`, remoteJid: 'bench@lid', fromMe: false, participant: null };
  const place = { messageId, ticketId, contactId, connectionId };
  const rest = { mediaType: 'text' as const, quotedMessageId: null, senderName: null };
  const sentAt = new Date().toISOString();
  return write(store, 'message', messageId, {
    type: 'MessageReceived',
    data: { ...place, body: textOf(index), waKey, sentAt, ...rest },
  });
};
