import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import { allEvents, by, byConnection, createWorld, inbound, person } from '../testing/world.ts';
import { silenceOf, stillQuiet } from './quiet-tickets.ts';

/** A contact wrote, Ana took the ticket, answered, and gave it back. */
const history = async () => {
  const { store, commands } = createWorld(openMemoryStore());
  const ana = person('admin');
  await commands.message.receive(byConnection(), inbound());
  const ticketId = (await allEvents(store)).find(event => event.type === 'TicketOpened')?.entityId ?? '';
  await commands.ticket.accept(by(ana), { ticketId });
  await commands.message.queue(by(ana), { ticketId, body: 'Oi', messageId: crypto.randomUUID() });
  await commands.ticket.return(by(ana), { ticketId });
  await commands.ticket.read(by(ana), { ticketId });
  const events = (await allEvents(store)).filter(
    ({ category }) => category === 'ticket' || category === 'message',
  );
  return { ticketId, events };
};
const changes = (events: Awaited<ReturnType<typeof history>>['events']) =>
  events.map(event => [event.type, silenceOf(event)?.change]);

describe('the silence of a ticket', () => {
  it('begins when somebody attends it, is broken by messages, and is over when nobody does any more', async () => {
    const { events, ticketId } = await history();
    expect(new Set(events.map(event => silenceOf(event)?.ticketId))).toEqual(new Set([ticketId, undefined]));
    expect(changes(events)).toEqual(
      expect.arrayContaining([
        ['TicketOpened', 'over'],
        ['MessageReceived', 'written'],
        ['TicketAccepted', 'attended'],
        ['MessageQueued', 'written'],
        ['TicketReturned', 'over'],
        ['TicketRead', undefined],
      ]),
    );
  });
  it('is not broken by what a phone tells of the past', async () => {
    const { events } = await history();
    const received = events.find(event => event.type === 'MessageReceived');
    if (received?.type !== 'MessageReceived') throw new Error('it was there');
    expect(silenceOf({ ...received, data: { ...received.data, history: true } })).toBeUndefined();
  });
});

describe('tickets due to be closed', () => {
  it('are those of which nothing has been told since', async () => {
    const { events, ticketId } = await history();
    const other = crypto.randomUUID();
    expect(stillQuiet([ticketId, other], events)).toEqual(new Set([other]));
    expect(
      stillQuiet(
        [ticketId],
        events.filter(event => event.type === 'TicketRead'),
      ),
    ).toEqual(new Set([ticketId]));
  });
});
