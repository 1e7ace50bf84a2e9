import { beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import { type EventStore, StoreUnavailable } from '#eventstore/types.ts';
import { newId } from '../ids.ts';
import { createShop, type Shop } from '../testing/shop.ts';
import {
  accepted,
  allEvents,
  by,
  byConnection,
  bySystem,
  connectionId,
  createWorld,
  eventsOfType,
  inbound,
} from '../testing/world.ts';

let store: Shop['store'];
let commands: Shop['commands'];
let sales: Shop['sales'];
let support: Shop['support'];
let admin: Shop['admin'];
let ana: Shop['ana'];
let open: Shop['open'];
beforeEach(async () => {
  ({ store, commands, sales, support, admin, ana, open } = await createShop());
});

describe('reopening', () => {
  it('is refused while the contact has another active ticket', async () => {
    const first = await open();
    accepted(await commands.ticket.close(by(ana), first));
    const second = await open();
    const again = { ticketId: first.ticketId, queueId: sales };
    expect(await commands.ticket.reopen(by(ana), again)).toEqual({
      rejected: 'ERR_OTHER_OPEN_TICKET',
      details: { ticketId: second.ticketId },
    });
    accepted(await commands.ticket.close(by(ana), second));
    accepted(await commands.ticket.reopen(by(ana), again));
    expect((await open()).outcome).toMatchObject({
      rejected: 'ERR_OTHER_OPEN_TICKET',
      details: { ticketId: first.ticketId },
    });
  });
  it('on another connection leaves the first one free for a new ticket', async () => {
    const first = await open();
    accepted(await commands.ticket.close(by(ana), first));
    const other = { connectionId: newId(), name: 'Outra', provider: 'simulator' as const };
    accepted(await commands.connection.create(bySystem(), { ...other, isDefault: false, queueIds: [] }));
    const { connectionId: elsewhere } = other;
    const place = { ticketId: first.ticketId, queueId: sales, connectionId: elsewhere };
    accepted(await commands.ticket.reopen(by(ana), place));
    accepted((await open()).outcome);
  });
  it('goes over the default connection when its own was removed, and nowhere when there is none', async () => {
    const { ticketId } = await open();
    accepted(await commands.ticket.close(by(ana), { ticketId }));
    const other = { connectionId: newId(), name: 'Outra', provider: 'simulator' as const };
    accepted(await commands.connection.create(bySystem(), { ...other, isDefault: true, queueIds: [] }));
    accepted(await commands.connection.remove(bySystem(), { connectionId }));
    const reopen = (to: string | null) =>
      commands.ticket.reopen(by(ana), { ticketId, queueId: sales, defaultConnection: async () => to });
    expect(await reopen(null)).toMatchObject({ rejected: 'ERR_NO_WAPP_FOUND' });
    accepted(await reopen(other.connectionId));
    const [reopened] = await eventsOfType(store, 'TicketReopened');
    expect(reopened?.data).toMatchObject({ connectionId: other.connectionId });
  });
  it('for oneself is one step, and only into a queue that one serves', async () => {
    const { ticketId } = await open();
    accepted(await commands.ticket.close(by(ana), { ticketId }));
    const take = (queueId: string) => commands.ticket.reopen(by(ana), { ticketId, queueId, takes: true });
    expect(await take(support)).toMatchObject({ rejected: 'ERR_USER_NOT_IN_QUEUE' });
    expect(await commands.ticket.reopen(bySystem(), { ticketId, queueId: sales, takes: true })).toMatchObject(
      { rejected: 'ERR_NO_PERMISSION' },
    );
    accepted(await take(sales));
    const [last] = await eventsOfType(store, 'TicketAccepted');
    expect(last?.data).toMatchObject({ ticketId, userId: ana.userId, queueId: sales });
  });
  describe('for oneself', () => {
    const [noon, later] = ['2026-11-21T12:00:10.000Z', '2026-11-21T12:00:10.001Z'];
    const reopenedData = async () => (await eventsOfType(store, 'TicketReopened')).at(-1)?.data;
    const taken = async (who: Shop['ana'], at: string, queueId = sales) => {
      const { ticketId } = await open();
      accepted(await commands.ticket.close(by(ana), { ticketId }));
      accepted(await commands.ticket.reopen({ ...by(who), at }, { ticketId, queueId, takes: true }));
      const data = await reopenedData();
      accepted(await commands.ticket.close(by(admin), { ticketId }));
      return data;
    };

    it('undoes the closing within ten seconds, for whoever resolved it', async () => {
      expect(await taken(ana, noon)).toMatchObject({ undoesClosing: true });
    });
    it('undoes nothing later, for others, or in another queue', async () => {
      const both = { ...ana, queueIds: [sales, support] };
      for (const data of [
        await taken(ana, later),
        await taken(admin, noon),
        await taken(both, noon, support),
      ])
        expect(data).not.toHaveProperty('undoesClosing');
    });
    it('undoes the last closing alone', async () => {
      const { ticketId } = await open();
      accepted(await commands.ticket.close(by(ana), { ticketId }));
      const again = { ticketId, queueId: sales };
      accepted(await commands.ticket.reopen(by(ana), { ...again, takes: true }));
      accepted(await commands.ticket.close(by(admin), { ticketId }));
      accepted(await commands.ticket.reopen(by(ana), { ...again, takes: true }));
      expect(await reopenedData()).not.toHaveProperty('undoesClosing');
    });
    it('is no undoing without taking it', async () => {
      const { ticketId } = await open();
      accepted(await commands.ticket.close(by(ana), { ticketId }));
      accepted(await commands.ticket.reopen(by(ana), { ticketId, queueId: sales }));
      expect(await reopenedData()).not.toHaveProperty('undoesClosing');
    });
  });
  it('refuses an unknown queue or connection', async () => {
    const { ticketId } = await open();
    accepted(await commands.ticket.close(by(ana), { ticketId }));
    const to = (place: { queueId: string; connectionId?: string }) =>
      commands.ticket.reopen(by(ana), { ticketId, ...place });
    expect(await to({ queueId: newId() })).toMatchObject({ rejected: 'ERR_NO_QUEUE_FOUND' });
    expect(await to({ queueId: sales, connectionId: newId() })).toMatchObject({
      rejected: 'ERR_NO_WAPP_FOUND',
    });
  });
  describe('in the moment that a message comes', () => {
    const scene = async () => {
      await receive(store);
      const [opened] = await eventsOfType(store, 'TicketOpened');
      const ticketId = opened?.entityId ?? '';
      accepted(await commands.ticket.close(by(admin), { ticketId }));
      return ticketId;
    };
    /** The store, where once, before an event of this type is appended, something else happens. */
    const storeWhere = (type: string, happens: () => Promise<unknown>): EventStore => {
      let done = false;
      return {
        ...store,
        append: async (...args) => {
          const [, , events] = args;
          if (!done && events.some(({ event }) => event.type === type)) {
            done = true;
            await happens();
          }
          return store.append(...args);
        },
      };
    };
    const receive = (from: EventStore) =>
      createWorld(from).commands.message.receive(byConnection(), inbound({ chat: { lid: null } }));
    const reopen = (from: EventStore, ticketId: string) =>
      createWorld(from).commands.ticket.reopen(by(admin), { ticketId, queueId: sales });
    const activeTickets = async () => {
      const active = new Set<string>();
      for (const { type, entityId } of await allEvents(store)) {
        if (type === 'TicketOpened' || type === 'TicketReopened') active.add(entityId);
        if (type === 'TicketClosed') active.delete(entityId);
      }
      return [...active];
    };

    it('gives way to the ticket that the message has opened', async () => {
      const ticketId = await scene();
      const outcome = await reopen(
        storeWhere('TicketReopened', () => receive(store)),
        ticketId,
      );
      const active = await activeTickets();
      expect(active).toHaveLength(1);
      expect(outcome).toEqual({ rejected: 'ERR_OTHER_OPEN_TICKET', details: { ticketId: active[0] } });
    });
    it('keeps the message when it was faster', async () => {
      const ticketId = await scene();
      accepted(await receive(storeWhere('KeyClaimed', () => reopen(store, ticketId))));
      expect(await activeTickets()).toEqual([ticketId]);
      const messages = await eventsOfType(store, 'MessageReceived');
      expect(messages.at(-1)?.data).toMatchObject({ ticketId });
    });
    it('and a crash before it was reopened, leaves room for the next ticket', async () => {
      const ticketId = await scene();
      const gone = () => Promise.reject(new StoreUnavailable('gone'));
      await expect(reopen(storeWhere('TicketReopened', gone), ticketId)).rejects.toThrow(StoreUnavailable);
      accepted(await receive(store));
      const [active, ...others] = await activeTickets();
      expect([active === ticketId, others]).toEqual([false, []]);
    });
  });
  it('and a message at once give one active ticket', async () => {
    for (let round = 0; round < 5; round += 1) {
      const world = createWorld(openMemoryStore());
      await world.commands.message.receive(byConnection(), inbound());
      const [opened] = await eventsOfType(world.store, 'TicketOpened');
      const ticketId = opened?.entityId ?? '';
      const place = { queueId: newId(), name: 'Vendas', color: 'red' };
      accepted(
        await world.commands.queue.create(bySystem(), {
          ...{ ...place, greetingMessage: '', outOfHoursMessage: '' },
        }),
      );
      accepted(await world.commands.ticket.close(by(admin), { ticketId }));
      const elsewhere = createWorld(world.store).commands;
      const [reopened] = await Promise.all([
        world.commands.ticket.reopen(by(admin), { ticketId, queueId: place.queueId }),
        elsewhere.message.receive(byConnection(), inbound()),
      ]);
      const tickets = await eventsOfType(world.store, 'TicketOpened');
      expect(tickets).toHaveLength('rejected' in reopened ? 2 : 1);
    }
  });
});
