import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { EventStore, Position } from '#eventstore/types.ts';
import { openPolicyDatabase, type PolicyDatabase } from '../testing/policy-database.ts';
import { createShop, type Shop } from '../testing/shop.ts';
import {
  accepted,
  allEvents,
  byConnection,
  bySystem,
  createWorld,
  eventsOfType,
  inbound,
} from '../testing/world.ts';
import { eraseContactsPolicy } from './erase-contacts-policy.ts';

let database: PolicyDatabase;
beforeAll(async () => {
  database = await openPolicyDatabase();
});
afterAll(() => database.close());

const clara = { number: '5511987654321', lid: null };
const double = { number: '5511900000002', lid: null };

let store: EventStore;
let shop: Shop;
let seen: Position;
beforeEach(async () => {
  store = openMemoryStore();
  shop = await createShop(store);
  seen = 0;
});

/** The policy takes in what has come since. */
const settle = async () => {
  const { commands } = createWorld(store);
  const policy = eraseContactsPolicy({ store, commands, purges: [], log: pino({ level: 'silent' }) });
  const events = (await allEvents(store)).filter(({ position }) => position > seen);
  seen = events.at(-1)?.position ?? seen;
  await inTransaction(database.pool, client => policy.react(client, events));
};
const write = async (chat: object, through = store) =>
  accepted(await createWorld(through).commands.message.receive(byConnection(), inbound({ chat })));
const contactOf = async ({ number }: { number: string }) =>
  (await eventsOfType(store, 'ContactCreated')).find(
    ({ type, data }) => type === 'ContactCreated' && data.number === number,
  )?.entityId ?? '';
/** What comes in just before the double's ticket is opened. */
const opening = async (meanwhile: () => Promise<unknown>) => {
  let isFirst = true;
  const append: EventStore['append'] = async (stream, ...rest) => {
    if (isFirst && stream.startsWith('ticket-')) {
      isFirst = false;
      await meanwhile();
    }
    return store.append(stream, ...rest);
  };
  await write(double, { ...store, append });
};

describe('a ticket that is opened for somebody in the moment in which they are merged', () => {
  const merging = async () => {
    await shop.open();
    await write(clara);
    await shop.commands.contact.create(bySystem(), {
      contactId: crypto.randomUUID(),
      name: 'Dupla',
      ...double,
    });
    const pair = { contactId: shop.contactId, otherId: await contactOf(double) };
    return { pair, merge: async () => accepted(await shop.commands.contact.merge(bySystem(), pair)) };
  };

  it.each([
    ['heard at once', false],
    ['heard later', true],
  ])('is joined: %s', async (_, isLater) => {
    const { merge } = await merging();
    await opening(async () => {
      await merge();
      if (isLater) await settle();
    });
    await settle();
    const [claras, doubles] = (await eventsOfType(store, 'TicketOpened')).map(({ entityId }) => entityId);
    expect((await eventsOfType(store, 'TicketClosed')).map(({ entityId }) => entityId)).toEqual([doubles]);
    await write(double);
    expect((await eventsOfType(store, 'MessageReceived')).at(-1)?.data).toMatchObject({ ticketId: claras });
  });

  it('stays as it is when the two are two again', async () => {
    const { pair, merge } = await merging();
    await opening(async () => {
      await merge();
      await settle();
      accepted(await shop.commands.contact.unmerge(bySystem(), pair));
    });
    await settle();
    expect(await eventsOfType(store, 'TicketClosed')).toEqual([]);
    const { rowCount } = await database.pool.query(
      'select from policy.merged_contact where contact_id = $1',
      [pair.otherId],
    );
    expect(rowCount).toBe(0);
  });
});
