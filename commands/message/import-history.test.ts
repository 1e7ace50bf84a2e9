import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import { newId } from '../ids.ts';
import {
  accepted,
  allEvents,
  by,
  byConnection,
  bySystem,
  createWorld,
  eventsOfType,
  inbound,
  person,
} from '../testing/world.ts';
import type { InboundMessage } from './inbound-message.ts';

const past = (count: number, chat: Partial<InboundMessage['chat']> = {}) => {
  const all = Array.from({ length: count }, () => inbound({ chat }));
  const [first] = all;
  if (!first) throw new Error('nothing was written');
  const messages = all.map(({ connectionId: _, chat: _chat, ...message }) => message);
  return { connectionId: first.connectionId, chat: first.chat, messages };
};
const live = ({ connectionId, chat, messages }: ReturnType<typeof past>): InboundMessage[] =>
  messages.map(message => ({ connectionId, chat, ...message }));

describe('importing history', () => {
  it('makes the contact and one closed ticket with the messages, in their order', async () => {
    const { store, commands } = createWorld();
    const history = past(3);
    expect(await commands.message.importHistory(byConnection(), history)).toEqual({ added: 3 });
    const types = (await allEvents(store)).map(({ type }) => type).filter(type => !type.startsWith('Key'));
    const received = 'MessageReceived';
    expect(types).toEqual(['ContactCreated', 'TicketOpened', received, received, received]);
    const [ticket] = await eventsOfType(store, 'TicketOpened');
    expect(ticket?.data).toMatchObject({ status: 'closed', queueId: null, userId: null });
    const told = (await eventsOfType(store, received)).map(({ data }) => data);
    expect(told).toMatchObject(history.messages.map(({ waKey }) => ({ waKey, history: true })));
  });

  it('adds nothing again, in whatever process and whichever parts it comes', async () => {
    const { store, commands } = createWorld();
    const history = past(3);
    await commands.message.importHistory(byConnection(), {
      ...history,
      messages: history.messages.slice(0, 2),
    });
    const other = createWorld(store).commands;
    expect(await other.message.importHistory(byConnection(), history)).toEqual({ added: 1 });
    const head = await store.head();
    expect(await commands.message.importHistory(byConnection(), history)).toEqual({ added: 0 });
    expect(await store.head()).toBe(head);
    expect(await eventsOfType(store, 'TicketOpened')).toHaveLength(1);
  });

  it('is of the contact that it was written with, whoever that is shown under', async () => {
    const { store, commands } = createWorld();
    const contactId = newId();
    const ana = { contactId, name: 'Ana', number: '5511900000001' };
    accepted(await commands.contact.create(bySystem(), ana));
    const history = past(2, { number: '5511900000002', lid: null });
    const [first, second] = history.messages;
    await commands.message.receive(byConnection(), inbound({ chat: history.chat }));
    const otherId = (await eventsOfType(store, 'ContactCreated')).at(-1)?.entityId ?? '';
    accepted(await commands.contact.merge(bySystem(), { contactId, otherId }));
    const take = (messages: readonly (typeof first)[]) =>
      commands.message.importHistory(byConnection(), {
        ...history,
        messages: messages.flatMap(message => (message ? [message] : [])),
      });
    expect(await take([first])).toEqual({ added: 1 });
    accepted(await commands.contact.unmerge(bySystem(), { contactId, otherId }));
    expect(await take([first, second])).toEqual({ added: 1 });
    const told = (await eventsOfType(store, 'MessageReceived')).map(({ data }) => data);
    expect(told.slice(1)).toMatchObject([{ contactId: otherId }, { contactId: otherId }]);
  });

  it('makes not even a ticket for what came in live', async () => {
    const { store, commands } = createWorld();
    const history = past(2);
    for (const message of live(history)) accepted(await commands.message.receive(byConnection(), message));
    const head = await store.head();
    expect(await commands.message.importHistory(byConnection(), history)).toEqual({ added: 0 });
    expect(await store.head()).toBe(head);
  });

  it('leaves a live message at the same time to a pending ticket of the same contact', async () => {
    const store = openMemoryStore();
    const [one, other] = [createWorld(store).commands, createWorld(store).commands];
    await Promise.all([
      one.message.importHistory(byConnection(), past(5)),
      other.message.receive(byConnection(), inbound()),
    ]);
    expect(await eventsOfType(store, 'ContactCreated')).toHaveLength(1);
    const statuses = (await eventsOfType(store, 'TicketOpened')).map(({ data }) => data);
    expect(statuses).toHaveLength(2);
    expect(statuses).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ status: 'closed' }),
        expect.objectContaining({ status: 'pending' }),
      ]),
    );
  });

  it('brings a message that also comes in live to a pending ticket, once', async () => {
    const { store, commands } = createWorld();
    const history = past(1);
    await commands.message.importHistory(byConnection(), history);
    const [message] = live(history);
    if (!message) throw new Error('nothing was written');
    await commands.message.receive(byConnection(), message);
    const head = await store.head();
    await commands.message.receive(byConnection(), message);
    expect(await store.head()).toBe(head);
    expect(await eventsOfType(store, 'MessageReceived')).toHaveLength(1);
    expect(await eventsOfType(store, 'MessageMoved')).toHaveLength(1);
  });

  it('does not bring back a ticket that was deleted', async () => {
    const { store, commands } = createWorld();
    const history = past(1);
    await commands.message.importHistory(byConnection(), history);
    const [ticket] = await eventsOfType(store, 'TicketOpened');
    const ticketId = ticket && 'ticketId' in ticket.data ? ticket.data.ticketId : '';
    accepted(await commands.ticket.delete(by(person('admin')), { ticketId }));
    const outcome = await commands.message.importHistory(byConnection(), past(1));
    expect(outcome).toMatchObject({ rejected: 'ERR_NO_TICKET_FOUND' });
  });

  it('is only for a connection', async () => {
    const { commands } = createWorld();
    const outcome = await commands.message.importHistory(by(person('admin')), past(1));
    expect(outcome).toMatchObject({ rejected: 'ERR_NO_PERMISSION' });
  });
});
