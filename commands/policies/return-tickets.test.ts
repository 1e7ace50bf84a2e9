import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import { newId } from '../ids.ts';
import { allEvents, by, byConnection, bySystem, createWorld, inbound, person } from '../testing/world.ts';
import { attendance } from './attended-tickets.ts';
import { returnTickets } from './return-tickets.ts';

const nobody = { ticketsOf: () => [], isRemoved: () => false };

const history = async () => {
  const { store, commands } = createWorld(openMemoryStore());
  const ana = person('admin');
  const account = { userId: ana.userId, name: 'Ana', email: 'ana@demo.local', profile: 'admin' as const };
  await commands.user.create(bySystem(), {
    ...{ ...account, superAdmin: false, queueIds: [], connectionIds: [] },
  });
  await commands.message.receive(byConnection(), inbound());
  const ticketId = (await allEvents(store)).find(event => event.type === 'TicketOpened')?.entityId ?? '';
  await commands.ticket.accept(by(ana), { ticketId });
  await commands.user.remove(bySystem(), { userId: ana.userId });
  const events = await allEvents(store);
  const find = (type: string) => {
    const event = events.find(one => one.type === type);
    if (!event) throw new Error(`no ${type}`);
    return event;
  };
  return { ticketId, userId: ana.userId, find };
};

describe('the policy for tickets of removed attendants', () => {
  it('returns every open ticket of who is removed', async () => {
    const { find, userId } = await history();
    const [one, other] = [newId(), newId()];
    const commands = returnTickets(find('UserRemoved'), { ...nobody, ticketsOf: () => [one, other] });
    expect(commands.map(command => command.ticketId)).toEqual([one, other]);
    expect(commands.every(command => command.userId === userId)).toBe(true);
    expect(new Set(commands.map(command => command.commandId)).size).toBe(2);
  });
  it('gives the same commands for the same event', async () => {
    const { find } = await history();
    const remembered = { ...nobody, ticketsOf: () => [newId()].map(() => 'ticket') };
    expect(returnTickets(find('UserRemoved'), remembered)).toEqual(
      returnTickets(find('UserRemoved'), remembered),
    );
  });
  it('returns a ticket that is given to somebody who is gone', async () => {
    const { find, ticketId, userId } = await history();
    expect(
      returnTickets(find('TicketAccepted'), { ...nobody, isRemoved: id => id === userId }),
    ).toMatchObject([{ ticketId, userId }]);
  });
  it('stays quiet about everything else', async () => {
    const { find } = await history();
    for (const type of ['TicketAccepted', 'TicketOpened', 'UserCreated']) {
      expect(returnTickets(find(type), nobody)).toEqual([]);
    }
  });
  it('knows who attends a ticket', async () => {
    const { find, ticketId, userId } = await history();
    expect(attendance(find('TicketAccepted'))).toEqual({ ticketId, userId });
    expect(attendance(find('TicketOpened'))).toEqual({ ticketId, userId: null });
    expect(attendance(find('UserRemoved'))).toBeUndefined();
  });
});
