import { beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import { type EventStore, StoreUnavailable } from '#eventstore/types.ts';
import { createCommands } from '../commands.ts';
import { newId } from '../ids.ts';
import { accepted, by, byConnection, bySystem, eventsOfType, inbound, person } from '../testing/world.ts';

const askedAt = '2026-11-21T12:00:00.000Z';
const later = (seconds: number) => new Date(Date.parse(askedAt) + seconds * 1_000).toISOString();
const ana = person('admin');
let store: EventStore;
/** Each with caches of its own, as processes have them. */
const process = (over: EventStore = store) => createCommands({ store: over });
const receive = (message: ReturnType<typeof inbound>, over = process()) =>
  over.message.receive({ ...byConnection(), at: message.sentAt }, message);
const says = (body: string, change = {}) => inbound({ body, sentAt: later(60), ...change });

const tickets = async () => (await eventsOfType(store, 'TicketOpened')).map(({ entityId }) => entityId);
const dataOf = async (type: string) => (await eventsOfType(store, type)).map(({ data }) => data);
const ticketsOf = async (...types: string[]) => {
  const counts = await Promise.all(types.map(type => eventsOfType(store, type)));
  return Object.fromEntries(types.map((type, index) => [type, counts[index]?.length]));
};
/** In which ticket each message stands in the end, by its words. */
const places = async () => {
  const placed = new Map<string, string>();
  const words = new Map<string, string>();
  for (const event of await eventsOfType(store, 'MessageReceived'))
    if (event.type === 'MessageReceived') {
      words.set(event.entityId, event.data.body);
      placed.set(event.entityId, event.data.ticketId);
    }
  for (const event of await eventsOfType(store, 'MessageMoved'))
    if (event.type === 'MessageMoved') placed.set(event.entityId, event.data.ticketId);
  return [...words].map(([id, body]) => [body, placed.get(id)] as const);
};

let ticketId: string;
const ask = async () => {
  const commands = process();
  accepted(await commands.ticket.accept(by(ana), { ticketId }));
  accepted(await commands.ticket.close(by(ana), { ticketId }));
  const { until } = await commands.ticket.askRating(bySystem(), { ticketId, askedAt });
  expect(until).toBe(later(600));
};
beforeEach(async () => {
  store = openMemoryStore();
  accepted(await receive(inbound({ body: 'Olá', sentAt: later(-600) })));
  ticketId = (await tickets())[0] ?? '';
});

it('an answer is nobody else’s, once two who were one are two again', async () => {
  const { contact, ticket } = process();
  const [heir, number] = [newId(), '5511900000009'];
  const [otherId = ''] = (await eventsOfType(store, 'ContactCreated')).map(({ entityId }) => entityId);
  accepted(await contact.create(bySystem(), { contactId: heir, name: 'Rita', number }));
  accepted(await contact.merge(bySystem(), { contactId: heir, otherId }));
  await ticket.join(bySystem(), { ticketId, contactId: heir });
  await ask();
  accepted(await contact.unmerge(bySystem(), { contactId: heir, otherId }));
  accepted(await receive(says('2', { chat: { number, lid: null } })));
  expect(await ticketsOf('TicketRated', 'TicketRatingEnded')).toEqual({
    TicketRated: 0,
    TicketRatingEnded: 0,
  });
  accepted(await receive(says('3')));
  expect(await dataOf('TicketRated')).toMatchObject([{ ticketId, rating: 3 }]);
});

describe('an answer to what was asked before its contact was merged', () => {
  const [heir, number] = [newId(), '5511900000009'];
  const merge = async () => {
    const [otherId = ''] = (await eventsOfType(store, 'ContactCreated')).map(({ entityId }) => entityId);
    const { contact } = process();
    accepted(await contact.create(bySystem(), { contactId: heir, name: 'Rita', number }));
    accepted(await contact.merge(bySystem(), { contactId: heir, otherId }));
  };

  it('is the mark all the same, and its reason', async () => {
    await ask();
    await merge();
    for (const body of ['1', 'demorou muito']) accepted(await receive(says(body)));
    expect(await dataOf('TicketRated')).toMatchObject([{ ticketId, rating: 1 }]);
    expect(await dataOf('TicketRatingExplained')).toMatchObject([{ ticketId, reason: 'demorou muito' }]);
    expect(await tickets()).toEqual([ticketId]);
  });

  it('is for who attends them now, where somebody does', async () => {
    await ask();
    await merge();
    accepted(await receive(says('Oi', { chat: { number, lid: null } })));
    accepted(await receive(says('2')));
    expect(await ticketsOf('TicketOpened', 'TicketRated')).toEqual({ TicketOpened: 2, TicketRated: 0 });
  });
});

describe('an answer after a closing', () => {
  beforeEach(ask);

  it('is the rating of who resolved, and stands in the closed ticket', async () => {
    const answer = says(' 3 ');
    accepted(await receive(answer));
    const [rated] = await eventsOfType(store, 'TicketRated');
    expect(rated?.data).toMatchObject({ ticketId, userId: ana.userId, rating: 3, reasonUntil: null });
    const [, message] = await eventsOfType(store, 'MessageReceived');
    expect(rated?.metadata.actor).toEqual({ kind: 'contact', id: Object(message?.data).contactId });
    expect(message?.data).toMatchObject({ ticketId, body: ' 3 ', answers: 'rating' });
    const head = await store.head();
    expect(accepted(await receive(answer))).toMatchObject({ changed: false });
    expect([await store.head(), await tickets()]).toEqual([head, [ticketId]]);
  });

  it('is followed by the reason of a bad mark, once, and by a ticket of its own after that', async () => {
    for (const body of ['1', 'demorou muito', 'e mais uma coisa']) accepted(await receive(says(body)));
    expect(await dataOf('TicketRatingExplained')).toMatchObject([{ ticketId, reason: 'demorou muito' }]);
    const [, next] = await tickets();
    expect((await places()).slice(1)).toEqual([
      ['1', ticketId],
      ['demorou muito', ticketId],
      ['e mais uma coisa', next],
    ]);
  });

  it.each([
    ['10', {}],
    ['1 pergunta', {}],
    ['me ajuda', {}],
    ['', {}],
    ['', { mediaType: 'image' as const }],
    ['2', { mediaType: 'image' as const }],
    ['2', { sentAt: later(601) }],
    ['2', { sentAt: later(-60) }],
  ])('is not %j with %j: it opens a ticket as ever, and ends the waiting', async (body, change) => {
    accepted(await receive(says(body, change)));
    accepted(await receive(says('3')));
    const [, next] = await tickets();
    expect((await places()).slice(1)).toEqual([
      [body, next],
      ['3', next],
    ]);
    const types = ['TicketOpened', 'TicketRated', 'TicketRatingEnded'];
    expect(await ticketsOf(...types)).toEqual({ TicketOpened: 2, TicketRated: 0, TicketRatingEnded: 1 });
  });

  it('counts by WhatsApp’s time, however late it comes', async () => {
    const answer = says('2', { sentAt: later(599) });
    accepted(await process().message.receive({ ...byConnection(), at: later(50_000) }, answer));
    expect(await dataOf('TicketRated')).toMatchObject([{ rating: 2 }]);
  });

  it('is written by the contact, not on the company’s own phone', async () => {
    const message = says('3');
    accepted(await receive({ ...message, waKey: { ...message.waKey, fromMe: true } }));
    expect(await ticketsOf('TicketRated', 'TicketOpened')).toEqual({ TicketRated: 0, TicketOpened: 2 });
  });

  it('does not count when the ticket is open again', async () => {
    const queue = {
      queueId: ticketId,
      name: 'Vendas',
      color: '#00aa00',
      greetingMessage: '',
      outOfHoursMessage: '',
    };
    accepted(await process().queue.create(bySystem(), queue));
    accepted(await process().ticket.reopen(by(ana), { ticketId, queueId: ticketId }));
    accepted(await receive(says('3')));
    expect(await ticketsOf('TicketRated', 'TicketOpened')).toEqual({ TicketRated: 0, TicketOpened: 1 });
  });

  it('counts once when two come at once', async () => {
    await Promise.all([receive(says('3')), receive(says('2'))]);
    expect(await ticketsOf('TicketRated', 'TicketOpened')).toEqual({ TicketRated: 1, TicketOpened: 2 });
    const stand = (await places()).slice(1).map(([, ticket]) => ticket);
    expect(stand.toSorted()).toEqual((await tickets()).toSorted());
  });

  it.each([[['3', 'me ajuda']], [['me ajuda', '3']]])(
    'and another message at once, %j: the one that came first decides',
    async bodies => {
      await Promise.all(bodies.map(body => receive(says(body))));
      const { TicketRated = 0, TicketRatingEnded = 0 } = await ticketsOf('TicketRated', 'TicketRatingEnded');
      expect(TicketRated + TicketRatingEnded).toBe(1);
      const [, next] = await tickets();
      const stand = new Map(await places());
      expect(stand.get('me ajuda')).toBe(next);
      expect(stand.get('3')).toBe(TicketRated === 1 ? ticketId : next);
    },
  );

  it('is taken in once by two processes that are given it at the same time', async () => {
    const answer = says('3');
    await Promise.all([receive(answer), receive(answer), receive(answer)]);
    expect(await ticketsOf('TicketRated', 'MessageReceived', 'TicketOpened')).toEqual({
      ...{ TicketRated: 1, MessageReceived: 2, TicketOpened: 1 },
    });
  });

  it('is one thing whatever step its process dies at', async () => {
    const answer = says('1');
    for (let step = 1; step < 6; step += 1) {
      let left = step;
      const append: EventStore['append'] = async (...given) => {
        left -= 1;
        if (left === 0) throw new StoreUnavailable('gone');
        return store.append(...given);
      };
      await receive(answer, process({ ...store, append })).catch(() => undefined);
      accepted(await receive(answer));
      expect(await ticketsOf('TicketRated', 'MessageReceived', 'TicketOpened')).toEqual({
        ...{ TicketRated: 1, MessageReceived: 2, TicketOpened: 1 },
      });
    }
    expect((await places())[1]).toEqual(['1', ticketId]);
  });
});

it('an answer to a process that does not know of the closing yet stands in the closed ticket, once', async () => {
  const connector = process();
  accepted(await receive(inbound({ body: 'Oi', sentAt: later(-500) }), connector));
  await ask();
  const answer = says('3');
  accepted(await receive(answer, connector));
  accepted(await receive(answer, connector));
  expect(await ticketsOf('TicketRated', 'TicketOpened', 'MessageMoved')).toEqual({
    ...{ TicketRated: 1, TicketOpened: 1, MessageMoved: 0 },
  });
  accepted(await receive(says('mais uma coisa'), connector));
  accepted(await receive(answer, connector));
  const [, next] = await tickets();
  expect((await places()).slice(2)).toEqual([
    ['3', ticketId],
    ['mais uma coisa', next],
  ]);
});

it('a message to an active ticket reads nothing more than before', async () => {
  const connector = process();
  accepted(await receive(inbound(), connector));
  const loads: string[] = [];
  const load: EventStore['load'] = (...given) => {
    loads.push(given[0].replace(/-.*/, ''));
    return store.load(...given);
  };
  const watched = process({ ...store, load });
  accepted(await receive(inbound(), watched));
  loads.length = 0;
  accepted(await receive(inbound(), watched));
  expect(loads).toEqual(['ticket']);
});
