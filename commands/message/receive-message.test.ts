import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import { type EventStore, StoreUnavailable } from '#eventstore/types.ts';
import {
  accepted,
  allEvents,
  by,
  byConnection,
  bySystem,
  createWorld,
  eventsOfType,
  hearing,
  inbound,
  person,
} from '../testing/world.ts';

const typesOf = async (store: EventStore) => (await allEvents(store)).map(event => event.type);
const withoutClaims = (types: readonly string[]) => types.filter(type => !type.startsWith('Key'));

describe('receiving a message', () => {
  it('makes contact, pending ticket and message', async () => {
    const { store, commands } = createWorld();
    const outcome = accepted(await commands.message.receive(byConnection(), inbound()));
    expect(outcome.changed).toBe(true);
    expect(withoutClaims(await typesOf(store))).toEqual([
      'ContactCreated',
      'TicketOpened',
      'MessageReceived',
    ]);
    const [opened] = await eventsOfType(store, 'TicketOpened');
    expect(opened?.data).toMatchObject({ status: 'pending', queueId: null, userId: null });
  });

  it('takes a known contact and its active ticket with one append', async () => {
    const { store, commands } = createWorld();
    await commands.message.receive(byConnection(), inbound());
    const before = await store.head();
    await commands.message.receive(byConnection(), inbound());
    const added = (await allEvents(store)).filter(event => event.position > before);
    expect(added.map(event => event.type)).toEqual(['MessageReceived']);
  });

  it('gives one contact, one ticket and two messages when two first messages come at once', async () => {
    for (const second of [{}, { lid: null }, { number: '' }]) {
      const store = openMemoryStore();
      const [one, other] = [createWorld(store), createWorld(store)];
      await Promise.all([
        one.commands.message.receive(byConnection(), inbound()),
        other.commands.message.receive(byConnection(), inbound({ chat: second })),
        one.commands.message.receive(byConnection(), inbound()),
      ]);
      expect(await eventsOfType(store, 'MessageReceived')).toHaveLength(3);
      expect(await eventsOfType(store, 'TicketOpened')).toHaveLength(1);
      expect(await eventsOfType(store, 'ContactCreated')).toHaveLength(1);
    }
  });

  it('of somebody new reads what may be there already, and nothing that was only just made', async () => {
    const store = openMemoryStore();
    const calls: string[] = [];
    const noted =
      <Input extends [string, ...unknown[]], Output>(
        what: string,
        work: (...input: Input) => Promise<Output>,
      ) =>
      (...input: Input): Promise<Output> => {
        calls.push(`${what} ${input[0].replace(/-.*/, '')}`);
        return work(...input);
      };
    const { commands } = createWorld({
      ...store,
      load: noted('read', store.load),
      append: noted('write', store.append),
    });
    accepted(await commands.message.receive(byConnection(), inbound()));
    const [read, written] = ['read', 'write'].map(what => calls.filter(call => call.startsWith(what)));
    // At the end the ticket, which somebody may have closed meanwhile.
    expect(read).toEqual(['message', 'claim', 'claim', 'connection', 'ticket'].map(each => `read ${each}`));
    const writes = ['claim', 'claim', 'contact', 'claim', 'ticket', 'message'];
    expect(written).toEqual(writes.map(each => `write ${each}`));
  });

  it('makes one contact and one ticket when two take in the same first message at once', async () => {
    for (const chat of [{}, { lid: null }, { number: '' }]) {
      const store = openMemoryStore();
      const message = inbound({ chat });
      await Promise.all(
        Array.from({ length: 4 }, () => createWorld(store).commands.message.receive(byConnection(), message)),
      );
      const types = withoutClaims(await typesOf(store));
      expect(types.toSorted()).toEqual(['ContactCreated', 'MessageReceived', 'TicketOpened']);
    }
  });

  it('takes the same message once', async () => {
    const { store, commands } = createWorld();
    const message = inbound();
    await commands.message.receive(byConnection(), message);
    const head = await store.head();
    const again = accepted(await commands.message.receive(byConnection(), message));
    const elsewhere = accepted(await createWorld(store).commands.message.receive(byConnection(), message));
    expect([again.changed, elsewhere.changed]).toEqual([false, false]);
    expect(await store.head()).toBe(head);
  });

  it('opens a new pending ticket after the last one was closed, and none beside it', async () => {
    const { store, commands } = createWorld();
    const first = inbound();
    await commands.message.receive(byConnection(), first);
    const [opened] = await eventsOfType(store, 'TicketOpened');
    const ticketId = opened?.entityId ?? '';
    accepted(await commands.ticket.close(by(person('admin')), { ticketId }));
    await Promise.all([
      commands.message.receive(byConnection(), inbound()),
      commands.message.receive(byConnection(), inbound()),
    ]);
    const tickets = await eventsOfType(store, 'TicketOpened');
    expect(tickets).toHaveLength(2);
    const head = await store.head();
    await commands.message.receive(byConnection(), first);
    expect(await store.head()).toBe(head);
  });

  it('opens groups in status groups without a queue', async () => {
    const { store, commands } = createWorld();
    const group = { number: '120363000000000001', lid: null, name: 'Família', isGroup: true };
    await commands.message.receive(byConnection(), inbound({ chat: group }));
    const [opened] = await eventsOfType(store, 'TicketOpened');
    expect(opened?.data).toMatchObject({ status: 'groups', isGroup: true, queueId: null });
  });

  it('moves a message whose ticket was closed in the same moment', async () => {
    const store = openMemoryStore();
    const { commands } = createWorld(store);
    await commands.message.receive(byConnection(), inbound());
    const [opened] = await eventsOfType(store, 'TicketOpened');
    const ticketId = opened?.entityId ?? '';
    const elsewhere = createWorld(store);
    // The connector's cache still says pending.
    accepted(await elsewhere.commands.ticket.close(by(person('admin')), { ticketId }));
    await commands.message.receive(byConnection(), inbound());
    const [moved] = await eventsOfType(store, 'MessageMoved');
    const tickets = await eventsOfType(store, 'TicketOpened');
    expect(tickets).toHaveLength(2);
    expect(moved?.data).toMatchObject({ ticketId: tickets[1]?.entityId });
    expect((await typesOf(store)).at(-1)).toBe('MessageMoved');
  });

  it('reads nothing of a ticket where the process follows the log, and moves a message all the same', async () => {
    const store = openMemoryStore();
    const reads: string[] = [];
    const load: EventStore['load'] = (stream, from) => {
      reads.push(stream);
      return store.load(stream, from);
    };
    const world = createWorld({ ...store, load });
    const deaf = hearing(world);
    await world.commands.message.receive(byConnection(), inbound());
    reads.length = 0;
    for (let n = 0; n < 3; n += 1) await world.commands.message.receive(byConnection(), inbound());
    expect(reads).toEqual([]);
    const [opened] = await eventsOfType(store, 'TicketOpened');
    const close = { ticketId: opened?.entityId ?? '' };
    accepted(await createWorld(store).commands.ticket.close(by(person('admin')), close));
    await world.commands.message.receive(byConnection(), inbound());
    await deaf();
    const received = await eventsOfType(store, 'MessageReceived');
    const [moved] = await eventsOfType(store, 'MessageMoved');
    const [, second] = await eventsOfType(store, 'TicketOpened');
    expect(received).toHaveLength(5);
    expect((moved ?? received.at(-1))?.data).toMatchObject({ ticketId: second?.entityId });
  });

  it('knows a Brazilian mobile number with and without its ninth digit', async () => {
    const { store, commands } = createWorld();
    await commands.message.receive(byConnection(), inbound({ chat: { number: '5511987654321', lid: null } }));
    await commands.message.receive(byConnection(), inbound({ chat: { number: '551187654321', lid: null } }));
    expect(await eventsOfType(store, 'ContactCreated')).toHaveLength(1);
  });

  it('learns the number of a contact known by LID, and the name', async () => {
    const { store, commands } = createWorld();
    await commands.message.receive(byConnection(), inbound({ chat: { number: '', lid: '77001', name: '' } }));
    await commands.message.receive(byConnection(), inbound());
    const [identified] = await eventsOfType(store, 'ContactIdentified');
    expect(identified?.data).toMatchObject({ number: '5511987654321', lid: null });
    const [changed] = await eventsOfType(store, 'ContactChanged');
    expect(changed?.data).toMatchObject({ name: 'Clara' });
    await commands.message.receive(byConnection(), inbound({ chat: { lid: null } }));
    expect(await eventsOfType(store, 'ContactCreated')).toHaveLength(1);
  });

  it('of whom the company’s phone wrote to first gives them the name of their profile, at once', async () => {
    const { store, commands } = createWorld();
    const nameless = { number: '5511987654321', lid: '77001', name: '' };
    const waKey = { id: 'OURS', remoteJid: '77001@lid', fromMe: true, participant: null };
    await commands.message.receive(byConnection(), inbound({ chat: nameless, waKey }));
    const answer = inbound({ chat: { name: 'Clara' } });
    for (let time = 0; time < 2; time += 1) await commands.message.receive(byConnection(), answer);
    await commands.message.receive(byConnection(), inbound({ chat: { name: 'Clara Reis' } }));
    const named = (await eventsOfType(store, 'ContactChanged')).map(({ data }) => data);
    expect(named).toMatchObject([
      { name: 'Clara', namedBy: 'whatsapp' },
      { name: 'Clara Reis', namedBy: 'whatsapp' },
    ]);
    expect(await eventsOfType(store, 'TicketOpened')).toHaveLength(1);
  });

  it('is refused to people', async () => {
    const { commands } = createWorld();
    const outcome = await commands.message.receive(by(person('admin')), inbound());
    expect(outcome).toMatchObject({ rejected: 'ERR_NO_PERMISSION' });
  });

  it.each([0, 1, 2])('makes a new contact after the old one was removed (%i keys given back)', async keys => {
    const { store, commands } = createWorld();
    await commands.message.receive(byConnection(), inbound());
    const [created] = await eventsOfType(store, 'ContactCreated');
    let appends = 0;
    const crashing = createWorld({
      ...store,
      append: (...args) =>
        ++appends > 1 + keys ? Promise.reject(new StoreUnavailable('gone')) : store.append(...args),
    });
    await crashing.commands.contact
      .remove(bySystem(), { contactId: created?.entityId ?? '' })
      .catch(() => undefined);
    await createWorld(store).commands.message.receive(byConnection(), inbound());
    expect(await eventsOfType(store, 'ContactCreated')).toHaveLength(2);
  });
});

describe('a crash between any two appends', () => {
  /** A store that can be made to fail after so many more appends. */
  const breakable = (store: EventStore) => {
    let left = Number.POSITIVE_INFINITY;
    const broken: EventStore = {
      ...store,
      append: (...call) => {
        if (left === 0) return Promise.reject(new StoreUnavailable('gone'));
        left -= 1;
        return store.append(...call);
      },
    };
    return { broken, failAfter: (appends: number) => (left = appends) };
  };

  /** `warm` is a connector that believes in a ticket which was closed elsewhere: its message must move. */
  const stories = {
    'of a new contact': { earlier: false, warm: false },
    'after a close': { earlier: true, warm: false },
    'into a ticket that was just closed': { earlier: true, warm: true },
  };
  const tell = async (crashAfter: number, { earlier, warm }: { earlier: boolean; warm: boolean }) => {
    const store = openMemoryStore();
    const { broken, failAfter } = breakable(store);
    const crashing = createWorld(broken);
    if (earlier) {
      await (warm ? crashing : createWorld(store)).commands.message.receive(byConnection(), inbound());
      const [opened] = await eventsOfType(store, 'TicketOpened');
      await createWorld(store).commands.ticket.close(bySystem(), { ticketId: opened?.entityId ?? '' });
    }
    const message = inbound();
    failAfter(crashAfter);
    const crashed = await crashing.commands.message.receive(byConnection(), message).then(
      () => false,
      () => true,
    );
    const replay = createWorld(store);
    await replay.commands.message.receive(byConnection(), message);
    await replay.commands.message.receive(byConnection(), message);
    return { crashed, types: withoutClaims(await typesOf(store)) };
  };

  it.each(Object.entries(stories))('is healed by the replay, %s', async (_, story) => {
    const whole = await tell(Number.POSITIVE_INFINITY, story);
    expect(whole.types.includes('MessageMoved')).toBe(story.warm);
    let crashes = 0;
    for (; ; crashes += 1) {
      const { crashed, types } = await tell(crashes, story);
      if (!crashed) break;
      expect([...types].sort()).toEqual(
        [...whole.types].sort().filter(type => crashes > 0 || type !== 'MessageMoved'),
      );
    }
    expect(crashes).toBeGreaterThan(2);
  });
});
