import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unattendedSessions } from '#connector/interface/unattended-sessions.ts';
import { unwatched } from '#eventstore/follow/report.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { type EventStore, StoreUnavailable } from '#eventstore/types.ts';
import { createTestDatabase } from '#start/postgres/testing.ts';
import { createCommands } from '../commands.ts';
import { migrateContactImports } from '../contact-import/migrate.ts';
import { newId } from '../ids.ts';
import {
  accepted,
  allEvents,
  by,
  byConnection,
  bySystem,
  companyId,
  connectionId,
  createWorld,
  eventsOfType,
  inbound,
  person,
} from '../testing/world.ts';
import { migratePolicies } from './migrate.ts';
import { policyFollowers } from './names.ts';
import type { ErasedPerson, Purge } from './purges.ts';
import { type PolicyDeps, runPolicies } from './run-policies.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 6 });
  await Promise.all([migratePolicies(pool), migratePolicies(pool)]);
  await migrateContactImports(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const log = pino({ level: 'silent' });
let stopping: AbortController;
let running: Promise<void>[];
beforeEach(() => {
  stopping = new AbortController();
  running = [];
});
afterEach(async () => {
  stopping.abort();
  await Promise.all(running);
  await forgetEverything();
});
const forgetEverything = () =>
  pool.query(
    `truncate policy.checkpoint, policy.attended_ticket, policy.removed_user, policy.active_ticket,
       policy.erased_contact, policy.due_work, parking.parked`,
  );

const start = (store: EventStore, purges: readonly Purge[] = [], more: Partial<PolicyDeps> = {}) => {
  const { signal } = stopping;
  const media = { share: async () => undefined };
  const commands = createCommands({ store });
  const deps = { store, pool, innerPool: pool, commands, media, sessions: unattendedSessions, purges };
  running.push(runPolicies({ ...deps, log, signal, ...more }));
};

/** Waits, by the log itself, until so many events of a type are there. */
const happened = async (store: EventStore, type: string, count: number) => {
  const waiting = AbortSignal.any([stopping.signal, AbortSignal.timeout(20_000)]);
  let seen = 0;
  for await (const batch of store.subscribe({ maxBatch: 100, signal: waiting })) {
    seen += batch.events.filter(event => event.type === type).length;
    if (seen >= count) return;
  }
  throw new Error(`${seen} of ${count} ${type}`);
};

/** An attendant with so many open tickets. */
const attending = async (store: EventStore, tickets: number) => {
  const { commands } = createWorld(store);
  const ana = person('admin');
  const account = { userId: ana.userId, name: 'Ana', email: `${ana.userId}@demo.local` };
  accepted(
    await commands.user.create(bySystem(), {
      ...{ ...account, profile: 'admin', superAdmin: false, queueIds: [], connectionIds: [] },
    }),
  );
  const ticketIds: string[] = [];
  for (let index = 0; index < tickets; index += 1) {
    const chat = { number: `55119${String(index).padStart(8, '0')}`, lid: null };
    await commands.message.receive(byConnection(), inbound({ chat }));
    const ticketId = (await eventsOfType(store, 'TicketOpened')).at(-1)?.entityId ?? '';
    accepted(await commands.ticket.accept(by(ana), { ticketId }));
    ticketIds.push(ticketId);
  }
  return { ana, commands, ticketIds };
};

describe('the policies', () => {
  it('return the tickets of an attendant who is removed', async () => {
    const store = openMemoryStore();
    start(store);
    const { ana, commands, ticketIds } = await attending(store, 3);
    const closed = ticketIds[0] ?? '';
    accepted(await commands.ticket.close(by(ana), { ticketId: closed }));
    accepted(await commands.user.remove(bySystem(), { userId: ana.userId }));
    await happened(store, 'TicketReturned', 2);
    const returned = await eventsOfType(store, 'TicketReturned');
    expect(returned.map(event => event.entityId).sort()).toEqual(ticketIds.slice(1).sort());
    for (const { data, metadata } of returned) {
      expect(data).toMatchObject({ reason: 'attendant-removed' });
      expect(metadata.actor).toEqual({ kind: 'policy', name: 'return-tickets' });
    }
  });

  it('return the other tickets although one cannot be returned, and that one once it can', async () => {
    const store = openMemoryStore();
    const { ana, commands, ticketIds } = await attending(store, 3);
    const [, broken = ''] = ticketIds;
    let works = false;
    const real = createCommands({ store });
    const returnOf: typeof real.ticket.returnOf = async (context, input) => {
      if (input.ticketId === broken && !works) throw new TypeError('this ticket cannot be returned');
      return real.ticket.returnOf(context, input);
    };
    start(store, [], { commands: { ...real, ticket: { ...real.ticket, returnOf } } });
    accepted(await commands.user.remove(bySystem(), { userId: ana.userId }));
    await happened(store, 'TicketReturned', 2);
    // The policy goes on: another's removal comes after.
    const { ana: bia, ticketIds: more } = await attending(store, 1);
    accepted(await commands.user.remove(bySystem(), { userId: bia.userId }));
    await happened(store, 'TicketReturned', 3);
    works = true;
    await happened(store, 'TicketReturned', 4);
    const returned = (await eventsOfType(store, 'TicketReturned')).map(event => event.entityId);
    expect(returned.at(-1)).toBe(broken);
    expect(returned.toSorted()).toEqual([...ticketIds, ...more].toSorted());
  });

  it('leave one active ticket to two contacts that are merged, and end it for both when they are erased', async () => {
    const store = openMemoryStore();
    start(store);
    const { commands } = createWorld(store);
    for (const number of ['5511900000001', '5511900000002'])
      accepted(await commands.message.receive(byConnection(), inbound({ chat: { number, lid: null } })));
    const [contactId = '', otherId = ''] = (await eventsOfType(store, 'ContactCreated')).map(
      event => event.entityId,
    );
    const [stays, closed] = (await eventsOfType(store, 'TicketOpened')).map(event => event.entityId);
    accepted(await commands.contact.merge(bySystem(), { contactId, otherId }));
    await happened(store, 'TicketClosed', 1);
    expect((await eventsOfType(store, 'TicketClosed')).map(event => event.entityId)).toEqual([closed]);
    const counts = { tickets: 2, messages: 2, notes: 0, media: 0 };
    const asked = { contactId, confirmation: '5511900000001', counts };
    accepted(await commands.contact.erase(bySystem(), asked));
    await happened(store, 'TicketClosed', 2);
    expect((await eventsOfType(store, 'TicketClosed')).at(-1)?.entityId).toBe(stays);
  });

  it('return a ticket that reaches an attendant after the removal', async () => {
    const store = openMemoryStore();
    start(store);
    const { ana, commands } = await attending(store, 1);
    accepted(await commands.user.remove(bySystem(), { userId: ana.userId }));
    await happened(store, 'TicketReturned', 1);
    const [opened] = await eventsOfType(store, 'TicketOpened');
    accepted(await commands.ticket.accept(by(ana), { ticketId: opened?.entityId ?? '' }));
    await happened(store, 'TicketReturned', 2);
  });

  it('catch up with what happened while they were down, and repeat nothing after a crash', async () => {
    const store = openMemoryStore();
    const { ana, commands } = await attending(store, 2);
    accepted(await commands.user.remove(bySystem(), { userId: ana.userId }));
    start(store);
    await happened(store, 'TicketReturned', 2);
    stopping.abort();
    await Promise.all(running);
    stopping = new AbortController();
    running = [];
    await forgetEverything();
    start(store);
    const { ana: bia, commands: later } = await attending(store, 1);
    accepted(await later.user.remove(bySystem(), { userId: bia.userId }));
    await happened(store, 'TicketReturned', 3);
    expect(await eventsOfType(store, 'TicketReturned')).toHaveLength(3);
  });

  it('get on with one connection to hold while they work, and one to work with', async () => {
    const store = openMemoryStore();
    const [queueId, otherId] = [newId(), newId()];
    const { connection, queue, message } = createWorld(store).commands;
    const texts = { greetingMessage: '', outOfHoursMessage: '' };
    for (const [index, id] of [queueId, otherId].entries())
      accepted(
        await queue.create(bySystem(), { queueId: id, name: 'Fila', color: `#00000${index}`, ...texts }),
      );
    const loja = { connectionId, name: 'Loja', provider: 'simulator' as const, isDefault: true };
    const queueIds = [queueId, otherId];
    accepted(await connection.create(bySystem(), { ...loja, queueIds, greetingMessage: 'Olá' }));
    const one = () => new pg.Pool({ connectionString: database.url, max: 1 });
    const pools = { pool: one(), innerPool: one() };
    start(store, [], pools);
    const begun = `select from policy.checkpoint where name = 'attend'`;
    await expect.poll(async () => (await pool.query(begun)).rowCount, { timeout: 10_000 }).toBe(1);
    for (let index = 0; index < 20; index += 1) {
      const chat = { number: `55119${String(index).padStart(8, '0')}`, lid: null };
      accepted(await message.receive(byConnection(), inbound({ chat })));
    }
    await happened(store, 'MessageQueued', 20);
    stopping.abort();
    await Promise.all(running);
    await Promise.all([pools.pool.end(), pools.innerPool.end()]);
  });

  it('say how they stand under the names that gateways wait for', async () => {
    const named = new Set<string>();
    const reportOf = (name: string) => {
      named.add(name);
      return unwatched;
    };
    start(openMemoryStore(), [], { reportOf, autoCloseHours: 24 });
    await expect.poll(() => [...named].toSorted()).toEqual([...policyFollowers].toSorted());
  });

  it('go on after the store was away', async () => {
    const store = openMemoryStore();
    let failures = 2;
    const { ana, commands } = await attending(store, 1);
    start({
      ...store,
      append: (...args) =>
        failures-- > 0 ? Promise.reject(new StoreUnavailable('away')) : store.append(...args),
    });
    accepted(await commands.user.remove(bySystem(), { userId: ana.userId }));
    await happened(store, 'TicketReturned', 1);
  });

  it('do it once when two processes run them', async () => {
    const store = openMemoryStore();
    start(store);
    start(store);
    const { ana, commands } = await attending(store, 4);
    accepted(await commands.user.remove(bySystem(), { userId: ana.userId }));
    await happened(store, 'TicketReturned', 4);
    const { ana: bia, commands: later } = await attending(store, 1);
    accepted(await later.user.remove(bySystem(), { userId: bia.userId }));
    await happened(store, 'TicketReturned', 5);
    const types = (await allEvents(store)).map(event => event.type);
    expect(types.filter(type => type === 'TicketReturned')).toHaveLength(5);
  });

  it('say what follows a closing, once, when two processes run them', async () => {
    const store = openMemoryStore();
    const { ana, commands, ticketIds } = await attending(store, 1);
    const queueId = newId();
    const texts = { greetingMessage: '', outOfHoursMessage: '', complationMessage: 'Até logo' };
    accepted(
      await commands.queue.create(bySystem(), { queueId, name: 'Vendas', color: '#00aa00', ...texts }),
    );
    const [ticketId = ''] = ticketIds;
    accepted(await commands.ticket.transfer(by(ana), { ticketId, queueId }));
    start(store);
    start(store);
    const begun = `select from policy.checkpoint where name = 'closing'`;
    await expect.poll(async () => (await pool.query(begun)).rowCount, { timeout: 10_000 }).toBe(1);
    // By the time of the command the moment in which it can be undone is over.
    accepted(await commands.ticket.close(by(ana), { ticketId }));
    await happened(store, 'MessageQueued', 1);
    const waiting = 'select from policy.due_work';
    await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 10_000 }).toBe(0);
    const [said, ...more] = await eventsOfType(store, 'MessageQueued');
    expect([said?.data, more]).toMatchObject([{ ticketId, body: 'Até logo', automatic: 'completion' }, []]);
  });

  it('leave other attendants’ tickets alone', async () => {
    const store = openMemoryStore();
    start(store);
    const { ana, commands, ticketIds } = await attending(store, 2);
    const [kept, given] = ticketIds;
    accepted(await commands.ticket.return(by(ana), { ticketId: kept ?? '' }));
    const bruno = person('admin');
    accepted(await commands.ticket.accept(by(bruno), { ticketId: kept ?? '' }));
    accepted(await commands.user.remove(bySystem(), { userId: ana.userId }));
    await happened(store, 'TicketReturned', 2);
    const returned = await eventsOfType(store, 'TicketReturned');
    expect(returned.at(-1)?.entityId).toBe(given);
  });

  const counts = { tickets: 1, messages: 1, notes: 0, media: 0 };
  const erasing = async (store: EventStore) => {
    const { commands } = createWorld(store);
    const other = { number: '5511900000002', lid: null };
    await commands.message.receive(byConnection(), inbound({ chat: other }));
    await commands.message.receive(byConnection(), inbound());
    const opened = (await eventsOfType(store, 'TicketOpened')).at(-1);
    if (opened?.type !== 'TicketOpened') throw new Error('no ticket');
    const { contactId, ticketId } = opened.data;
    const confirmation = '5511987654321';
    accepted(await commands.contact.erase(bySystem(), { contactId, confirmation, counts }));
    return { commands, contactId, ticketId };
  };

  it('purge what is kept of an erased person and close the tickets, others staying as they are', async () => {
    const store = openMemoryStore();
    const purged: ErasedPerson[] = [];
    start(store, [async person => void purged.push(person)]);
    const { contactId, ticketId } = await erasing(store);
    await happened(store, 'TicketClosed', 1);
    expect((await eventsOfType(store, 'TicketClosed')).map(event => event.entityId)).toEqual([ticketId]);
    expect(purged).toEqual([{ companyId, contactId, persons: [contactId] }]);
  });

  it('close a ticket that is opened for somebody in the moment of the erasure', async () => {
    const store = openMemoryStore();
    start(store);
    const { contactId } = await erasing(store);
    await happened(store, 'TicketClosed', 1);
    const ticketId = newId();
    const { commandId, actor, at } = bySystem();
    const data = { ticketId, contactId, connectionId, queueId: null, userId: null };
    const event = {
      type: 'TicketOpened' as const,
      data: { ...data, status: 'pending' as const, isGroup: false },
    };
    const metadata = { companyId, actor, at, commandId };
    await store.append(`ticket-${companyId}.${ticketId}`, -1, [
      { id: newId(), event, metadata, persons: [] },
    ]);
    await happened(store, 'TicketClosed', 2);
    expect((await eventsOfType(store, 'TicketClosed')).at(-1)?.entityId).toBe(ticketId);
  });

  it('close the tickets of who is erased and purge elsewhere although one purge fails, which is tried again', async () => {
    const store = openMemoryStore();
    const purged: string[] = [];
    let failing = true;
    const broken: Purge = async () => {
      if (failing) throw new TypeError('what is kept here cannot be purged');
      purged.push('broken');
    };
    start(store, [broken, async () => void purged.push('fine')]);
    await erasing(store);
    await happened(store, 'TicketClosed', 1);
    expect(purged).toContain('fine');
    failing = false;
    await expect.poll(() => purged, { timeout: 15_000 }).toContain('broken');
  });

  it('finish an erasure that a crash or an outage broke off', async () => {
    const store = openMemoryStore();
    let failures = 2;
    const purged: string[] = [];
    const purge: Purge = async ({ contactId }) => {
      if (failures-- > 0) throw new StoreUnavailable('away');
      purged.push(contactId);
    };
    const { contactId } = await erasing(store);
    start(store, [purge]);
    await happened(store, 'TicketClosed', 1);
    stopping.abort();
    await Promise.all(running);
    stopping = new AbortController();
    running = [];
    await forgetEverything();
    start(store, [purge]);
    const { ana, commands } = await attending(store, 1);
    accepted(await commands.user.remove(bySystem(), { userId: ana.userId }));
    await happened(store, 'TicketReturned', 1);
    expect(new Set(purged)).toEqual(new Set([contactId]));
    expect(await eventsOfType(store, 'TicketClosed')).toHaveLength(1);
  });
});
