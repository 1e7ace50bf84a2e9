import { beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { EventStore } from '#eventstore/types.ts';
import { newId } from '../ids.ts';
import { accepted, by, createWorld, eventsOfType, person } from '../testing/world.ts';

let calls: string[];
let world: ReturnType<typeof createWorld>;
const [ana, ticketId] = [person('user'), newId()];

beforeEach(() => {
  calls = [];
  const memory = openMemoryStore();
  const store: EventStore = {
    ...memory,
    load: (...asked) => {
      calls.push('load');
      return memory.load(...asked);
    },
    append: (...asked) => {
      calls.push('append');
      return memory.append(...asked);
    },
  };
  world = createWorld(store);
});

const view = (asOf: string | null, { who = ana, at = '2026-11-21T12:00:00.000Z', to = world } = {}) =>
  to.commands.dataAccess.viewConversation({ ...by(who), at }, { ticketId, asOf });
const told = async () => (await eventsOfType(world.store, 'ConversationViewed')).map(({ data }) => data);

describe('a look at a conversation', () => {
  it('is written once, and the same again asks the store for nothing', async () => {
    const first = accepted(await view(null));
    expect(calls).toEqual(['append']);
    calls = [];
    expect(accepted(await view(null)).position).toBe(first.position);
    expect(calls).toEqual([]);
    expect(await told()).toHaveLength(1);
  });
  it('is one in whatever process, and another one ten minutes later and of another person', async () => {
    accepted(await view(null));
    accepted(await view(null, { to: createWorld(world.store) }));
    expect(await told()).toHaveLength(1);
    accepted(await view(null, { at: '2026-11-21T12:10:00.000Z' }));
    accepted(await view(null, { who: person('user') }));
    expect(await told()).toHaveLength(3);
  });
  it('at an instant of the past is one at its minute', async () => {
    accepted(await view('2026-10-01T10:00:12.345Z'));
    accepted(await view('2026-10-01T10:00:59.000Z'));
    expect(await told()).toMatchObject([{ asOf: '2026-10-01T10:00:12.345Z' }]);
    accepted(await view('2026-10-01T10:01:00.000Z'));
    expect(await told()).toHaveLength(2);
  });
});
