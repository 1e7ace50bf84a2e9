import { beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import { type EventStore, StoreUnavailable } from '#eventstore/types.ts';
import { createCommands } from '../commands.ts';
import {
  accepted,
  allEvents,
  by,
  byConnection,
  bySystem,
  eventsOfType,
  inbound,
  person,
} from '../testing/world.ts';

const closedAt = '2026-11-21T12:00:00.000Z';
const later = (seconds: number) => new Date(Date.parse(closedAt) + seconds * 1_000).toISOString();
const ana = person('admin');
const none = { name: null, size: null, seconds: null, width: null, height: null };
const sticker = { ...none, voice: false, sticker: true };
let store: EventStore;
let ticketId: string;
/** Each with caches of its own, as processes have them. */
const process = (over: EventStore = store) => createCommands({ store: over });
const receive = (message: ReturnType<typeof inbound>, over = process()) =>
  over.message.receive({ ...byConnection(), at: message.sentAt }, message);
const says = (body: string, change = {}) => inbound({ body, sentAt: later(60), ...change });

const tickets = async () => (await eventsOfType(store, 'TicketOpened')).map(({ entityId }) => entityId);
const counts = async (...types: string[]) => {
  const all = await Promise.all(types.map(type => eventsOfType(store, type)));
  return Object.fromEntries(types.map((type, index) => [type, all[index]?.length]));
};
/** In which ticket each message stands in the end, by its words. */
const places = async () => {
  const placed = new Map<string, readonly [string, string]>();
  for (const { entityId, type, data } of await allEvents(store))
    if (type === 'MessageReceived') placed.set(entityId, [data.body, data.ticketId]);
    else if (type === 'MessageMoved') placed.set(entityId, [placed.get(entityId)?.[0] ?? '', data.ticketId]);
  return [...placed.values()];
};
const close = async () => {
  const commands = process();
  accepted(await commands.ticket.accept(by(ana), { ticketId }));
  accepted(await commands.ticket.close({ ...by(ana), at: closedAt }, { ticketId }));
};
const ask = () => process().ticket.askRating(bySystem(), { ticketId, askedAt: closedAt });
const setMinutes = async (value: string) => {
  const { company } = process();
  const fields = { name: 'Loja', email: 'loja@demo.local', phone: null, dueDate: null };
  const rest = { recurrence: 'MENSAL' as const, status: true, campaignsEnabled: false };
  accepted(await company.create(bySystem(), { companyId: bySystem().companyId, ...fields, ...rest }));
  accepted(await company.changeSetting(bySystem(), { key: 'thanksMinutes', value }));
};

beforeEach(async () => {
  store = openMemoryStore();
  accepted(await receive(inbound({ body: 'Olá', sentAt: later(-600) })));
  ticketId = (await tickets())[0] ?? '';
});

describe('thanks after a closing', () => {
  beforeEach(close);

  it.each([
    ['Obrigada!', {}],
    ['ok 👍', {}],
    ['thanks a lot', {}],
    ['muchas gracias', {}],
    ['👍🏽', { sentAt: later(600) }],
    ['valeu', { sentAt: later(-20) }],
    ['', { mediaType: 'image', mediaHint: sticker }],
  ])('stay in the closed ticket: %j with %j', async (body, change) => {
    const message = says(body, change);
    accepted(await receive(message));
    expect((await eventsOfType(store, 'MessageReceived'))[1]?.data).toMatchObject({
      ticketId,
      answers: 'thanks',
    });
    const [thanked] = await eventsOfType(store, 'TicketThanked');
    expect(thanked?.metadata.actor).toMatchObject({ kind: 'contact' });
    const head = await store.head();
    expect(accepted(await receive(message))).toMatchObject({ changed: false });
    expect([await store.head(), await tickets()]).toEqual([head, [ticketId]]);
  });

  it.each([
    ['ok, mas quero trocar', {}],
    ['obrigada! e o prazo?', {}],
    ['Bom dia', {}],
    ['obrigada', { sentAt: later(601) }],
    ['obrigada', { sentAt: later(-60) }],
    ['ok', { mediaType: 'image' }],
    ['', { mediaType: 'audio' }],
    ['ok', { parts: [{ kind: 'words' }, { kind: 'note', of: 'statusMention' }] }],
  ])('are not %j with %j: that opens the next ticket', async (body, change) => {
    accepted(await receive(says(body, change)));
    expect(await counts('TicketOpened', 'TicketThanked')).toEqual({ TicketOpened: 2, TicketThanked: 0 });
  });

  it('are the contact’s, not what is written on the company’s own phone', async () => {
    const message = says('obrigada');
    accepted(await receive({ ...message, waKey: { ...message.waKey, fromMe: true } }));
    expect(await counts('TicketOpened', 'TicketThanked')).toEqual({ TicketOpened: 2, TicketThanked: 0 });
  });

  it('are followed by the next ticket when there is more, which has what comes then', async () => {
    for (const body of ['ok', 'obrigada', 'Mais uma coisa', 'valeu']) accepted(await receive(says(body)));
    const [, next] = await tickets();
    expect((await places()).slice(1)).toEqual([
      ['ok', ticketId],
      ['obrigada', ticketId],
      ['Mais uma coisa', next],
      ['valeu', next],
    ]);
  });

  it('leave a mark awaited, and the reason of a bad one', async () => {
    await ask();
    for (const body of ['obrigada', '1', 'valeu', 'demorou muito']) accepted(await receive(says(body)));
    expect(
      await counts('TicketRated', 'TicketRatingExplained', 'TicketThanked', 'TicketRatingEnded'),
    ).toEqual({
      ...{ TicketRated: 1, TicketRatingExplained: 1, TicketThanked: 2, TicketRatingEnded: 0 },
    });
    expect(await tickets()).toEqual([ticketId]);
  });

  it('beside another message at once: that one opens the next ticket, and nothing is lost', async () => {
    await Promise.all(['obrigada', 'me ajuda'].map(body => receive(says(body))));
    const [, next] = await tickets();
    expect(new Map(await places()).get('me ajuda')).toBe(next);
    expect([ticketId, next]).toContain(new Map(await places()).get('obrigada'));
    expect(await counts('TicketOpened', 'MessageReceived')).toEqual({ TicketOpened: 2, MessageReceived: 3 });
  });

  it('are one thing whatever step their process dies at', async () => {
    const message = says('obrigada');
    for (let step = 1; step < 5; step += 1) {
      let left = step;
      const append: EventStore['append'] = async (...given) => {
        left -= 1;
        if (left === 0) throw new StoreUnavailable('gone');
        return store.append(...given);
      };
      await receive(message, process({ ...store, append })).catch(() => undefined);
      accepted(await receive(message));
    }
    expect(await counts('TicketThanked', 'MessageReceived', 'TicketOpened')).toEqual({
      ...{ TicketThanked: 1, MessageReceived: 2, TicketOpened: 1 },
    });
  });
});

it('thanks stay for as long as the company says', async () => {
  await setMinutes('2');
  await close();
  accepted(await receive(says('obrigada', { sentAt: later(120) })));
  accepted(await receive(says('ok', { sentAt: later(121) })));
  expect(await counts('TicketOpened', 'TicketThanked')).toEqual({ TicketOpened: 2, TicketThanked: 1 });
});

it('thanks open a ticket where the company wants that', async () => {
  await setMinutes('0');
  await close();
  accepted(await receive(says('obrigada')));
  expect(await counts('TicketOpened', 'TicketThanked')).toEqual({ TicketOpened: 2, TicketThanked: 0 });
});

it('thanks to a process that does not know of the closing yet stand in the closed ticket, once', async () => {
  const connector = process();
  accepted(await receive(inbound({ body: 'Oi', sentAt: later(-500) }), connector));
  await close();
  const message = says('obrigada');
  for (let time = 0; time < 2; time += 1) accepted(await receive(message, connector));
  expect(await counts('TicketThanked', 'TicketOpened', 'MessageMoved')).toEqual({
    ...{ TicketThanked: 1, TicketOpened: 1, MessageMoved: 0 },
  });
  accepted(await receive(says('Mais uma coisa'), connector));
  accepted(await receive(message, connector));
  const [, next] = await tickets();
  expect((await places()).slice(2)).toEqual([
    ['obrigada', ticketId],
    ['Mais uma coisa', next],
  ]);
});
