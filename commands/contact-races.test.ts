import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TicketEvent } from '#domain/ticket/events.ts';
import { isActive } from '#domain/ticket/lifecycle.ts';
import { isLiving, ticketEntity } from '#domain/ticket/ticket.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { EventStore } from '#eventstore/types.ts';
import { concepts } from './concepts.ts';
import { newId } from './ids.ts';
import { lagging } from './testing/lagging.ts';
import {
  accepted,
  allEvents,
  byConnection,
  bySystem,
  connectionId,
  createWorld,
  eventsOfType,
  inbound,
} from './testing/world.ts';

const [clara, carla] = [
  { number: '5511987654321', lid: '77001' },
  { number: '5511912345678', lid: '77002' },
] as const;
const acts = [
  'clara writes',
  'carla writes',
  'merge',
  'unmerge',
  'erase',
  'delete ticket',
  'create',
] as const;
type Act = { readonly act: (typeof acts)[number]; readonly process: 0 | 1 };
const act: fc.Arbitrary<Act> = fc.record({
  act: fc.constantFrom(...acts),
  process: fc.constantFrom(0 as const, 1 as const),
});
/** Acts of one group run at once, groups one after the other. */
const story = fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { maxLength: 6 });

const counts = { tickets: 0, messages: 0, notes: 0, media: 0 };
const newestContact = async (store: EventStore, number: string): Promise<string> => {
  const created = await eventsOfType(store, 'ContactCreated');
  const its = created.filter(event => event.type === 'ContactCreated' && event.data.number === number);
  return its.at(-1)?.entityId ?? newId();
};

const play = async (store: EventStore, groups: readonly (readonly Act[])[]) => {
  const processes = [createWorld(store).commands, createWorld(store).commands] as const;
  const connection = { connectionId, name: 'Loja', provider: 'simulator' as const, isDefault: true };
  accepted(await processes[0].connection.create(bySystem(), { ...connection, queueIds: [] }));
  let written = 0;
  for (const group of groups) {
    const [contactId, otherId] = [
      await newestContact(store, clara.number),
      await newestContact(store, carla.number),
    ];
    const tickets = await eventsOfType(store, 'TicketOpened');
    await Promise.all(
      group.map(async ({ act, process }) => {
        const { contact, message, ticket } = processes[process];
        switch (act) {
          case 'clara writes':
          case 'carla writes': {
            const chat = act === 'clara writes' ? clara : carla;
            written += 1;
            return accepted(await message.receive(byConnection(), inbound({ chat })));
          }
          case 'erase': {
            const confirmation = clara.number;
            return contact.erase(bySystem(), { contactId, confirmation, counts });
          }
          case 'delete ticket':
            return ticket.delete(bySystem(), { ticketId: tickets.at(-1)?.entityId ?? newId() });
          case 'create':
            return contact.create(bySystem(), { contactId: newId(), name: 'Clara', number: clara.number });
          default:
            return contact[act](bySystem(), { contactId, otherId });
        }
      }),
    );
  }
  return written;
};

it('every message is taken in once, whoever is merged, parted or erased meanwhile, and the next finds its place', async () => {
  await fc.assert(
    fc.asyncProperty(story, fc.infiniteStream(fc.nat({ max: 7 })), async (groups, lags) => {
      const store = openMemoryStore();
      const written = await play(lagging(store, lags), groups);
      const received = await eventsOfType(store, 'MessageReceived');
      expect(new Set(received.map(event => event.entityId)).size).toBe(written);
      expect(received).toHaveLength(written);

      const later = createWorld(store).commands;
      for (const chat of [clara, carla])
        accepted(await later.message.receive(byConnection(), inbound({ chat })));
      const events = await allEvents(store);
      const gone = new Set(
        events.flatMap(event =>
          event.type === 'ContactErased' || event.type === 'ContactRemoved' ? [event.entityId] : [],
        ),
      );
      for (const event of (await eventsOfType(store, 'MessageReceived')).slice(-2)) {
        if (event.type !== 'MessageReceived') continue;
        expect(gone.has(event.data.contactId)).toBe(false);
        const placed = events
          .filter(each => each.type === 'MessageMoved' && each.entityId === event.entityId)
          .at(-1);
        const ticketId = placed?.type === 'MessageMoved' ? placed.data.ticketId : event.data.ticketId;
        const history: TicketEvent[] = [];
        for (const each of events)
          if (concepts.ticket.isEvent(each) && each.data.ticketId === ticketId) history.push(each);
        const ticket = history.reduce(ticketEntity.evolve, ticketEntity.initial);
        expect(isLiving(ticket) && isActive(ticket.status)).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
}, 60_000);
