import type { AnyEvent } from '#domain/catalogue.ts';
import { type Category, streamName } from '#domain/shared/stream.ts';
import type { Viewer } from '#domain/ticket/visibility.ts';
import { deriveId } from '#eventstore/event-id.ts';
import type { Batch, Recorded } from '#eventstore/types.ts';
import { textOf } from './words.ts';

const named = (...words: string[]) => deriveId('bench', ...words);
const many = (what: string, count: number) => Array.from({ length: count }, (_, n) => named(what, String(n)));

/** What a company has and filters ask for; `formerly` was used in the first twentieth of the time and never since. */
export const company = {
  id: named('company'),
  connectionId: named('connection'),
  queueIds: many('queue', 30),
  seldomQueue: named('queue', 'seldom'),
  formerQueue: named('queue', 'formerly'),
  userIds: many('user', 60),
  formerUser: named('user', 'formerly'),
  tags: { often: named('tag', 'often'), seldom: named('tag', 'seldom'), formerly: named('tag', 'formerly') },
} as const;

/** A company with a crowd of contacts, and another beside it in the same tables: see `people.ts`. */
export const crowd = {
  id: named('crowd'),
  queueIds: many('crowd queue', 30),
  userIds: many('crowd user', 50),
} as const;
export const neighbour = named('neighbour');

export const admin: Viewer = { userId: named('admin'), profile: 'admin', queueIds: [] };
/** Somebody of so many queues. */
export const attendant = (queues: number): Viewer => ({
  userId: company.userIds[0] ?? '',
  profile: 'user',
  queueIds: company.queueIds.slice(0, queues),
});
export const formerAttendant: Viewer = {
  userId: company.formerUser,
  profile: 'user',
  queueIds: [company.formerQueue],
};

const idOf = (kind: string, n: number): string =>
  `${(n + 1).toString(16).padStart(8, '0')}-${kind}-4000-8000-${((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(12, '0')}`;
export const ticketOf = (n: number): string => idOf('a000', n);
export const messageOf = (n: number): string => idOf('b000', n);
export const contactOf = (n: number, total: number): string => idOf('c000', n % Math.ceil(total / 10));
export const numberOf = (n: number): string => String(5_511_900_000_000 + n);
/** The number of messages of the first ticket, besides its first one. */
export const longTalk = 5_000;

const begin = Date.UTC(2024, 0, 1);
const instantOf = (n: number): string => new Date(begin + n * 60_000).toISOString();
/** The day on which ticket `n` was opened. */
export const dayOf = (n: number): string => instantOf(n).slice(0, 10);

/**
 * Two years of a company as its log: so many tickets, a minute apart, of a tenth as many contacts; three of five are
 * closed, nearly a third wait, a fourteenth is attended to, and some are of groups. Made on the way, always the same.
 */
export async function* yearsOf(total: number, size: number): AsyncGenerator<Batch> {
  let events: Recorded[] = [];
  const last = { position: 0 };
  const flush = (live: boolean): Batch => {
    const batch = { events, position: last.position, live };
    events = [];
    return batch;
  };
  for (let n = 0; n < total; n += 1) {
    events.push(...eventsOf(n, total, last));
    if (events.length >= size) yield flush(false);
  }
  for (let n = total; n < total + longTalk; n += 1) {
    events.push(message(n, { ticketId: ticketOf(0), contactId: contactOf(0, total) }, last));
    if (events.length >= size) yield flush(false);
  }
  yield flush(true);
}

type Last = { position: number };

function* eventsOf(n: number, total: number, last: Last): Generator<Recorded> {
  const ticketId = ticketOf(n);
  const contactId = contactOf(n, total);
  const { connectionId, tags } = company;
  if (n < Math.ceil(total / 10)) {
    const person = { contactId, name: `Contato ${n} ${textOf(n).split(' ')[5]}`, number: numberOf(n) };
    const data = { ...person, lid: null, email: null, isGroup: false, queueId: null };
    yield told('contact', contactId, { type: 'ContactCreated', data }, n, last);
  }
  const data = { ticketId, contactId, connectionId, ...standingOf(n, total) };
  yield told('ticket', ticketId, { type: 'TicketOpened', data }, n, last);
  const tagIds = [
    ...(n % 10 === 4 ? [tags.often] : []),
    ...(n % 5_000 === 44 ? [tags.seldom] : []),
    ...(n < total / 20 && n % 3 === 0 ? [tags.formerly] : []),
  ];
  if (tagIds.length > 0)
    yield told('ticket', ticketId, { type: 'TicketTagged', data: { ticketId, tagIds } }, n, last);
  yield message(n, { ticketId, contactId }, last);
}

/** Where ticket `n` stands; the shares do not go together with queue or tag. */
const standingOf = (n: number, total: number) => {
  const formerly = n < total / 20;
  const among = (n * 37) % 100;
  const status = among < 61 ? 'closed' : among < 91 ? 'pending' : among < 98 ? 'open' : 'groups';
  const user = formerly && n % 2 === 0 ? company.formerUser : company.userIds[n % company.userIds.length];
  const queue = company.queueIds[Math.floor(n / 3) % company.queueIds.length];
  return {
    status,
    isGroup: status === 'groups',
    userId: status === 'open' || status === 'closed' ? (user ?? null) : null,
    queueId: queueOf(n, formerly, queue ?? null),
  } as const;
};

const queueOf = (n: number, formerly: boolean, queue: string | null): string | null => {
  if (n % 10_000 === 99) return company.seldomQueue;
  if (n % 100 === 7) return null;
  return formerly ? company.formerQueue : queue;
};

const message = (
  n: number,
  of: { readonly ticketId: string; readonly contactId: string },
  last: Last,
): Recorded => {
  const messageId = messageOf(n);
  const waKey = { id: messageId, remoteJid: 'bench@lid', fromMe: false, participant: null };
  const place = { messageId, ...of, connectionId: company.connectionId };
  const rest = { mediaType: 'text' as const, quotedMessageId: null, senderName: null };
  const data = { ...place, body: textOf(n), waKey, sentAt: instantOf(n), ...rest };
  return told('message', messageId, { type: 'MessageReceived', data }, n, last);
};

const told = (category: Category, entityId: string, event: AnyEvent, n: number, last: Last): Recorded => {
  last.position += 128;
  const companyId = company.id;
  const metadata = { companyId, actor: { kind: 'system' as const }, at: instantOf(n), commandId: entityId };
  const place = { stream: streamName(category, companyId, entityId), category, companyId, entityId };
  return { ...event, ...place, id: entityId, revision: 0, position: last.position, metadata };
};
