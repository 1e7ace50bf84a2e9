import { concernedBy } from '#commands/persons.ts';
import type { AnyEvent } from '#domain/catalogue.ts';
import { type Category, type StreamName, streamName } from '#domain/shared/stream.ts';
import { deriveId, eventId } from '#eventstore/event-id.ts';
import type { EventStore, ToAppend } from '#eventstore/types.ts';

export const companyId = deriveId('encryption bench', 'company');
const idOf = (...parts: readonly string[]): string => deriveId('encryption bench', ...parts);
const connectionId = idOf('connection');
const userId = idOf('user');
const at = '2026-11-21T12:00:00.000Z';

export type Append = { readonly stream: StreamName; readonly revision: number; readonly event: ToAppend };

const contactOf = (index: number): string => idOf('contact', String(index));

const body = (index: number): string =>
  `Olá! Preciso de ajuda com o pedido ${index}: chegou sem a nota, e a caixa veio aberta.`;

/** A message of one of so many contacts, in a stream of its own. */
export const messageAppend = (run: string, index: number, contacts: number): Append => {
  const messageId = idOf(run, 'message', String(index));
  const contactId = contactOf(index % contacts);
  const ticketId = idOf(run, 'ticket', String(index % contacts));
  return numbered('message', messageId, 0, {
    type: 'MessageReceived',
    data: {
      ...{ messageId, ticketId, contactId, connectionId, body: body(index) },
      ...{ mediaType: 'text', quotedMessageId: null, sentAt: at, senderName: 'Clara dos Santos' },
      waKey: {
        id: `3EB0${index}${contactId}`,
        remoteJid: '770088990011@lid',
        fromMe: false,
        participant: null,
      },
    },
  });
};

const numbered = (
  category: Category,
  entityId: string,
  revision: number,
  event: AnyEvent,
  contactId?: string,
): Append => {
  const stream = streamName(category, companyId, entityId);
  const commandId = idOf('command', stream, String(revision));
  const metadata = { companyId, actor: { kind: 'system' as const }, at, commandId };
  const { persons } = concernedBy(event, stream, contactId);
  return { stream, revision, event: { id: eventId(stream, commandId, 0), event, metadata, persons } };
};

/** A contact with a ticket as days go by: six messages, three of them answers with their receipts; 20 events. */
const conversation = (index: number): readonly Append[] => {
  const [contactId, ticketId] = [contactOf(index), idOf('ticket', String(index))];
  const number = String(5_511_900_000_000 + index);
  const opened: Append[] = [
    numbered('contact', contactId, 0, {
      type: 'ContactCreated',
      data: {
        ...{ contactId, name: `Clara dos Santos ${index}`, number, lid: `77${index}` },
        ...{ email: null, isGroup: false, queueId: null },
      },
    }),
    numbered('ticket', ticketId, 0, {
      type: 'TicketOpened',
      data: {
        ...{ ticketId, contactId, connectionId, queueId: null, userId: null },
        ...{ status: 'pending', isGroup: false },
      },
    }),
    numbered('ticket', ticketId, 1, { type: 'TicketAccepted', data: { ticketId, userId, queueId: null } }),
  ];
  const received = [0, 1, 2].map(n => {
    const { stream, event } = messageAppend(`c${index}`, n, 1);
    return { stream, revision: 0, event: withPlace(event, { contactId, ticketId }) };
  });
  const answers = [0, 1, 2].flatMap(n => answer({ index, n, contactId, ticketId }));
  const closed = numbered('ticket', ticketId, 2, {
    type: 'TicketClosed',
    data: { ticketId, userId, justClose: false },
  });
  return [...opened, ...received, ...answers, closed];
};

type Place = { readonly contactId: string; readonly ticketId: string };

const withPlace = (toAppend: ToAppend, place: Place): ToAppend => {
  const { event } = toAppend;
  if (event.type !== 'MessageReceived') throw new Error('only messages are placed');
  return { ...toAppend, event: { ...event, data: { ...event.data, ...place } }, persons: [place.contactId] };
};

const answer = (of: Place & { readonly index: number; readonly n: number }): readonly Append[] => {
  const { index, n, contactId, ticketId } = of;
  const messageId = idOf('answer', String(index), String(n));
  const waKey = { id: messageId, remoteJid: `77${index}@lid`, fromMe: true, participant: null };
  const events: readonly AnyEvent[] = [
    {
      type: 'MessageQueued',
      data: {
        ...{ messageId, ticketId, contactId, connectionId, userId, body: `${body(n)} Já vejo.` },
        ...{ mediaType: 'text', quotedMessageId: null, waId: messageId, sentAt: at },
      },
    },
    { type: 'MessageSent', data: { messageId, waKey } },
    { type: 'MessageDelivered', data: { messageId } },
    { type: 'MessageRead', data: { messageId } },
  ];
  return events.map((event, revision) => numbered('message', messageId, revision, event, contactId));
};

/** A log of so many conversations, nineteen events each, of which ten have personal fields. */
const conversations = function* (count: number): Generator<Append> {
  for (let index = 0; index < count; index += 1) yield* conversation(index);
};

/** Writes so many conversations, streams side by side and each in its order. */
export const fill = async (store: EventStore, count: number): Promise<void> => {
  const lanes = new Map<string, Promise<unknown>>();
  for (const { stream, revision, event } of conversations(count)) {
    const before = lanes.get(stream) ?? Promise.resolve();
    lanes.set(
      stream,
      before.then(() => store.append(stream, revision - 1, [event])),
    );
    if (lanes.size < 64) continue;
    await Promise.all(lanes.values());
    lanes.clear();
  }
  await Promise.all(lanes.values());
};
