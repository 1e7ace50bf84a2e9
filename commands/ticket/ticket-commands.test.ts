import { beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import { type EventStore, StoreUnavailable } from '#eventstore/types.ts';
import { newId } from '../ids.ts';
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
  person,
} from '../testing/world.ts';

const contactId = newId();
const [sales, support] = [newId(), newId()];
const [admin, ana, bruno] = [person('admin'), person('user', [sales]), person('user', [support])];

let store: EventStore;
let commands: ReturnType<typeof createWorld>['commands'];
beforeEach(async () => {
  ({ store, commands } = createWorld());
  const texts = { greetingMessage: '', outOfHoursMessage: '' };
  const queue = (queueId: string, name: string, color: string) =>
    commands.queue.create(bySystem(), { queueId, name, color, ...texts });
  accepted(await queue(sales, 'Vendas', 'green'));
  accepted(await queue(support, 'Suporte', 'blue'));
  const connection = { connectionId, name: 'Loja', provider: 'simulator' as const, isDefault: true };
  accepted(await commands.connection.create(bySystem(), { ...connection, queueIds: [sales] }));
  accepted(await commands.contact.create(bySystem(), { contactId, name: 'Clara', number: '5511987654321' }));
  for (const { userId, queueIds, profile } of [ana, bruno, admin]) {
    const user = { userId, queueIds, profile, name: 'Alguém', email: `${userId}@demo.local` };
    accepted(await commands.user.create(bySystem(), { ...user, superAdmin: false, connectionIds: [] }));
  }
});

const open = async (
  change: { by?: typeof ana; queueId?: string | null; status?: 'open' | 'pending' } = {},
) => {
  const ticketId = newId();
  const { by: who = ana, queueId = sales, status = 'open' } = change;
  const place = { ticketId, contactId, connectionId, queueId, status };
  return { ticketId, outcome: await commands.ticket.open(by(who), place) };
};

describe('opening a ticket', () => {
  it('opens it for the acting person', async () => {
    accepted((await open()).outcome);
    const [opened] = await eventsOfType(store, 'TicketOpened');
    expect(opened?.data).toMatchObject({ status: 'open', userId: ana.userId, queueId: sales });
  });
  it('refuses a second active ticket of the contact, and says which there is', async () => {
    const { ticketId } = await open();
    const second = await open({ by: admin, queueId: null });
    expect(second.outcome).toEqual({ rejected: 'ERR_OTHER_OPEN_TICKET', details: { ticketId } });
    accepted(await commands.ticket.close(by(ana), { ticketId }));
    accepted((await open()).outcome);
  });
  it('gives one ticket when two are opened and a message comes at once', async () => {
    const outcomes = await Promise.all([
      open().then(({ outcome }) => outcome),
      createWorld(store).commands.message.receive(byConnection(), inbound({ chat: { lid: null } })),
      open({ by: admin }).then(({ outcome }) => outcome),
    ]);
    expect(outcomes[1]).toMatchObject({ changed: true });
    expect(await eventsOfType(store, 'TicketOpened')).toHaveLength(1);
  });
  it('refuses a foreign queue and none at all to attendants, not to admins', async () => {
    expect((await open({ queueId: support })).outcome).toMatchObject({ rejected: 'ERR_USER_NOT_IN_QUEUE' });
    expect((await open({ queueId: null })).outcome).toMatchObject({ rejected: 'ERR_QUEUE_REQUIRED' });
    accepted((await open({ by: admin, queueId: null })).outcome);
  });
  it('refuses what is not there', async () => {
    const at = (place: object) =>
      commands.ticket.open(by(admin), {
        ...{ ticketId: newId(), contactId, connectionId, queueId: null, status: 'pending' },
        ...place,
      });
    expect(await at({ contactId: newId() })).toMatchObject({ rejected: 'ERR_NO_CONTACT_FOUND' });
    expect(await at({ connectionId: newId() })).toMatchObject({ rejected: 'ERR_NO_WAPP_FOUND' });
    expect(await at({ queueId: newId() })).toMatchObject({ rejected: 'ERR_NO_QUEUE_FOUND' });
  });
  it('takes over from one that never came to be', async () => {
    let appends = 0;
    const crashing = createWorld({
      ...store,
      append: (...args) =>
        ++appends > 1 ? Promise.reject(new StoreUnavailable('gone')) : store.append(...args),
    });
    const place = { contactId, connectionId, queueId: sales, status: 'open' as const };
    await expect(crashing.commands.ticket.open(by(ana), { ...place, ticketId: newId() })).rejects.toThrow(
      StoreUnavailable,
    );
    accepted((await open()).outcome);
  });
});

describe('a ticket of another queue', () => {
  it('is not the attendant’s to accept, close, read or write on', async () => {
    const { ticketId } = await open({ status: 'pending' });
    const refused = { rejected: 'ERR_NO_PERMISSION' };
    expect(await commands.ticket.accept(by(bruno), { ticketId })).toMatchObject(refused);
    expect(await commands.ticket.close(by(bruno), { ticketId })).toMatchObject(refused);
    expect(await commands.ticket.read(by(bruno), { ticketId })).toMatchObject(refused);
    const message = { ticketId, messageId: newId(), body: 'Oi' };
    expect(await commands.message.queue(by(bruno), message)).toMatchObject(refused);
    accepted(await commands.ticket.accept(by(admin), { ticketId }));
  });
});

describe('transferring', () => {
  it('gives it to an attendant of the queue, who must be there', async () => {
    const { ticketId } = await open();
    const to = (queueId: string | null, userId: string | null) =>
      commands.ticket.transfer(by(ana), { ticketId, queueId, userId });
    expect(await to(null, bruno.userId)).toMatchObject({ rejected: 'ERR_QUEUE_REQUIRED' });
    expect(await to(sales, bruno.userId)).toMatchObject({ rejected: 'ERR_USER_NOT_IN_QUEUE' });
    expect(await to(support, newId())).toMatchObject({ rejected: 'ERR_NO_USER_FOUND' });
    expect(await to(newId(), null)).toMatchObject({ rejected: 'ERR_NO_QUEUE_FOUND' });
    accepted(await to(support, bruno.userId));
    accepted(await commands.ticket.return(by(bruno), { ticketId }));
  });
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

describe('deleting', () => {
  it('is for admins, and leaves room for a new ticket', async () => {
    const { ticketId } = await open();
    expect(await commands.ticket.delete(by(ana), { ticketId })).toMatchObject({
      rejected: 'ERR_NO_PERMISSION',
    });
    accepted(await commands.ticket.delete(by(admin), { ticketId }));
    accepted((await open()).outcome);
  });
});

describe('writing on a ticket', () => {
  const queue = (who: typeof ana, ticketId: string, body = 'Oi', messageId = newId()) =>
    commands.message.queue(by(who), { messageId, ticketId, body });

  it('is for the attendant who has it, and admins', async () => {
    const colleague = person('user', [sales]);
    const { ticketId } = await open();
    expect(await queue(colleague, ticketId)).toEqual({
      rejected: 'ERR_NO_PERMISSION',
      details: { userId: ana.userId },
    });
    accepted(await queue(ana, ticketId));
    accepted(await queue(admin, ticketId));
    const [message] = await eventsOfType(store, 'MessageQueued');
    expect(message?.data).toMatchObject({ contactId, connectionId, userId: ana.userId });
    expect(message?.data).toHaveProperty('waId', expect.stringMatching(/^3EB0[0-9A-F]{18}$/));
  });
  it('refuses nothing but blanks, and closed tickets', async () => {
    const { ticketId } = await open();
    expect(await queue(ana, ticketId, ' \n')).toMatchObject({ rejected: 'ERR_EMPTY_MESSAGE' });
    accepted(await createWorld(store).commands.ticket.close(by(ana), { ticketId }));
    expect(await queue(ana, ticketId)).toMatchObject({ rejected: 'ERR_TICKET_CLOSED' });
  });
  it('tells of every receipt once', async () => {
    const { ticketId } = await open();
    const messageId = newId();
    accepted(await queue(ana, ticketId, 'Oi', messageId));
    const waKey = { id: 'W', remoteJid: '1@lid', fromMe: true, participant: null };
    const record = commands.message;
    const context = byConnection;
    expect(accepted(await record.recordSent(context(), { messageId, waKey })).changed).toBe(true);
    expect(accepted(await record.recordRead(context(), { messageId })).changed).toBe(true);
    expect(accepted(await record.recordDelivered(context(), { messageId })).changed).toBe(false);
    expect(await record.recordRead(by(admin), { messageId })).toMatchObject({
      rejected: 'ERR_NO_PERMISSION',
    });
  });
});

describe('an account', () => {
  const change = (who: typeof ana, what: object) =>
    commands.user.change(by(who), {
      ...{ userId: ana.userId, name: 'Alguém', email: `${ana.userId}@demo.local` },
      ...{ profile: 'user', queueIds: [sales], connectionIds: [], ...what },
    });
  it('is renamed by its owner, and given profile and queues by admins only', async () => {
    accepted(await change(ana, { name: 'Ana Lima' }));
    expect(await change(ana, { profile: 'admin' })).toMatchObject({ rejected: 'ERR_NO_PERMISSION' });
    expect(await change(ana, { queueIds: [sales, support] })).toMatchObject({
      rejected: 'ERR_NO_PERMISSION',
    });
    expect(await change(bruno, { name: 'Eu' })).toMatchObject({ rejected: 'ERR_NO_PERMISSION' });
    accepted(await change(admin, { profile: 'admin' }));
  });
});
