import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ticketsQuery } from '#contracts/http.ts';
import { connectionView, messageView, queueView, ticketView, userView } from '#contracts/views.ts';
import { records } from '#domain/records/records.ts';
import { canSee, type Viewer } from '#domain/ticket/visibility.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { access } from './access/projection.ts';
import { anyCompany, userByEmail, usersById } from './access/queries.ts';
import { countTickets, listTickets } from './inbox/queries/list-tickets.ts';
import { listMessages, messagesByIds, messagesChangedSince } from './inbox/queries/messages.ts';
import { contactsByIds, listConnections, listSettings } from './inbox/queries/records.ts';
import { ticketById, ticketsChangedSince } from './inbox/queries/tickets.ts';
import { listUsers, userNames } from './inbox/queries/users.ts';
import { everyOne } from './records/queries/records.ts';
import { type InboxStory, openInboxStory } from './testing/inbox-story.ts';
import { openReadModel, type ReadModel } from './testing/read-model.ts';
import { appendStory, company, idOf, otherCompany } from './testing/story.ts';

let model: ReadModel;
let story: InboxStory;
let theirs: InboxStory;

const admin: Viewer = { userId: idOf('root'), profile: 'admin', queueIds: [] };
const ana: Viewer = { userId: idOf('ana'), profile: 'user', queueIds: [idOf('sales')] };
/** Works on a connection that no ticket of the story is on: sees what is assigned to her alone. */
const away: Viewer = { ...ana, connectionIds: [idOf('branch')] };
const bruno: Viewer = { userId: idOf('bruno'), profile: 'user', queueIds: [idOf('support')] };

beforeAll(async () => {
  model = await openReadModel();
  const store = openMemoryStore();
  story = openInboxStory();
  story.companyCreated('Ours');
  story.setting('useKanban', 'enabled');
  for (const queue of ['sales', 'support']) story.queue(queue);
  story.user('root', [], 'admin');
  story.user('ana', ['sales']);
  story.user('bruno', ['support']);
  story.connection();
  story.contact();
  story.contact('maria', '5521988887777');
  story.opened('sales pending', { queue: 'sales' });
  story.opened('support pending', { queue: 'support' });
  story.opened('no queue', {}, 'maria');
  story.opened('group', { isGroup: true });
  story.opened('of ana', { queue: 'sales', user: 'ana' });
  story.opened('of bruno', { queue: 'support', user: 'bruno' });
  story.opened('ana elsewhere', { queue: 'support', user: 'ana' });
  story.opened('closed', { queue: 'support' });
  story.closed('closed');
  story.opened('deleted', { queue: 'sales' });
  story.received('in deleted', 'deleted');
  story.deleted('deleted');
  story.received('hello', 'sales pending', 'Hello, about my 50%_order');
  story.opened('talk', { queue: 'sales', user: 'ana' });
  for (let index = 0; index < 90; index += 1)
    story.queued(`line ${index}`, 'talk', `line ${index}`, { user: 'ana' });
  theirs = openInboxStory(otherCompany, 'their ', story);
  theirs.companyCreated('Theirs');
  theirs.queue('sales');
  theirs.user('eve', ['sales'], 'admin');
  theirs.connection();
  theirs.contact();
  theirs.opened('t', { queue: 'sales' });
  theirs.received('secret', 't');
  model.run(store);
  model.run(store, access);
  const position = await appendStory(store, story.events);
  await model.shown(position);
});
afterAll(() => model.close());

const ask = (viewer: Viewer, query: Record<string, string> = {}) =>
  model.tenants.read(company, db => listTickets(db, viewer, ticketsQuery.parse(query)));
const words = (ids: readonly { readonly id: string }[]) => {
  const known = [
    'sales pending',
    'support pending',
    'no queue',
    'group',
    'of ana',
    'of bruno',
    'ana elsewhere',
    'closed',
    'deleted',
    'talk',
  ];
  return ids.map(({ id }) => known.find(word => idOf(word) === id) ?? id).toSorted();
};
const found = async (viewer: Viewer, query: Record<string, string>) =>
  words((await ask(viewer, query)).tickets);

describe('the list of tickets', () => {
  it('answers what the contract says', async () => {
    for (const ticket of (await ask(admin)).tickets) expect(ticketView.parse(ticket)).toEqual(ticket);
  });

  it("shows open tickets of one's own, and all of them to an administrator who asks", async () => {
    expect(await found(ana, { status: 'open' })).toEqual(['ana elsewhere', 'of ana', 'talk']);
    expect(await found(ana, { status: 'open', showAll: 'true' })).toEqual([
      'ana elsewhere',
      'of ana',
      'talk',
    ]);
    expect(await found(admin, { status: 'open' })).toEqual([]);
    expect(await found(admin, { status: 'open', showAll: 'true' })).toEqual([
      'ana elsewhere',
      'of ana',
      'of bruno',
      'talk',
    ]);
  });

  it("shows pending tickets of one's queues and of none, groups and closed ones to all", async () => {
    expect(await found(ana, { status: 'pending' })).toEqual(['no queue', 'sales pending']);
    expect(await found(bruno, { status: 'pending' })).toEqual(['no queue', 'support pending']);
    expect(await found(admin, { status: 'pending' })).toEqual([
      'no queue',
      'sales pending',
      'support pending',
    ]);
    expect(await found(bruno, { status: 'groups' })).toEqual(['group']);
    expect(await found(ana, { status: 'closed' })).toEqual(['closed']);
  });

  it('shows without a status exactly what the domain lets a viewer see', async () => {
    const all = (await ask(admin)).tickets;
    for (const viewer of [admin, ana, bruno, away]) {
      const allowed = words(all.filter(ticket => canSee(viewer, ticket)));
      expect(await found(viewer, {})).toEqual(allowed);
    }
    expect(words(all)).not.toContain('deleted');
  });

  it('is narrowed by queues, users, contact, unread and day', async () => {
    expect(await found(admin, { queueIds: JSON.stringify([idOf('support')]), status: 'pending' })).toEqual([
      'no queue',
      'support pending',
    ]);
    expect(await found(admin, { users: idOf('bruno') })).toEqual(['of bruno']);
    expect(await found(admin, { contactId: idOf('maria') })).toEqual(['no queue']);
    expect(await found(admin, { withUnreadMessages: 'true' })).toEqual(['sales pending']);
    expect(await found(admin, { date: '2026-01-05', status: 'groups' })).toEqual(['group']);
    expect(await found(admin, { date: '2026-01-06' })).toEqual([]);
    expect(await found(admin, { tags: idOf('tag') })).toEqual([]);
  });

  it('finds by contact and by what was written, taking signs literally', async () => {
    expect(await found(admin, { searchParam: 'MARI' })).toEqual(['no queue']);
    expect(await found(admin, { searchParam: '98888' })).toEqual(['no queue']);
    expect(await found(admin, { searchParam: '50%_o' })).toEqual(['sales pending']);
    expect(await found(admin, { searchParam: '50%o' })).toEqual([]);
    expect(await found(bruno, { searchParam: '50%_o' })).toEqual([]);
  });

  it('counts what it lists, for every filter', async () => {
    const queries = [
      {},
      { status: 'open' },
      { status: 'open', showAll: 'true' },
      { status: 'pending' },
      { status: 'groups' },
      { status: 'closed' },
      { withUnreadMessages: 'true' },
      { users: idOf('ana') },
      { searchParam: 'maria' },
      { queueIds: idOf('sales') },
    ];
    for (const viewer of [admin, ana, bruno, away]) {
      for (const query of queries) {
        const { tickets, count } = await ask(viewer, query);
        expect({ query, count }).toEqual({ query, count: tickets.length });
      }
    }
  });

  it('counts badges as the tabs would show them', async () => {
    const counts = (viewer: Viewer, query = {}) =>
      model.tenants.read(company, db => countTickets(db, viewer, ticketsQuery.parse(query)));
    expect(await counts(ana)).toEqual({ open: 3, pending: 2, groups: 1, unread: 1 });
    expect(await counts(bruno)).toEqual({ open: 1, pending: 2, groups: 1, unread: 0 });
    expect(await counts(away)).toEqual({ open: 3, pending: 0, groups: 0, unread: 0 });
    expect(await counts(admin, { showAll: 'true' })).toEqual({ open: 4, pending: 3, groups: 1, unread: 1 });
  });

  it.each([{}, { showAll: 'true' }])(
    'counts what the lists have, whatever queues are chosen: %j',
    async all => {
      const [sales, support] = [idOf('sales'), idOf('support')];
      for (const viewer of [admin, ana, bruno, away])
        for (const queueIds of [[], [sales], [support], [sales, support]]) {
          const query = { ...all, ...(queueIds.length > 0 && { queueIds: JSON.stringify(queueIds) }) };
          const counts = await model.tenants.read(company, db =>
            countTickets(db, viewer, ticketsQuery.parse(query)),
          );
          for (const status of ['open', 'pending', 'groups'] as const) {
            const { tickets, count } = await ask(viewer, { ...query, status });
            expect({ query, status, of: [counts[status], count] }).toEqual({
              query,
              status,
              of: [tickets.length, tickets.length],
            });
          }
        }
    },
  );

  it('shows one ticket only to those who may see it', async () => {
    const one = (viewer: Viewer) =>
      model.tenants.read(company, db => ticketById(db, viewer, idOf('support pending')));
    expect(await one(ana)).toBeUndefined();
    expect((await one(bruno))?.number).toBe(2);
  });

  it('says what changed since a position, and what went away', async () => {
    const before = story.events.find(({ type }) => type === 'TicketDeleted')?.position ?? 0;
    const changed = await model.tenants.read(company, db => ticketsChangedSince(db, before - 1, 50));
    expect({ tickets: words(changed.tickets), deleted: words(changed.deleted), from: changed.from }).toEqual({
      tickets: ['sales pending', 'talk'],
      deleted: ['deleted'],
      from: before - 1,
    });
  });
  it('tells the newest of too many changes, and since when these are all', async () => {
    const all = await model.tenants.read(company, db => ticketsChangedSince(db, 0, 50));
    const some = await model.tenants.read(company, db => ticketsChangedSince(db, 0, 2));
    expect(some.tickets).toEqual(all.tickets.slice(-2));
    expect(some.from).toBe(all.tickets.at(-3)?.position);
  });
});

describe('a conversation', () => {
  it('is read in pages from the end, by cursor and by page number alike', async () => {
    const id = story.id('talk');
    const bodies: string[] = [];
    let cursor: string | undefined;
    for (let page = 1; page <= 3; page += 1) {
      const byCursor = await model.tenants.read(company, db => listMessages(db, id, { cursor }));
      const byNumber = await model.tenants.read(company, db => listMessages(db, id, { pageNumber: page }));
      expect(byCursor.messages).toEqual(byNumber.messages);
      expect(byCursor.hasMore).toBe(page < 3);
      bodies.unshift(...byCursor.messages.map(({ body }) => body));
      cursor = byCursor.nextCursor ?? undefined;
    }
    expect(bodies).toEqual(Array.from({ length: 90 }, (_, index) => `line ${index}`));
  });

  it("answers what the contract says, with the attendant's name", async () => {
    const { messages } = await model.tenants.read(company, db => listMessages(db, story.id('talk')));
    expect(messageView.parse(messages[0])).toEqual(messages[0]);
    expect(messages[0]).toMatchObject({ senderName: 'ana', fromMe: true, ack: 0, state: 'queued' });
  });

  it('of a deleted ticket is not shown', async () => {
    const ids = [story.id('in deleted')];
    expect(await model.tenants.read(company, db => messagesByIds(db, ids))).toEqual([]);
    expect((await model.tenants.read(company, db => listMessages(db, story.id('deleted')))).messages).toEqual(
      [],
    );
  });

  it('says what changed in it since a position', async () => {
    const since = story.events.find(({ entityId }) => entityId === story.id('line 87'))?.position ?? 0;
    const changed = await model.tenants.read(company, db =>
      messagesChangedSince(db, story.id('talk'), since, 10),
    );
    expect(changed.messages.map(({ body }) => body)).toEqual(['line 88', 'line 89']);
  });
});

describe('records', () => {
  it('answer what the contract says', async () => {
    const { queues, connections, users, names, settings, contacts } = await model.tenants.read(
      company,
      async db => ({
        queues: await everyOne(db, records.queue),
        connections: await listConnections(db),
        users: await listUsers(db, { searchParam: 'AN' }),
        names: await userNames(db),
        settings: await listSettings(db),
        contacts: await contactsByIds(db, [idOf('maria')]),
      }),
    );
    expect(queues.map(queue => queueView.parse(queue).name)).toEqual(['sales', 'support']);
    expect(connections.map(connection => connectionView.parse(connection).status)).toEqual(['DISCONNECTED']);
    expect(connections).toMatchObject([{ isDefault: true }]);
    expect(users.users.map(user => userView.parse(user).queues.map(({ name }) => name))).toEqual([['sales']]);
    expect(users).toMatchObject({ count: 1, hasMore: false });
    expect(names.users.map(({ name }) => name)).toEqual(['ana', 'bruno', 'root']);
    expect(settings).toEqual([{ key: 'useKanban', value: 'enabled' }]);
    expect(contacts[0]?.number).toBe('5521988887777');
  });

  it('know who may come in', async () => {
    expect(await anyCompany(model.pool)).toBe(true);
    const user = await userByEmail(model.pool, 'ANA@mail.example');
    expect(user).toMatchObject({
      id: idOf('ana'),
      queueIds: [idOf('sales')],
      company: {
        name: 'Ours',
        dueDate: '2027-01-01T00:00:00.000Z',
        settings: [{ key: 'useKanban', value: 'enabled' }],
      },
    });
    const eve = theirs.id('eve');
    const found = await usersById(model.pool, [eve, idOf('nobody')]);
    expect([...found].map(([id, user]) => [id, user.companyId])).toEqual([[eve, otherCompany]]);
  });
});
