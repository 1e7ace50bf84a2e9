import type pg from 'pg';
import type { PoolClient } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { EventStore } from '#eventstore/types.ts';
import { createCommands } from '../commands.ts';
import { openPolicyDatabase, type PolicyDatabase } from '../testing/policy-database.ts';
import { createShop, type Shop } from '../testing/shop.ts';
import { accepted, allEvents, by, byConnection, connectionId, inbound } from '../testing/world.ts';
import { answerCallsPolicy } from './answer-calls-policy.ts';
import { attendPolicy } from './attend/attend-policy.ts';
import { contactImportsPolicy } from './contact-imports-policy.ts';
import type { Policy } from './follow-policy.ts';
import { quietTicketsPolicy } from './quiet-tickets-policy.ts';
import { schedulesPolicy } from './schedules/schedules-policy.ts';

let database: PolicyDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await openPolicyDatabase({ max: 4 });
  ({ pool } = database);
});
afterAll(() => database.close());

const cost = { statements: 0, reads: 0 };
const counting = (store: EventStore): EventStore => ({
  ...store,
  load: (...given) => {
    cost.reads += 1;
    return store.load(...given);
  },
});
const watched = (client: PoolClient): PoolClient =>
  new Proxy(client, {
    get: (target, name) => {
      if (name === 'query') cost.statements += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

let store: EventStore;
let shop: Shop;
let followers: readonly Policy[];
let seen: number;
beforeEach(async () => {
  store = openMemoryStore();
  shop = await createShop(store);
  const log = pino({ level: 'silent' });
  // A process of its own, with caches of its own.
  const deps = { pool, log, store, commands: createCommands({ store: counting(store) }) };
  followers = [
    ...[attendPolicy(deps), answerCallsPolicy(deps), schedulesPolicy(deps)],
    ...[quietTicketsPolicy, contactImportsPolicy],
  ];
  seen = 0;
});

/** What the policies ask of Postgres and of the log for what has come since, each policy by its name. */
const follow = async () => {
  const events = (await allEvents(store)).filter(({ position }) => position > seen);
  seen = events.at(-1)?.position ?? seen;
  const asked: Record<string, typeof cost> = {};
  for (const policy of followers) {
    Object.assign(cost, { statements: 0, reads: 0 });
    await inTransaction(pool, client => policy.react(watched(client), events));
    if (cost.statements + cost.reads > 0) asked[policy.name] = { ...cost };
  }
  return asked;
};
const write = async (chat: Parameters<typeof inbound>[0] = {}) =>
  accepted(await shop.commands.message.receive(byConnection(), inbound(chat)));

/** Where each notes that somebody wrote; both lie in an index. */
const notes = {
  'quiet-tickets': { statements: 1, reads: 0 },
  'contact-imports': { statements: 1, reads: 0 },
};

describe('what a message asks of those who follow all messages', () => {
  it('is nothing in a ticket that somebody attends, but the notes', async () => {
    const { ticketId } = await shop.open();
    await write();
    expect(await follow()).toMatchObject({ attend: { statements: 0, reads: 1 } });
    await write();
    expect(await follow()).toEqual(notes);
    const answer = { ticketId, messageId: crypto.randomUUID(), body: 'Já vejo' };
    accepted(await shop.commands.message.queue(by(shop.ana), answer));
    expect(await follow()).toEqual({ ...notes, attend: { statements: 1, reads: 0 } });
  });

  it('is nothing in a group, but the notes', async () => {
    const chat = { number: '120363041234567890', isGroup: true };
    await write({ connectionId, chat });
    await follow();
    await write({ connectionId, chat });
    expect(await follow()).toEqual(notes);
  });
});
