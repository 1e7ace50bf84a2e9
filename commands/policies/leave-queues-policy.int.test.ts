import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { EventStore } from '#eventstore/types.ts';
import type { Principal } from '../context.ts';
import { newId } from '../ids.ts';
import { openPolicyDatabase, type PolicyDatabase } from '../testing/policy-database.ts';
import {
  accepted,
  by,
  byConnection,
  bySystem,
  createWorld,
  eventsOfType,
  inbound,
  person,
} from '../testing/world.ts';
import { followPolicy } from './follow-policy.ts';
import { leaveQueuesPolicy } from './leave-queues-policy.ts';

const log = pino({ level: 'silent' });
let database: PolicyDatabase;
let pool: pg.Pool;
let store: EventStore;
beforeAll(async () => {
  database = await openPolicyDatabase();
  ({ pool } = database);
});
beforeEach(async () => {
  store = openMemoryStore();
  await forgetEverything();
});
afterEach(() => store.close());
afterAll(() => database.close());

const forgetEverything = () =>
  pool.query('truncate policy.checkpoint, policy.queued_ticket, policy.removed_queue');
const world = () => createWorld(store).commands;
let colours = 0;
const queue = async (name: string) => {
  const queueId = newId();
  colours += 1;
  const color = `#${String(colours).padStart(6, '0')}`;
  const texts = { greetingMessage: '', outOfHoursMessage: '' };
  accepted(await world().queue.create(bySystem(), { queueId, name, color, ...texts }));
  return queueId;
};
const attendant = async (queueIds: readonly string[]): Promise<Principal> => {
  const user = person('user', queueIds);
  const account = { userId: user.userId, name: 'Ana', email: `${user.userId}@demo.local` };
  const rest = { profile: 'user' as const, superAdmin: false, queueIds: [...queueIds], connectionIds: [] };
  accepted(await world().user.create(bySystem(), { ...account, ...rest }));
  return user;
};
/** A ticket that waits in a queue, of a contact of its own. */
const waitingIn = async (queueId: string) => {
  const chat = { number: `5511${Math.floor(Math.random() * 1e9)}`, lid: null };
  accepted(await world().message.receive(byConnection(), inbound({ chat })));
  const ticketId = (await eventsOfType(store, 'TicketOpened')).at(-1)?.entityId ?? '';
  accepted(await world().ticket.transfer(by(person('admin')), { ticketId, queueId }));
  return ticketId;
};
const remove = async (queueId: string, successorId?: string) =>
  accepted(await world().queue.remove(bySystem(), { queueId, ...(successorId ? { successorId } : {}) }));

/** Runs the policy until it has taken in everything, what it wrote itself included. */
const settled = async () => {
  const stopping = new AbortController();
  const running = followPolicy(
    { store, pool, log, signal: stopping.signal },
    leaveQueuesPolicy({ commands: world(), log }),
  );
  const behind = async () => {
    const { rows } = await pool.query('select position from policy.checkpoint');
    return (await store.head()) - Number(rows[0]?.position ?? 0);
  };
  await expect.poll(behind, { timeout: 10_000 }).toBeLessThanOrEqual(0);
  stopping.abort();
  await running;
};
const moves = async () =>
  (await eventsOfType(store, 'TicketTransferred')).flatMap(({ data, metadata }) =>
    'reason' in data && data.reason === 'queue-removed'
      ? [{ ...(data as { ticketId: string; queueId: string; userId: string }), actor: metadata.actor }]
      : [],
  );

describe('the tickets of a queue that is removed', () => {
  it('go to the queue that was named, with attendants who serve it, too', async () => {
    const [sales, support, finance] = [await queue('Vendas'), await queue('Suporte'), await queue('Caixa')];
    const [both, one] = [await attendant([sales, support]), await attendant([sales])];
    const [waits, kept, given] = [await waitingIn(sales), await waitingIn(sales), await waitingIn(sales)];
    await waitingIn(finance);
    accepted(await world().ticket.accept(by(both), { ticketId: kept }));
    accepted(await world().ticket.accept(by(one), { ticketId: given }));
    await remove(sales, support);
    await settled();
    const actor = { kind: 'policy', name: 'leave-queues' };
    const moved = (ticketId: string, userId: string | null) =>
      expect.objectContaining({ ticketId, queueId: support, userId, actor });
    const all = await moves();
    expect(all).toHaveLength(3);
    expect(all).toEqual(
      expect.arrayContaining([moved(waits, null), moved(kept, both.userId), moved(given, null)]),
    );
  });
  it('are in no queue where none was named, and stay with who attends them', async () => {
    const sales = await queue('Vendas');
    const ana = await attendant([sales]);
    const [waits, kept] = [await waitingIn(sales), await waitingIn(sales)];
    accepted(await world().ticket.accept(by(ana), { ticketId: kept }));
    await remove(sales);
    await settled();
    expect(await moves()).toHaveLength(2);
    expect(await moves()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ticketId: waits, queueId: null, userId: null }),
        expect.objectContaining({ ticketId: kept, queueId: null, userId: ana.userId }),
      ]),
    );
  });
  it('are left alone when they are closed, and moved once whatever is forgotten', async () => {
    const [sales, support] = [await queue('Vendas'), await queue('Suporte')];
    const [closed, waits] = [await waitingIn(sales), await waitingIn(sales)];
    accepted(await world().ticket.close(bySystem(), { ticketId: closed, justClose: true }));
    await remove(sales, support);
    await settled();
    await forgetEverything();
    await settled();
    expect((await moves()).map(({ ticketId }) => ticketId)).toEqual([waits]);
  });
  it('include one that comes to it later, and one whose next queue goes, too', async () => {
    const [sales, support, finance] = [await queue('Vendas'), await queue('Suporte'), await queue('Caixa')];
    await remove(sales, support);
    await settled();
    const open = { contactId: newId(), connectionId: newId(), queueId: sales, userId: null };
    const { commandId, actor, at, companyId } = bySystem();
    const late = newId();
    const data = { ...open, ticketId: late, status: 'pending' as const, isGroup: false };
    await store.append(`ticket-${companyId}.${late}`, -1, [
      {
        id: newId(),
        event: { type: 'TicketOpened', data },
        metadata: { companyId, actor, at, commandId },
        persons: [],
      },
    ]);
    await settled();
    expect((await moves()).map(move => [move.ticketId, move.queueId])).toEqual([[late, support]]);
    await remove(support, finance);
    await settled();
    expect((await moves()).map(move => [move.ticketId, move.queueId])).toEqual([
      [late, support],
      [late, finance],
    ]);
  });
});
