import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { EventStore } from '#eventstore/types.ts';
import { createCommands } from './commands.ts';
import { newId } from './ids.ts';
import { accepted, by, byConnection, bySystem, eventsOfType, inbound, person } from './testing/world.ts';

/** One pending ticket, seen by two processes of their own caches. */
const pendingTicket = async (store: EventStore = openMemoryStore()) => {
  const [commands, elsewhere] = [createCommands({ store }), createCommands({ store })];
  await commands.message.receive(byConnection(), inbound());
  const [opened] = await eventsOfType(store, 'TicketOpened');
  return { store, commands, elsewhere, ticketId: opened?.entityId ?? '' };
};

/** Counts what is asked of a store. */
const counting = (store: EventStore) => {
  const calls = { loads: 0, appends: 0 };
  const counted: EventStore = {
    ...store,
    load: (...args) => {
      calls.loads += 1;
      return store.load(...args);
    },
    append: (...args) => {
      calls.appends += 1;
      return store.append(...args);
    },
  };
  return { calls, counted };
};

const [ana, bruno] = [person('user'), person('user')];

describe('handling a command', () => {
  it('appends what was decided, with who, when and which command', async () => {
    const { store, commands, ticketId } = await pendingTicket();
    const context = { ...by(ana), correlationId: 'c1', causationId: 'c2' };
    const outcome = accepted(await commands.ticket.accept(context, { ticketId }));
    const [event] = await eventsOfType(store, 'TicketAccepted');
    expect(event).toMatchObject({ position: outcome.position, revision: 1 });
    expect(event?.metadata).toEqual({
      companyId: context.companyId,
      actor: { kind: 'user', id: ana.userId },
      at: context.at,
      commandId: context.commandId,
      $correlationId: 'c1',
      $causationId: 'c2',
    });
  });

  it('answers the same command as the first time, in any process', async () => {
    const { store, commands, elsewhere, ticketId } = await pendingTicket();
    const context = by(ana);
    const first = await commands.ticket.accept(context, { ticketId });
    await commands.ticket.return(by(ana), { ticketId });
    const head = await store.head();
    expect(await commands.ticket.accept(context, { ticketId })).toEqual(first);
    expect(await elsewhere.ticket.accept(context, { ticketId })).toEqual(first);
    expect(await store.head()).toBe(head);
  });

  it('says nothing changed when it was so already', async () => {
    const { commands, ticketId } = await pendingTicket();
    const first = accepted(await commands.ticket.accept(by(ana), { ticketId }));
    const again = accepted(await commands.ticket.accept(by(ana), { ticketId }));
    expect(again).toEqual({ ...first, changed: false });
  });

  it('lets exactly one of many win, and tells the others who did', async () => {
    const { store, commands, elsewhere, ticketId } = await pendingTicket();
    const people = Array.from({ length: 20 }, () => person('user'));
    const outcomes = await Promise.all(
      people.map((one, index) => (index % 2 ? commands : elsewhere).ticket.accept(by(one), { ticketId })),
    );
    const [event, ...others] = await eventsOfType(store, 'TicketAccepted');
    expect(others).toEqual([]);
    const winner = event?.metadata.actor.kind === 'user' ? event.metadata.actor.id : '';
    expect(outcomes.filter(outcome => 'changed' in outcome)).toHaveLength(1);
    for (const outcome of outcomes.filter(one => 'rejected' in one)) {
      expect(outcome).toMatchObject({
        rejected: 'ERR_TICKET_ALREADY_ACCEPTED',
        details: { userId: winner },
      });
    }
  });

  it('asks the tail before it refuses on what its cache holds', async () => {
    const { commands, elsewhere, ticketId } = await pendingTicket();
    accepted(await commands.ticket.accept(by(ana), { ticketId }));
    accepted(await elsewhere.ticket.return(by(ana), { ticketId }));
    accepted(await commands.ticket.accept(by(bruno), { ticketId }));
  });

  it('asks the tail before it says that it was so already', async () => {
    const { store, commands, elsewhere, ticketId } = await pendingTicket();
    accepted(await commands.ticket.accept(by(ana), { ticketId }));
    accepted(await elsewhere.ticket.return(by(ana), { ticketId }));
    expect(accepted(await commands.ticket.accept(by(ana), { ticketId })).changed).toBe(true);
    expect(await eventsOfType(store, 'TicketAccepted')).toHaveLength(2);
  });

  it('decides anew when what it knew is behind', async () => {
    const { commands, elsewhere, ticketId } = await pendingTicket();
    accepted(await elsewhere.ticket.read(by(ana), { ticketId }));
    expect(accepted(await commands.ticket.accept(by(ana), { ticketId })).revision).toBe(2);
  });

  it('refuses another revision than the caller saw, or says why it would be refused anyhow', async () => {
    const { commands, elsewhere, ticketId } = await pendingTicket();
    accepted(await elsewhere.ticket.read(by(ana), { ticketId }));
    expect(await commands.ticket.accept(by(ana), { ticketId, expectedRevision: 0 })).toEqual({
      rejected: 'ERR_CONFLICT',
      details: { revision: 1 },
    });
    accepted(await commands.ticket.accept(by(ana), { ticketId, expectedRevision: 1 }));
    const late = await elsewhere.ticket.accept(by(bruno), { ticketId, expectedRevision: 1 });
    expect(late).toMatchObject({
      rejected: 'ERR_TICKET_ALREADY_ACCEPTED',
      details: { userId: ana.userId },
    });
  });

  it('gives up with ERR_CONFLICT after three more lost races', async () => {
    const store = openMemoryStore();
    const { ticketId } = await pendingTicket(store);
    const rival = createCommands({ store });
    let races = 0;
    const contested = createCommands({
      store: {
        ...store,
        append: async (...args) => {
          races += 1;
          accepted(await rival.ticket.read(by(bruno), { ticketId }));
          return store.append(...args);
        },
      },
    });
    const outcome = await contested.ticket.accept(by(ana), { ticketId });
    expect(outcome).toMatchObject({ rejected: 'ERR_CONFLICT' });
    expect(races).toBe(4);
  });

  it('needs no read for a stream it knows, and one for one it does not', async () => {
    const store = openMemoryStore();
    const { ticketId } = await pendingTicket(store);
    const { calls, counted } = counting(store);
    const commands = createCommands({ store: counted });
    accepted(await commands.ticket.accept(by(ana), { ticketId }));
    expect(calls).toEqual({ loads: 1, appends: 1 });
    accepted(await commands.ticket.return(by(ana), { ticketId }));
    expect(calls).toEqual({ loads: 1, appends: 2 });
  });

  it('takes an inbound message of a known chat with one append and one read', async () => {
    const { calls, counted } = counting(openMemoryStore());
    const commands = createCommands({ store: counted });
    await commands.message.receive(byConnection(), inbound());
    const before = { ...calls };
    await commands.message.receive(byConnection(), inbound());
    expect([calls.appends - before.appends, calls.loads - before.loads]).toEqual([1, 1]);
  });

  it('refuses what is not there', async () => {
    const { commands } = await pendingTicket();
    expect(await commands.ticket.close(by(person('admin')), { ticketId: newId() })).toMatchObject({
      rejected: 'ERR_NO_TICKET_FOUND',
    });
    expect(await commands.message.recordRead(bySystem(), { messageId: newId() })).toMatchObject({
      rejected: 'ERR_NO_MESSAGE_FOUND',
    });
  });

  it('does not let one company reach into another', async () => {
    const { commands, ticketId } = await pendingTicket();
    const stranger = { ...person('admin'), companyId: newId() };
    expect(await commands.ticket.accept(by(stranger), { ticketId })).toMatchObject({
      rejected: 'ERR_NO_PERMISSION',
    });
    const abroad = { ...by(stranger), companyId: stranger.companyId };
    expect(await commands.ticket.accept(abroad, { ticketId })).toMatchObject({
      rejected: 'ERR_NO_TICKET_FOUND',
    });
  });
});
