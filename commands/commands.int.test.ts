import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEventStore } from '#eventstore/client.ts';
import { startEmbeddedNode } from '#eventstore/embedded/server.ts';
import { memoryPersonKeys } from '#eventstore/person-keys.ts';
import type { EventStore } from '#eventstore/types.ts';
import { createCommands } from './commands.ts';
import { newId } from './ids.ts';
import { accepted, by, byConnection, type bySystem, eventsOfType, inbound, person } from './testing/world.ts';

let directory: string;
let node: Awaited<ReturnType<typeof startEmbeddedNode>>;
let store: EventStore;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'commands-'));
  node = await startEmbeddedNode({ file: join(directory, 'events.db') });
  store = openEventStore({ connectionString: node.url, keys: memoryPersonKeys() });
});
afterAll(async () => {
  await store?.close();
  await node?.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('over the real client and node', () => {
  it('one of two attendants in two processes gets the ticket', async () => {
    const companyId = newId();
    const here = (context: ReturnType<typeof bySystem>) => ({ ...context, companyId });
    const [one, other] = [createCommands({ store }), createCommands({ store })];
    const people = [person('user'), person('user')].map(who => ({ ...who, companyId }));
    for (let round = 0; round < 10; round += 1) {
      const chat = { number: `55119${String(round).padStart(8, '0')}`, lid: `${round}` };
      accepted(await one.message.receive(here(byConnection()), inbound({ chat })));
      const ticketId = (await eventsOfType(store, 'TicketOpened')).at(-1)?.entityId ?? '';
      const [first, second] = await Promise.all(
        people.map((who, index) => [one, other][index]?.ticket.accept(here(by(who)), { ticketId })),
      );
      const won = [first, second].filter(outcome => outcome && 'changed' in outcome && outcome.changed);
      const lost = [first, second].filter(outcome => outcome && 'rejected' in outcome);
      expect([won.length, lost.length]).toEqual([1, 1]);
      expect(lost[0]).toMatchObject({ rejected: 'ERR_TICKET_ALREADY_ACCEPTED' });
    }
  });

  it('two first messages of a contact make one contact and one ticket, and a replay nothing', async () => {
    const companyId = newId();
    const context = () => ({ ...byConnection(), companyId });
    const [one, other] = [createCommands({ store }), createCommands({ store })];
    const messages = [inbound(), inbound()];
    const head = await store.head();
    const receive = () =>
      Promise.all(messages.map((message, index) => [one, other][index]?.message.receive(context(), message)));
    await receive();
    const ours = async (type: string) =>
      (await eventsOfType(store, type)).filter(event => event.position > head);
    expect(await ours('ContactCreated')).toHaveLength(1);
    expect(await ours('TicketOpened')).toHaveLength(1);
    expect(await ours('MessageReceived')).toHaveLength(2);
    const after = await store.head();
    await receive();
    expect(await store.head()).toBe(after);
  });
});
