import { describe, expect, it } from 'vitest';
import { type EventStore, StoreUnavailable } from '#eventstore/types.ts';
import { accepted, byConnection, bySystem, createWorld, eventsOfType, inbound } from '../testing/world.ts';

const ana = { number: '5511900000001', lid: null };
const double = { number: '5511900000002', lid: null };

/** Two contacts who are merged, with the ticket of the winner and that of the other. */
const merged = async () => {
  const { store, commands } = createWorld();
  for (const chat of [ana, double]) await commands.message.receive(byConnection(), inbound({ chat }));
  const [contactId = '', otherId = ''] = (await eventsOfType(store, 'ContactCreated')).map(
    event => event.entityId,
  );
  const pair = { contactId, otherId };
  accepted(await commands.contact.merge(bySystem(), pair));
  const tickets = (await eventsOfType(store, 'TicketOpened')).map(event => event.entityId);
  return { store, pair, tickets };
};

/** Once a message was written, nothing more is until it is mended. */
const breaking = (store: EventStore) => {
  let left = Number.POSITIVE_INFINITY;
  const broken: EventStore = {
    ...store,
    append: (...call) => {
      if (left === 0) return Promise.reject(new StoreUnavailable('gone'));
      left -= 1;
      return store.append(...call);
    },
  };
  return { world: createWorld(broken), limit: (appends: number) => (left = appends) };
};

const placed = async (store: EventStore, count: number) => {
  const moved = await eventsOfType(store, 'MessageMoved');
  const received = await eventsOfType(store, 'MessageReceived');
  expect(received).toHaveLength(count);
  const last = received.at(-1);
  return [last, ...moved.filter(({ entityId }) => entityId === last?.entityId)].map(event =>
    event?.type === 'MessageReceived' || event?.type === 'MessageMoved' ? event.data.ticketId : undefined,
  );
};

describe('a message that came into somebody else’s ticket as a merge was undone', () => {
  it.each(['by another process', 'by the same one'])(
    'moves out of it when it is given again, %s',
    async by => {
      const { store, pair, tickets } = await merged();
      const { world, limit } = breaking(store);
      const receive = world.commands.message.receive;
      accepted(await receive(byConnection(), inbound({ chat: double })));
      accepted(await createWorld(store).commands.contact.unmerge(bySystem(), pair));
      const message = inbound({ chat: double });
      limit(1);
      await expect(receive(byConnection(), message)).rejects.toThrow(StoreUnavailable);
      expect(await placed(store, 4)).toEqual([tickets[0]]);
      limit(Number.POSITIVE_INFINITY);
      const again = by === 'by the same one' ? receive : createWorld(store).commands.message.receive;
      for (let turn = 0; turn < 2; turn += 1) accepted(await again(byConnection(), message));
      expect(await placed(store, 4)).toEqual([tickets[0], tickets[1]]);
    },
  );

  it('stays there when it came before that, however often it is given', async () => {
    const { store, pair, tickets } = await merged();
    const message = inbound({ chat: double });
    accepted(await createWorld(store).commands.message.receive(byConnection(), message));
    accepted(await createWorld(store).commands.contact.unmerge(bySystem(), pair));
    accepted(await createWorld(store).commands.message.receive(byConnection(), message));
    expect(await placed(store, 3)).toEqual([tickets[0]]);
  });
});
