import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TicketsQuery, ticketsQuery } from '#contracts/http.ts';
import type { TicketView } from '#contracts/views.ts';
import { ticketStatuses } from '#domain/ticket/events.ts';
import { canSee, type Viewer } from '#domain/ticket/visibility.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { openInboxStory } from '../../testing/inbox-story.ts';
import { openReadModel, type ReadModel } from '../../testing/read-model.ts';
import { appendStory, company, idOf } from '../../testing/story.ts';
import { listTickets } from './list-tickets.ts';
import { ticketsByIds } from './tickets.ts';

let model: ReadModel;
let all: readonly TicketView[];

const queues = ['sales', 'support', 'old'];
const admin: Viewer = { userId: idOf('root'), profile: 'admin', queueIds: [] };
const ana: Viewer = { userId: idOf('ana'), profile: 'user', queueIds: [idOf('sales'), idOf('old')] };
const atBranch: Viewer = { ...ana, connectionIds: [idOf('branch')] };
const nobodys: Viewer = { userId: idOf('bob'), profile: 'user', queueIds: [] };

beforeAll(async () => {
  model = await openReadModel();
  const store = openMemoryStore();
  const story = openInboxStory();
  story.companyCreated('Ours');
  for (const queue of queues) story.queue(queue);
  for (const user of ['ana', 'bob']) story.user(user, ['sales']);
  for (const connection of ['connection', 'branch']) story.connection(connection);
  story.contact();
  const names: string[] = [];
  for (let n = 0; n < 240; n += 1) {
    const name = `t ${n}`;
    names.push(name);
    const queue = [null, ...queues][n < 60 ? 3 : n % 3] ?? null;
    const user = n % 5 === 0 ? 'ana' : n % 5 === 1 ? 'bob' : null;
    const connection = n % 13 < 5 ? 'branch' : 'connection';
    story.opened(name, { queue, user, connection, isGroup: n % 7 === 0 });
    if (n % 4 === 0) story.received(`m ${n}`, name);
    const isFree = user === null && n % 7 !== 0;
    if (isFree && n % 2 === 0) story.inMenu(name, n % 8 === 0 ? 'sales' : null);
    if (isFree && n % 9 === 0) story.outOfMenu(name, 'support');
    if (n % 11 === 0) story.closed(name);
  }
  model.run(store);
  await model.shown(await appendStory(store, story.events), 60_000);
  all = await model.tenants.read(company, db => ticketsByIds(db, names.map(idOf)));
}, 120_000);
afterAll(() => model.close());

const walked = async (query: TicketsQuery, viewer: Viewer) => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await model.tenants.read(company, db =>
      listTickets(db, viewer, { ...query, ...(cursor ? { cursor } : {}) }),
    );
    seen.push(...page.tickets.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
    expect(page.count).toBe(expected(query, viewer).length);
  } while (cursor);
  return seen;
};

/** The list as the specification has it, one ticket at a time. */
const expected = ({ status, queueIds = [], users = [], showAll }: TicketsQuery, viewer: Viewer) => {
  const ofAll = viewer.profile === 'admin' && showAll;
  return all
    .filter(ticket => !status || ticket.status === status)
    .filter(ticket => status !== 'open' || ofAll || ticket.userId === viewer.userId)
    .filter(ticket => canSee(viewer, ticket))
    .filter(({ queueId }) => queueIds.length === 0 || queueId === null || queueIds.includes(queueId))
    .filter(({ userId }) => users.length === 0 || (userId !== null && users.includes(userId)))
    .toSorted((a, b) =>
      a.activeAt === b.activeAt ? (a.id < b.id ? 1 : -1) : a.activeAt < b.activeAt ? 1 : -1,
    )
    .map(({ id }) => id);
};

const filters = [
  {},
  { queueIds: [idOf('old')] },
  { queueIds: [idOf('sales'), idOf('support'), idOf('sales')] },
  { users: [idOf('ana'), idOf('bob')] },
  { users: [idOf('bob')], queueIds: [idOf('old')] },
];

describe('lists by status, queue, user and sight', () => {
  it.each([
    ['an administrator', admin],
    ['an attendant', ana],
    ['an attendant of no queue', nobodys],
    ['an attendant of one connection', atBranch],
  ])('show %s each ticket once, in order', async (_, viewer) => {
    let shown = 0;
    for (const status of [...ticketStatuses, undefined])
      for (const filter of filters)
        for (const showAll of [true, false]) {
          const query = { ...ticketsQuery.parse({}), ...filter, showAll, ...(status ? { status } : {}) };
          const ids = await walked(query, viewer);
          expect({ query, ids }).toEqual({ query, ids: expected(query, viewer) });
          shown += ids.length;
        }
    expect(shown).toBeGreaterThan(400);
  });
});
