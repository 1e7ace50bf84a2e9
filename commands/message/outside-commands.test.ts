import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isRejection } from '#domain/shared/decision.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { EventStore } from '#eventstore/types.ts';
import type { CommandContext } from '../context.ts';
import { newId } from '../ids.ts';
import { accepted, bySystem, companyId, connectionId, createWorld, eventsOfType } from '../testing/world.ts';
import type { OutsidePlace } from './outside-commands.ts';

const number = '5511987654321';
const [sales, support] = [newId(), newId()];
const tokenId = newId();
const byToken = (): CommandContext => ({ ...bySystem(), actor: { kind: 'token', id: tokenId } });

let store: EventStore;
let world: ReturnType<typeof createWorld>;
beforeEach(async () => {
  store = openMemoryStore();
  world = createWorld(store);
  const { queue, connection } = world.commands;
  const words = { greetingMessage: '', outOfHoursMessage: '' };
  for (const [queueId, color] of [
    [sales, '#00aa00'],
    [support, '#0000aa'],
  ] as const)
    accepted(await queue.create(bySystem(), { queueId, name: `Fila ${color}`, color, ...words }));
  accepted(
    await connection.create(bySystem(), {
      ...{ connectionId, name: 'Loja', provider: 'simulator', isDefault: true, queueIds: [sales, support] },
      ...{ ...words, greetingMessage: 'Olá' },
    }),
  );
});

const chat = (over: { queueId?: string; connectionId?: string; number?: string } = {}) => ({
  ...{ connectionId, number, queueId: null },
  ...over,
});
const placed = async (over = {}, { commands } = world): Promise<OutsidePlace> => {
  const place = await commands.outside.place(byToken(), chat(over));
  if (isRejection(place)) throw new Error(place.rejected);
  return place;
};
const queueOf = async (ticketId: string) =>
  (await eventsOfType(store, 'TicketOpened')).find(({ entityId }) => entityId === ticketId)?.data;

describe('what a program sends stands', () => {
  it('in the ticket that is there', async () => {
    const first = await placed();
    expect(await placed({ queueId: support })).toEqual(first);
    expect(await eventsOfType(store, 'TicketOpened')).toHaveLength(1);
    expect(await queueOf(first.ticketId)).toMatchObject({ status: 'pending', queueId: sales });
    expect(await queueOf(first.ticketId)).not.toHaveProperty('choosesQueue');
  });
  it('in the queue that is named, of a ticket that is opened for it', async () => {
    expect(await queueOf((await placed({ queueId: support })).ticketId)).toMatchObject({ queueId: support });
  });
  it('nowhere where connection or queue are not the company’s', async () => {
    const refusal = (over: object) => world.commands.outside.place(byToken(), chat(over));
    expect(await refusal({ connectionId: newId() })).toMatchObject({ rejected: 'ERR_NO_WAPP_FOUND' });
    expect(await refusal({ queueId: newId() })).toMatchObject({ rejected: 'ERR_NO_QUEUE_FOUND' });
    expect(await eventsOfType(store, 'ContactCreated')).toHaveLength(0);
  });
  it('with one contact and one ticket, wherever it is asked for at once', async () => {
    const other = createWorld(store);
    const all = await Promise.all([placed(), placed({}, other), placed(), placed({}, other)]);
    expect(new Set(all.map(({ ticketId }) => ticketId)).size).toBe(1);
    expect(new Set(all.map(({ contactId }) => contactId)).size).toBe(1);
  });
});

describe('what is known of a chat', () => {
  const known = (over = {}) => world.commands.outside.known(companyId, chat(over));
  it('is nothing, a contact, or the ticket too', async () => {
    expect(await known()).toEqual({ contact: undefined });
    const place = await placed();
    const { ticketId, ...contact } = place;
    expect(await known()).toEqual({
      contact,
      place: { ...place, ticket: expect.objectContaining({ status: 'pending' }) },
    });
    accepted(await world.commands.ticket.close(byToken(), { ticketId, justClose: true }));
    expect(await known()).toEqual({ contact, place: undefined });
  });
  it('is no ticket for a queue that is none', async () => {
    const { ticketId, ...contact } = await placed();
    expect((await known({ queueId: support })).place).toMatchObject({ ticketId, ...contact });
    expect(await known({ queueId: newId() })).toEqual({ contact });
  });
  it('is another contact when the number was given to one elsewhere', async () => {
    const { contactId, ticketId } = await placed();
    expect((await known()).place).toMatchObject({ contactId, ticketId });
    const other = createWorld(store);
    const heir = newId();
    accepted(await other.commands.ticket.close(byToken(), { ticketId, justClose: true }));
    accepted(await other.commands.contact.remove(bySystem(), { contactId }));
    accepted(await other.commands.contact.create(bySystem(), { contactId: heir, name: 'Rita', number }));
    expect(await known()).toEqual({ contact: { contactId: heir, number } });
  });
  it('is another contact when the one that is known has another number since', async () => {
    const { contactId } = await placed();
    await known();
    const other = createWorld(store);
    const heir = newId();
    accepted(
      await other.commands.contact.identify(bySystem(), { contactId, number: '5511912345678', lid: null }),
    );
    accepted(await other.commands.contact.create(bySystem(), { contactId: heir, name: 'Rita', number }));
    expect(await known()).toEqual({ contact: { contactId: heir, number } });
  });
  it('is the ticket that was opened elsewhere after the one that was known', async () => {
    const { ticketId } = await placed();
    await known();
    const other = createWorld(store);
    accepted(await other.commands.ticket.close(byToken(), { ticketId, justClose: true }));
    const next = await placed({}, other);
    const { ticket } = world.commands;
    expect(await ticket.read(bySystem(), { ticketId })).toBeDefined();
    expect((await known()).place).toMatchObject(next);
  });
  it('is no ticket that was closed elsewhere', async () => {
    const { ticketId } = await placed();
    const other = createWorld(store);
    accepted(await other.commands.ticket.close(byToken(), { ticketId, justClose: true }));
    expect((await known()).place).toBeUndefined();
    const message = { messageId: newId(), ticketId, body: 'Oi' };
    const refused = await world.commands.message.queue(byToken(), message);
    expect(refused).toMatchObject({ rejected: 'ERR_TICKET_CLOSED' });
    expect((await placed()).ticketId).not.toBe(ticketId);
  });
  it('is a ticket of somebody who is merged into the contact, and no longer', async () => {
    const [contactId, others] = [newId(), '5511912345678'];
    const { contact, outside, ticket } = world.commands;
    accepted(await contact.create(bySystem(), { contactId, name: 'Rita', number }));
    const { ticketId, contactId: otherId } = await placed({ number: others });
    accepted(await contact.merge(bySystem(), { contactId, otherId }));
    await ticket.join(bySystem(), { ticketId, contactId });
    expect((await known()).place).toMatchObject({ ticketId, contactId });
    accepted(await contact.unmerge(bySystem(), { contactId, otherId }));
    expect(await known()).toEqual({ contact: { contactId, number }, place: undefined });
    expect((await outside.known(companyId, chat({ number: others }))).place).toMatchObject({
      ...{ ticketId, contactId: otherId },
    });
  });
  it('has the ticket that the message is then decided on, without reading it again', async () => {
    const { ticketId } = await placed();
    const { place } = await known();
    const load = vi.spyOn(store, 'load');
    const message = { messageId: newId(), ticketId, body: 'Oi' };
    accepted(await world.commands.message.queue(byToken(), { ...message, ticket: place?.ticket }));
    expect(load).not.toHaveBeenCalled();
  });
});

it('a message in somebody’s name is theirs for tokens alone', async () => {
  const { ticketId } = await placed();
  const inNameOf = newId();
  const [first, second] = [newId(), newId()];
  const { message } = world.commands;
  accepted(
    await message.queue(byToken(), { messageId: first, ticketId, body: 'Oi', inNameOf, externalId: 'p 1' }),
  );
  accepted(await message.queue(bySystem(), { messageId: second, ticketId, body: 'Oi', inNameOf }));
  const queued = await eventsOfType(store, 'MessageQueued');
  expect(queued.map(({ data }) => data)).toMatchObject([
    { userId: inNameOf, externalId: 'p 1' },
    { userId: null },
  ]);
});
