import type { TicketsQuery } from '#contracts/http.ts';
import { records } from '#domain/records/records.ts';
import type { Viewer } from '#domain/ticket/visibility.ts';
import { listContacts } from '#projections/inbox/queries/contact-list.ts';
import { countTickets, listTickets } from '#projections/inbox/queries/list-tickets.ts';
import { listMessages, messagesAround } from '#projections/inbox/queries/messages.ts';
import { searchMessages } from '#projections/inbox/queries/search-messages.ts';
import { ticketHistory } from '#projections/inbox/queries/ticket-history.ts';
import { pageOfRecords } from '#projections/records/queries/records.ts';
import type { Queryable } from '#projections/tenant.ts';
import { type Bar, under } from './report.ts';
import { spoken } from './words.ts';
import {
  admin,
  attendant,
  company,
  contactOf,
  dayOf,
  formerAttendant,
  longTalk,
  messageOf,
  numberOf,
  ticketOf,
} from './years.ts';

export type Question = {
  readonly what: string;
  readonly bar: Bar | undefined;
  /** How often it is asked. */
  readonly count: number;
  /** That of the tickets, unless said otherwise. */
  readonly companyId?: string;
  readonly ask: (db: Queryable, n: number) => Promise<unknown>;
};

const first = under('p99', 20);
const deep = under('p99', 40);

/** What the screens ask of a read model of so many tickets. */
export const questions = (total: number): readonly Question[] => [
  ...lists(total),
  ...searches(),
  ...conversations(total),
  ...people(total),
];

const lists = (total: number): readonly Question[] => {
  const { tags, queueIds, seldomQueue, formerQueue, formerUser, userIds } = company;
  const ask = (what: string, bar: Bar, query: TicketsQuery, viewer: Viewer = admin): Question => ({
    ...{ what: `list: ${what}`, bar, count: 150 },
    ask: db => listTickets(db, viewer, query),
  });
  const waiting = (what: string, query: TicketsQuery, viewer: Viewer = admin) => [
    ask(what, first, { status: 'pending', ...query }, viewer),
    ask(`${what}, page 100`, deep, { status: 'pending', ...query, pageNumber: 100 }, viewer),
  ];
  return [
    ...waiting('waiting', {}),
    ...waiting('waiting, one queue', { queueIds: queueIds.slice(0, 1) }),
    ...waiting('waiting, three queues', { queueIds: queueIds.slice(0, 3) }),
    ...waiting('waiting, thirty queues', { queueIds: [...queueIds] }),
    ...waiting('waiting, a queue with few', { queueIds: [seldomQueue] }),
    ...waiting('waiting, a queue of old', { queueIds: [formerQueue] }),
    ...waiting('waiting, an attendant of one queue', {}, attendant(1)),
    ...waiting('waiting, an attendant of thirty', {}, attendant(30)),
    ...waiting('waiting, an attendant of old', {}, formerAttendant),
    ...waiting('waiting, unread', { withUnreadMessages: true }),
    ...waiting('waiting, a tag of many', { tags: [tags.often] }),
    ...waiting('waiting, a tag of few', { tags: [tags.seldom] }),
    ...waiting('waiting, a tag of old', { tags: [tags.formerly] }),
    ask('of a day', first, { date: dayOf(total - 5_000) }),
    ask('changed on a day', first, { updatedAt: dayOf(total - 5_000) }),
    ask('attended by oneself', first, { status: 'open' }, attendant(3)),
    ask('attended, all', first, { status: 'open', showAll: true }),
    ask('attended, all, page 100', deep, { status: 'open', showAll: true, pageNumber: 100 }),
    ask('attended by two users', first, { status: 'open', showAll: true, users: userIds.slice(0, 2) }),
    ask('groups', first, { status: 'groups' }, attendant(3)),
    ask('closed', first, { status: 'closed' }),
    ask('closed, page 100', deep, { status: 'closed', pageNumber: 100 }),
    ask('closed, one queue', first, { status: 'closed', queueIds: queueIds.slice(0, 1) }),
    ask('closed, a queue of old', first, { status: 'closed', queueIds: [formerQueue] }),
    ask('closed, a user', first, { status: 'closed', users: userIds.slice(0, 1) }),
    ask('closed, a user of old', first, { status: 'closed', users: [formerUser] }),
    ask('closed, a user, one queue', first, {
      ...{ status: 'closed', users: userIds.slice(0, 1), queueIds: queueIds.slice(0, 1) },
    }),
    ask('any status, an attendant of three', first, {}, attendant(3)),
    {
      ...{ what: 'badges, an administrator', bar: first, count: 150 },
      ask: db => countTickets(db, admin, {}),
    },
    {
      ...{ what: 'badges, an attendant of thirty', bar: first, count: 150 },
      ask: db => countTickets(db, attendant(30), {}),
    },
  ];
};

const searches = (): readonly Question[] => {
  const rare = under('p50', 30);
  const common = under('p99', 150);
  const messages = (what: string, bar: Bar, searchParam: string, viewer: Viewer = admin): Question => ({
    ...{ what: `search: ${what}`, bar, count: 60 },
    ask: db => searchMessages(db, viewer, { searchParam }),
  });
  const tickets = (what: string, searchParam: string, query: TicketsQuery = {}): Question => ({
    ...{ what: `list: ${what}`, bar: common, count: 40 },
    ask: db => listTickets(db, admin, { searchParam, ...query }),
  });
  const said: readonly (readonly [string, Bar, string])[] = [
    ['a word in 1 of 20,000', rare, spoken.rarely],
    ['a piece of it', rare, 'lelepi'],
    ['it without accents', rare, 'PARALELEPIPEDO'],
    ['a word in 1 of 1,000', rare, spoken.seldom],
    ['a word in 1 of 300', common, spoken.nowAndThen],
    ['a word in 1 of 100', common, spoken.sometimes],
    ['a word in 1 of 10', common, spoken.often],
    ['a word in each', common, spoken.always],
    ['a word of old', common, spoken.formerly],
    ['two words', common, `${spoken.often} ${spoken.seldom}`],
    ['two words in each', common, `${spoken.always} sobre`],
    ['a number', rare, '654321'],
    ['a number of one digit', common, '777777'],
    ['nothing found', rare, 'zzzyyy'],
    ['two letters', common, 'ca'],
    ['one letter', common, 'o'],
  ];
  return [
    ...said.map(([what, bar, word]) => messages(what, bar, word)),
    messages('a word in 1 of 100, an attendant', common, spoken.sometimes, attendant(1)),
    messages('a word in each, an attendant', common, spoken.always, attendant(1)),
    ...said.map(([what, , word]) => tickets(`with ${what}`, word)),
    tickets('with a word in each, waiting', spoken.always, { status: 'pending' }),
    tickets('with a word in 1 of 100, waiting', spoken.sometimes, { status: 'pending' }),
    tickets('with a contact’s number', numberOf(777)),
  ];
};

const conversations = (total: number): readonly Question[] => {
  const bar = under('p50', 10);
  const talk = ticketOf(0);
  const name = `conversation of ${longTalk.toLocaleString('en')}`;
  const middle = (db: Queryable) => messagesAround(db, talk, messageOf(total + longTalk / 2));
  return [
    { what: `${name}, first page`, bar, count: 300, ask: db => listMessages(db, talk) },
    { what: `${name}, page 100`, bar, count: 150, ask: db => listMessages(db, talk, { pageNumber: 100 }) },
    { what: `${name}, around a message`, bar, count: 150, ask: middle },
    {
      ...{ what: `${name}, searched in`, bar: under('p99', 150), count: 60 },
      ask: db => searchMessages(db, admin, { searchParam: spoken.rarely, ticketId: talk }),
    },
  ];
};

const people = (total: number): readonly Question[] => {
  const bar = under('p99', 150);
  const contacts = (what: string, searchParam: string): Question => ({
    ...{ what: `contacts: ${what}`, bar, count: 60 },
    ask: db => listContacts(db, admin, { searchParam }),
  });
  return [
    contacts('all', ''),
    contacts('three letters that all have', 'con'),
    contacts('three letters that few have', 'xum'),
    contacts('a name', 'contato 777'),
    contacts('three digits', '777'),
    contacts('a number', numberOf(777)),
    { what: 'tags with their counts', bar: first, count: 60, ask: db => pageOfRecords(db, records.tag, '') },
    {
      ...{ what: 'history of a ticket', bar: first, count: 60 },
      ask: db => ticketHistory(db, ticketOf(4)),
    },
    {
      ...{ what: 'tickets of a contact', bar: first, count: 150 },
      ask: db => listTickets(db, admin, { contactId: contactOf(5, total) }),
    },
  ];
};
