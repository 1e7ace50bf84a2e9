import { newId } from '#commands/ids.ts';
import { concernedBy } from '#commands/persons.ts';
import type { AnyEvent } from '#domain/catalogue.ts';
import { type Category, streamName } from '#domain/shared/stream.ts';
import { deriveId, eventId } from '#eventstore/event-id.ts';
import { type EventStore, noStream } from '#eventstore/types.ts';
import { companyId, connectionId, queues } from '#start/demo/records.ts';
import { inFlight } from './measure.ts';

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

export const loadContacts = async (store: EventStore): Promise<string[]> => {
  const ids = Array.from({ length: contactCount }, (_, n) => deriveId('bench', 'contact', String(n)));
  await inFlight(contactCount, 32, index =>
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
  const summary = await inFlight(total, 64, async index => {
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
    const messageId = newId();
    const received = await write(store, 'message', messageId, {
      type: 'MessageReceived',
      data: {
        messageId,
        ticketId,
        contactId,
        connectionId,
        body: `Olá, preciso de ajuda com o pedido ${index}`,
        mediaType: 'text',
        quotedMessageId: null,
        waKey: { id: `BENCH${index}${ticketId}`, remoteJid: 'bench@lid', fromMe: false, participant: null },
        sentAt: new Date().toISOString(),
        senderName: null,
      },
    });
    position = Math.max(position, opened, received);
  });
  return { ids, position, perSecond: summary.perSecond * 2 };
};
