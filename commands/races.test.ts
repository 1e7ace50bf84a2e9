import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TicketEvent } from '#domain/ticket/events.ts';
import { isActive } from '#domain/ticket/lifecycle.ts';
import { ticketEntity } from '#domain/ticket/ticket.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { EventStore, Recorded } from '#eventstore/types.ts';
import { concepts } from './concepts.ts';
import { newId } from './ids.ts';
import { lagging } from './testing/lagging.ts';
import {
  accepted,
  allEvents,
  by,
  byConnection,
  bySystem,
  connectionId,
  createWorld,
  hearing,
  inbound,
  person,
} from './testing/world.ts';

const acts = ['receive', 'open', 'close', 'reopen', 'delete', 'accept', 'return'] as const;
type Act = { readonly act: (typeof acts)[number]; readonly process: 0 | 1; readonly which: number };

const act = fc.record({
  act: fc.constantFrom(...acts),
  process: fc.constantFrom(0 as const, 1 as const),
  which: fc.nat({ max: 5 }),
});
/** Acts of one group run at once, groups one after the other. */
const story = fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { maxLength: 8 });

const admin = person('admin');

const play = async (store: EventStore, groups: readonly (readonly Act[])[], follows: boolean) => {
  const worlds = [createWorld(store), createWorld(store)] as const;
  const processes = [worlds[0].commands, worlds[1].commands] as const;
  const deaf = follows ? hearing(worlds[0]) : undefined;
  const [contactId, queueId] = [newId(), newId()];
  const texts = { greetingMessage: '', outOfHoursMessage: '' };
  const connection = { connectionId, name: 'Loja', provider: 'simulator' as const, isDefault: true };
  accepted(await processes[0].connection.create(bySystem(), { ...connection, queueIds: [] }));
  accepted(
    await processes[0].contact.create(bySystem(), { contactId, name: 'Clara', number: '5511987654321' }),
  );
  accepted(
    await processes[0].queue.create(bySystem(), { queueId, name: 'Vendas', color: 'green', ...texts }),
  );

  const run = ({ act, process, which }: Act, tickets: readonly string[]) => {
    const { ticket, message } = processes[process];
    const ticketId = tickets[which % Math.max(tickets.length, 1)] ?? newId();
    switch (act) {
      case 'receive':
        return message.receive(byConnection(), inbound());
      case 'open': {
        const place = { contactId, connectionId, queueId: null, status: 'pending' as const };
        return ticket.open(by(admin), { ...place, ticketId: newId() });
      }
      case 'reopen':
        return ticket.reopen(by(admin), { ticketId, queueId });
      default:
        return ticket[act](by(admin), { ticketId });
    }
  };
  for (const group of groups) {
    const tickets = (await allEvents(store)).filter(event => event.type === 'TicketOpened');
    const ids = tickets.map(event => event.entityId);
    await Promise.all(group.map(one => run(one, ids)));
  }
  await deaf?.();
};

const activeAt = (events: readonly Recorded[], position: number): readonly string[] => {
  const streams = new Map<string, TicketEvent[]>();
  for (const event of events) {
    if (event.position > position || !concepts.ticket.isEvent(event)) continue;
    streams.set(event.data.ticketId, [...(streams.get(event.data.ticketId) ?? []), event]);
  }
  return [...streams].flatMap(([ticketId, history]) =>
    isActive(history.reduce(ticketEntity.evolve, ticketEntity.initial).status) ? [ticketId] : [],
  );
};

it.each([
  ['by reading', false],
  ['also where a process follows the log', true],
])(
  'at most one ticket is active, and no message stands in one that was closed before it, %s',
  async (_, follows) => {
    await fc.assert(
      fc.asyncProperty(story, fc.infiniteStream(fc.nat({ max: 7 })), async (groups, lags) => {
        const store = lagging(openMemoryStore(), lags);
        await play(store, groups, follows);
        const events = await allEvents(store);
        expect(activeAt(events, Number.POSITIVE_INFINITY).length).toBeLessThan(2);
        const placed = new Map<string, { ticketId: string; position: number }>();
        for (const event of events) {
          if (event.type !== 'MessageReceived' && event.type !== 'MessageMoved') continue;
          placed.set(event.data.messageId, { ticketId: event.data.ticketId, position: event.position });
        }
        for (const { ticketId, position } of placed.values()) {
          const moments = [
            position,
            ...events.map(event => event.position).filter(later => later > position),
          ];
          expect(moments.some(moment => activeAt(events, moment).includes(ticketId))).toBe(true);
        }
      }),
      { numRuns: 80 },
    );
  },
  30_000,
);
