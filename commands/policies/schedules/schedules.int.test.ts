import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { EventStore } from '#eventstore/types.ts';
import { createCommands } from '../../commands.ts';
import { newId } from '../../ids.ts';
import { openPolicyDatabase, type PolicyDatabase } from '../../testing/policy-database.ts';
import { createShop, type Shop } from '../../testing/shop.ts';
import {
  accepted,
  allEvents,
  by,
  byConnection,
  bySystem,
  connectionId,
  eventsOfType,
} from '../../testing/world.ts';
import { doNextDue } from '../due-work.ts';
import { schedulesPolicy } from './schedules-policy.ts';
import { scheduleDue, sendSchedules } from './send-schedules.ts';

let database: PolicyDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await openPolicyDatabase();
  ({ pool } = database);
});
afterAll(() => database.close());

const log = pino({ level: 'silent' });
/** Long after today: rows are made due by hand, and the handler alone is told what time it is. */
const planned = {
  localAt: '2098-11-21T10:00',
  zone: 'America/Sao_Paulo',
  sendAt: '2098-11-21T13:00:00.000Z',
};
const onTime = new Date('2098-11-21T13:00:01.000Z');
let shop: Shop;
let shared: (readonly [string, string])[];
beforeEach(async () => {
  await pool.query('truncate policy.due_work, policy.schedule, policy.scheduled_message');
  shop = await createShop();
  shared = [];
  const status = { connectionId, status: 'CONNECTED' as const, reason: null, number: null };
  accepted(await shop.commands.connection.recordStatus(byConnection(), status));
});

type Change = {
  contactId?: string;
  recurrence?: 'none' | 'daily';
  signed?: boolean;
  replyToAuthor?: boolean;
};
const schedule = async (change: Change = {}) => {
  const scheduleId = newId();
  const { localAt, zone } = planned;
  const plan = { contactId: shop.contactId, connectionId, body: 'Até amanhã!', localAt, zone };
  const usual = { recurrence: 'none' as const, signed: false, replyToAuthor: false };
  const outcome = await shop.commands.schedule.create(by(shop.ana), {
    scheduleId,
    ...plan,
    ...usual,
    ...change,
  });
  if ('rejected' in outcome) throw new Error(outcome.rejected);
  return scheduleId;
};

/** The policy takes the whole log in, as after the loss of its memory. */
const follow = async (store: EventStore = shop.store, after = -1) => {
  const policy = schedulesPolicy({ commands: createCommands({ store }), store, log });
  const events = (await allEvents(shop.store)).filter(({ position }) => position > after);
  await inTransaction(pool, client => policy.react(client, events));
};
const doDue = async (now = onTime, store: EventStore = shop.store) => {
  await pool.query('update policy.due_work set due_at = least(due_at, now()), not_before = null');
  await pool.query('update parking.parked set next_at = now()');
  const media = {
    share: async (_: string, from: string, to: string) => void shared.push([from, to] as const),
  };
  const handler = sendSchedules({ pool, log, media, commands: createCommands({ store }), now: () => now });
  return doNextDue({ pool, log, handlers: { [scheduleDue]: handler } });
};
const run = async (now = onTime) => {
  await follow();
  await doDue(now);
  await follow();
};
const queued = () => eventsOfType(shop.store, 'MessageQueued');
const statusOf = async (scheduleId: string) =>
  (await shop.commands.schedule.read((await queuedCompany()) ?? '', scheduleId)).status;
const queuedCompany = async () => (await allEvents(shop.store))[0]?.companyId;

describe('a scheduled message', () => {
  it('goes through the active ticket, whoever has it, named as what it is', async () => {
    const { ticketId } = await shop.open({ by: shop.admin });
    const scheduleId = await schedule();
    await run();
    const [message, ...others] = await queued();
    expect(others).toEqual([]);
    expect(message?.data).toMatchObject({
      ticketId,
      body: 'Até amanhã!',
      automatic: 'scheduled',
      userId: null,
    });
    expect(message?.metadata.actor).toEqual({ kind: 'policy', name: 'schedules' });
    expect(message?.metadata.$causationId).toEqual(expect.any(String));
    expect(await statusOf(scheduleId)).toBe('sending');
  });

  it('goes on a ticket that is closed from the start where there is none, and on the same the next time', async () => {
    await schedule();
    await schedule();
    await run();
    const opened = await eventsOfType(shop.store, 'TicketOpened');
    expect(opened.map(({ data }) => data)).toEqual([expect.objectContaining({ status: 'closed' })]);
    expect(await queued()).toHaveLength(2);
  });

  it('goes to nobody else’s ticket once both are two persons again', async () => {
    const { ticketId } = await shop.open({ by: shop.admin });
    const [otherId, heir] = [shop.contactId, newId()];
    const { contact, ticket } = shop.commands;
    accepted(await contact.create(bySystem(), { contactId: heir, name: 'Rita', number: '5511912345678' }));
    accepted(await contact.merge(bySystem(), { contactId: heir, otherId }));
    await ticket.join(bySystem(), { ticketId, contactId: heir });
    accepted(await contact.unmerge(bySystem(), { contactId: heir, otherId }));
    await schedule({ contactId: heir });
    await run();
    const [message] = await queued();
    expect(message?.data).toMatchObject({ contactId: heir });
    expect(message?.data).not.toMatchObject({ ticketId });
  });

  it('has its author’s name above the words where that is wanted', async () => {
    await schedule({ signed: true });
    await run();
    expect((await queued())[0]?.data).toMatchObject({ body: '*Alguém:*\nAté amanhã!' });
  });

  it.each(['image', 'audio'] as const)('takes its file along, words before a sound: %s', async mediaType => {
    const scheduleId = await schedule();
    const hints = { seconds: null, width: null, height: null, voice: false, sticker: false };
    const media = { ...hints, name: 'arquivo', size: 3, hash: 'a'.repeat(64), mime: 'x/y', thumbnail: null };
    const file = { id: newId(), mediaType, media };
    const attached = await shop.commands.schedule.attach(by(shop.ana), { scheduleId, file });
    if ('rejected' in attached) throw new Error(attached.rejected);
    await run();
    const messages = (await queued()).flatMap(event => (event.type === 'MessageQueued' ? event.data : []));
    expect(messages.map(({ body, mediaType }) => [body, mediaType])).toEqual(
      mediaType === 'image'
        ? [['Até amanhã!', 'image']]
        : [
            ['Até amanhã!', 'text'],
            ['', 'audio'],
          ],
    );
    const last = messages.at(-1);
    expect([last?.media, shared.at(-1)]).toEqual([media, [file.id, last?.messageId]]);
  });

  it('becomes sent or failed with its message', async () => {
    const [one, other] = [await schedule(), await schedule()];
    await run();
    const [first, second] = await queued();
    if (first?.type !== 'MessageQueued' || second?.type !== 'MessageQueued') throw new Error('not queued');
    const waKey = { id: 'A', remoteJid: 'x@s', fromMe: true, participant: null };
    const { message } = shop.commands;
    accepted(await message.recordSent(byConnection(), { messageId: first.data.messageId, waKey }));
    const failure = { messageId: second.data.messageId, reason: 'ERR_SENDING_WAPP_MSG' };
    accepted(await message.recordFailed(byConnection(), failure));
    await follow();
    expect([await statusOf(one), await statusOf(other)].toSorted()).toEqual(['failed', 'sent']);
  });

  it('is remembered until its message went out, whether or not it is ever read', async () => {
    const remembered = async () =>
      (await pool.query('select schedule_id as id from policy.scheduled_message order by 1')).rows;
    const [once, daily] = [await schedule(), await schedule({ recurrence: 'daily' })];
    await run();
    expect(await remembered()).toEqual(
      [{ id: once }, { id: daily }].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
    const messageOf = async (scheduleId: string) => {
      const begun = await eventsOfType(shop.store, 'ScheduledMessageSendingStarted');
      const data = begun.findLast(({ entityId }) => entityId === scheduleId)?.data;
      return data && 'messageId' in data ? String(data.messageId) : '';
    };
    const { message } = shop.commands;
    const waKey = { id: 'A', remoteJid: 'x@s', fromMe: true, participant: null };
    accepted(await message.recordSent(byConnection(), { messageId: await messageOf(once), waKey }));
    const failure = { messageId: await messageOf(daily), reason: 'ERR_SENDING_WAPP_MSG' };
    accepted(await message.recordFailed(byConnection(), failure));
    await follow();
    expect([await remembered(), await statusOf(once)]).toEqual([[{ id: daily }], 'sent']);
    await run(new Date('2098-11-22T13:00:01.000Z'));
    expect(await remembered()).toEqual([{ id: daily }]);
    await pool.query(`update policy.scheduled_message set at = at - interval '91 days'`);
    const before = await shop.store.head();
    const later = await schedule();
    await follow(shop.store, before);
    await doDue();
    await follow(shop.store, before);
    expect(await remembered()).toEqual([{ id: later }]);
    accepted(await shop.commands.schedule.remove(by(shop.ana), { scheduleId: later }));
    await follow(shop.store, (await shop.store.head()) - 1);
    expect(await remembered()).toEqual([]);
  });

  it('waits for a decision when its time passed by more than an hour, and then goes once', async () => {
    const scheduleId = await schedule();
    await run(new Date('2098-11-21T16:00:00.000Z'));
    expect([await queued(), await statusOf(scheduleId)]).toEqual([[], 'overdue']);
    const now = '2098-11-21T16:10:00.000Z';
    accepted(await shop.commands.schedule.sendNow({ ...by(shop.ana), at: now }, { scheduleId }));
    for (let turn = 0; turn < 3; turn += 1) await run(new Date(now));
    expect(await queued()).toHaveLength(1);
  });

  it('that was begun and not taken up for an hour is not sent any more without being asked', async () => {
    const scheduleId = await schedule();
    accepted(await shop.commands.schedule.sendNow(by(shop.ana), { scheduleId }));
    await run(new Date('2098-11-21T15:00:00.000Z'));
    expect([await queued(), await statusOf(scheduleId)]).toEqual([[], 'failed']);
  });

  it('waits while its connection is away, and goes when that is back', async () => {
    const scheduleId = await schedule();
    const away = { connectionId, status: 'DISCONNECTED' as const, reason: null, number: null };
    accepted(await shop.commands.connection.recordStatus(byConnection(), away));
    await run();
    expect([await queued(), await statusOf(scheduleId)]).toEqual([[], 'scheduled']);
    accepted(await shop.commands.connection.recordStatus(byConnection(), { ...away, status: 'CONNECTED' }));
    await doDue();
    expect(await queued()).toHaveLength(1);
  });

  it.each(['contact', 'connection'] as const)('is cancelled when its %s is removed', async what => {
    const scheduleId = await schedule();
    await follow();
    const removed =
      what === 'contact'
        ? shop.commands.contact.remove(bySystem(), { contactId: shop.contactId })
        : shop.commands.connection.remove(bySystem(), { connectionId });
    accepted(await removed);
    await run();
    expect([await queued(), await statusOf(scheduleId)]).toEqual([[], 'cancelled']);
  });

  it('of every day goes once a day, and a rebuilt memory sends nothing again', async () => {
    await schedule({ recurrence: 'daily' });
    await run();
    expect(await queued()).toHaveLength(1);
    await pool.query('truncate policy.due_work, policy.schedule, policy.scheduled_message');
    await run();
    expect(await queued()).toHaveLength(1);
    await run(new Date('2098-11-22T13:00:01.000Z'));
    expect(await queued()).toHaveLength(2);
  });
});

/** A store that dies at its nth call: before it does anything, or when it is done and nobody hears of it. */
const dyingAt = (store: EventStore, nth: number, how: 'before' | 'after'): EventStore => {
  let calls = 0;
  const mortal =
    <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      calls += 1;
      const dies = calls === nth;
      if (calls > nth || (dies && how === 'before')) throw new Error('killed');
      const answer = await call(...args);
      if (dies) throw new Error('killed');
      return answer;
    };
  return { ...store, load: mortal(store.load), append: mortal(store.append) };
};

describe('killed around its time', () => {
  const deaths = Array.from({ length: 20 }, (_, index) => [1 + (index >> 1), index % 2] as const);

  it.each(deaths)('at call %i (%i), each time of it goes once, and none is forgotten', async (nth, after) => {
    const ids = [await schedule({ recurrence: 'daily' }), await schedule()];
    await follow();
    const dying = dyingAt(shop.store, nth, after ? 'after' : 'before');
    await doDue(onTime, dying).catch(() => 0);
    await follow(dying).catch(() => 0);
    for (let turn = 0; turn < 3; turn += 1) await run();
    expect(await queued()).toHaveLength(ids.length);
    const attempts = await eventsOfType(shop.store, 'ScheduledMessageSendingStarted');
    expect(attempts).toHaveLength(ids.length);
  });
});

it('is not for groups', async () => {
  const store = openMemoryStore();
  const { commands } = await createShop(store);
  const contactId = newId();
  const group = { contactId, name: 'Turma', number: '120363000000000000', lid: null, isGroup: true };
  const met = await commands.contact.create(bySystem(), group);
  if ('rejected' in met) throw new Error(met.rejected);
  const { localAt, zone } = planned;
  const plan = { scheduleId: newId(), contactId, connectionId, body: 'Olá, turma', localAt, zone };
  expect(
    await commands.schedule.create(bySystem(), {
      ...plan,
      recurrence: 'none',
      signed: false,
      replyToAuthor: false,
    }),
  ).toMatchObject({ rejected: 'ERR_VALIDATION', details: { field: 'contactId' } });
});
