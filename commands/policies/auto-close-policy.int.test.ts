import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import { unreadableIn } from '#eventstore/testing/unreadable-in.ts';
import type { EventStore } from '#eventstore/types.ts';
import { createCommands } from '../commands.ts';
import type { CommandContext } from '../context.ts';
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
import { closeDue, warnDue } from './auto-close-policy.ts';
import { followPolicy } from './follow-policy.ts';
import { quietTicketsPolicy } from './quiet-tickets-policy.ts';

const log = pino({ level: 'silent' });
const hours = 24;
let database: PolicyDatabase;
let pool: pg.Pool;
let store: EventStore;
beforeAll(async () => {
  database = await openPolicyDatabase();
  ({ pool } = database);
});
beforeEach(async () => {
  store = openMemoryStore();
  await pool.query(
    'truncate policy.checkpoint, policy.quiet_ticket, policy.auto_close, policy.automatic_text, parking.parked',
  );
});
afterEach(() => store.close());
afterAll(() => database.close());

const hoursAgo = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString();
const ana = person('admin');
const world = () => createWorld(store).commands;
const look = () =>
  closeDue({ pool, innerPool: pool, store, log, hours, commands: createCommands({ store }) });

/** Tickets as a contact opens them by writing so many hours ago; the last one. */
const written = async (ago: number, chat = {}) => {
  const message = { ...inbound({ chat }), sentAt: hoursAgo(ago) };
  accepted(await world().message.receive({ ...byConnection(), at: hoursAgo(ago) }, message));
  return (await eventsOfType(store, 'TicketOpened')).at(-1)?.entityId ?? '';
};
const accept = async (ticketId: string, ago: number) => {
  accepted(await world().ticket.accept({ ...by(ana), at: hoursAgo(ago) }, { ticketId }));
};
const answer = async (ticketId: string, ago: number) => {
  const message = { ticketId, body: 'Já vejo', messageId: crypto.randomUUID() };
  accepted(await world().message.queue({ ...by(ana), at: hoursAgo(ago) }, message));
};
/** Runs the policy until it has taken in everything so far. */
const remembered = async () => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = followPolicy({ store, pool, log, signal }, quietTicketsPolicy);
  const head = await store.head();
  await expect
    .poll(
      async () => Number((await pool.query('select position from policy.checkpoint')).rows[0]?.position ?? 0),
      {
        timeout: 10_000,
      },
    )
    .toBeGreaterThanOrEqual(head);
  stopping.abort();
  await running;
};
const closed = async () => (await eventsOfType(store, 'TicketClosed')).map(event => event.entityId);

describe('an open ticket in which nothing was written for long', () => {
  it('is closed by the policy, in nobody’s name, once', async () => {
    const ticketId = await written(30);
    await accept(ticketId, 29);
    await answer(ticketId, 25);
    await remembered();
    expect([await look(), await look()]).toEqual([1, 0]);
    const [event] = await eventsOfType(store, 'TicketClosed');
    expect(event?.data).toEqual({ ticketId, userId: null, justClose: true, reason: 'auto-close' });
    expect(event?.metadata.actor).toEqual({ kind: 'policy', name: 'auto-close' });
  });
  it('is closed once when two look at the same time', async () => {
    await accept(await written(30), 29);
    await remembered();
    expect((await Promise.all([look(), look(), look()])).reduce((sum, each) => sum + each)).toBe(1);
    expect(await closed()).toHaveLength(1);
  });
  it('waits no longer because a clock was ahead', async () => {
    const ticketId = await written(30);
    await accept(ticketId, -1_000);
    await remembered();
    await answer(ticketId, -2_000);
    await remembered();
    const ahead = await pool.query('select from policy.quiet_ticket where quiet_since > now()');
    expect([ahead.rowCount, await look()]).toEqual([0, 0]);
  });
  it('is closed late rather than never when nobody looked for days', async () => {
    await accept(await written(300), 290);
    await remembered();
    expect(await look()).toBe(1);
  });
  it('is closed although another cannot be, which is tried again by itself and closed once it can', async () => {
    const [broken, fine] = [await written(40), await written(30, { number: '5511900000002', lid: null })];
    for (const ticketId of [broken, fine]) await accept(ticketId, 29);
    await remembered();
    const commands = createCommands({ store });
    const failing = {
      ...commands,
      ticket: {
        ...commands.ticket,
        closeQuiet: (context: CommandContext, input: { readonly ticketId: string }) => {
          if (input.ticketId === broken) throw new TypeError('this ticket cannot be closed');
          return commands.ticket.closeQuiet(context, input);
        },
      },
    };
    expect(await closeDue({ pool, innerPool: pool, store, log, hours, commands: failing })).toBe(2);
    expect(await closed()).toEqual([fine]);
    expect(await look()).toBe(0);
    await pool.query('update parking.parked set next_at = now()');
    expect(await look()).toBe(1);
    expect(await closed()).toEqual([fine, broken]);
    expect((await pool.query('select from parking.parked')).rowCount).toBe(0);
  });
  it('that is opened anew is silent from then on', async () => {
    const ticketId = await written(90);
    await accept(ticketId, 89);
    await remembered();
    await look();
    const queueId = crypto.randomUUID();
    const queue = { queueId, name: 'Vendas', color: '#00aa00', greetingMessage: '', outOfHoursMessage: '' };
    accepted(await world().queue.create(bySystem(), queue));
    accepted(await world().ticket.reopen({ ...by(ana), at: hoursAgo(40) }, { ticketId, queueId }));
    await accept(ticketId, 39);
    await answer(ticketId, 2);
    await remembered();
    expect(await look()).toBe(0);
  });
});

describe('a company that has said how long it waits', () => {
  const waits = async (value: string) => {
    const company = { name: 'Acme', email: 'a@b.c', phone: null, dueDate: null, status: true };
    const more = { recurrence: 'MENSAL' as const, campaignsEnabled: false };
    const { create, changeSetting } = world().company;
    await create(bySystem(), { ...company, ...more });
    accepted(await changeSetting(bySystem(), { key: 'autoCloseHours', value }));
  };
  const lookWith = (installation: number) =>
    closeDue({ pool, innerPool: pool, store, log, hours: installation, commands: createCommands({ store }) });

  it('goes before the installation, at once', async () => {
    await accept(await written(5), 5);
    await remembered();
    expect(await lookWith(24)).toBe(0);
    await waits('4');
    await remembered();
    expect(await lookWith(24)).toBe(1);
  });
  it('may close where the installation does not, and leave open where it does', async () => {
    await accept(await written(50), 50);
    await remembered();
    await waits('0');
    await remembered();
    expect(await lookWith(24)).toBe(0);
    await waits('48');
    await remembered();
    expect(await lookWith(0)).toBe(1);
  });
});

describe('a ticket is left open', () => {
  it('while somebody writes in it, the contact or the company', async () => {
    const [one, other] = [await written(40), await written(40, { number: '5511900000002', lid: null })];
    for (const ticketId of [one, other]) await accept(ticketId, 39);
    await answer(one, 23);
    await written(23, { number: '5511900000002', lid: null });
    await remembered();
    expect(await look()).toBe(0);
  });
  it('when somebody took it over a short while ago', async () => {
    const ticketId = await written(100);
    await accept(ticketId, 1);
    await remembered();
    expect(await look()).toBe(0);
  });
  it('when a message came just before closing, which the policy has not taken in', async () => {
    const ticketId = await written(40);
    await accept(ticketId, 39);
    await remembered();
    await answer(ticketId, 0);
    expect(await look()).toBe(0);
    expect(await closed()).toEqual([]);
    await remembered();
    expect(await look()).toBe(0);
  });
  it('when a message came that cannot be read, which may be one of its own', async () => {
    const ticketId = await written(40);
    await accept(ticketId, 39);
    await answer(ticketId, 1);
    store = unreadableIn(store, ({ type }) => type === 'MessageQueued');
    await remembered();
    expect(await look()).toBe(0);
  });
  it('while nobody attends it, and when it is a group’s', async () => {
    const returned = await written(90);
    await accept(returned, 89);
    accepted(await world().ticket.return({ ...by(ana), at: hoursAgo(88) }, { ticketId: returned }));
    await written(90, { number: '5511900000003', lid: null });
    await written(90, { number: '120363000000000009', lid: null, isGroup: true });
    await remembered();
    expect(await look()).toBe(0);
    expect(await closed()).toEqual([]);
  });
});

describe('a warning before', () => {
  const company = async (settings: Readonly<Record<string, string>>) => {
    const fields = { name: 'Acme', email: 'a@b.c', phone: null, dueDate: null, status: true };
    const more = { recurrence: 'MENSAL' as const, campaignsEnabled: false };
    await world().company.create(bySystem(), { ...fields, ...more });
    for (const [key, value] of Object.entries(settings))
      accepted(await world().company.changeSetting(bySystem(), { key, value }));
  };
  const warn = () =>
    warnDue({ pool, innerPool: pool, store, log, hours, commands: createCommands({ store }) });
  const warnings = async () =>
    (await eventsOfType(store, 'MessageQueued')).flatMap(({ data }) =>
      'automatic' in data && data.automatic === 'auto-close-warning' ? [data.body] : [],
    );
  /** So much later. */
  const pass = (minutes: number) =>
    pool.query(
      `update policy.quiet_ticket set quiet_since = quiet_since - make_interval(mins => $1),
         warned_for = warned_for - make_interval(mins => $1), warned_at = warned_at - make_interval(mins => $1)`,
      [minutes],
    );
  const silent = async (ago: number, chat = {}) => {
    const ticketId = await written(ago, chat);
    await accept(ticketId, ago);
    await remembered();
    return ticketId;
  };

  it('is given once for a silence, and the ticket is closed after it', async () => {
    await company({ autoCloseWarningMinutes: '60', language: 'en' });
    const ticketId = await silent(22.9);
    expect(await warn()).toBe(0);
    await pass(10);
    expect([await warn(), await warn()]).toEqual([1, 0]);
    await remembered();
    expect([await warn(), await look(), await warnings()]).toEqual([
      0,
      0,
      [expect.stringContaining('still there')],
    ]);
    const [queued] = await eventsOfType(store, 'MessageQueued');
    expect(queued?.metadata.actor).toEqual({ kind: 'policy', name: 'auto-close' });
    await pass(61);
    expect([await look(), await closed()]).toEqual([1, [ticketId]]);
  });
  it('leaves its whole time, also when nobody looked for days', async () => {
    await company({ autoCloseWarningMinutes: '60' });
    await silent(90);
    expect([await look(), await warn(), await look()]).toEqual([0, 1, 0]);
    await pass(59);
    expect(await look()).toBe(0);
    await pass(2);
    expect(await look()).toBe(1);
  });
  it('comes when half of the silence is over at the earliest', async () => {
    await company({ autoCloseWarningMinutes: '1440', autoCloseHours: '2' });
    await silent(0.9);
    expect(await warn()).toBe(0);
    await pass(7);
    expect(await warn()).toBe(1);
  });
  it('that is answered keeps the ticket open, and the next silence has one of its own', async () => {
    await company({ autoCloseWarningMinutes: '60' });
    const ticketId = await silent(30);
    expect(await warn()).toBe(1);
    await written(0);
    expect(await look()).toBe(0);
    await remembered();
    await pass(61);
    expect([await look(), await warn()]).toEqual([0, 0]);
    await pass(23 * 60);
    expect([await warn(), (await warnings()).length]).toEqual([1, 2]);
    await pass(61);
    expect([await look(), await closed()]).toEqual([1, [ticketId]]);
  });
  it('is not given to who has just written, which the policy has not taken in', async () => {
    await company({ autoCloseWarningMinutes: '60' });
    await silent(30);
    await written(0);
    expect([await warn(), await warnings()]).toEqual([0, []]);
  });
  it('is given once when several look at once, or look again after a crash', async () => {
    await company({ autoCloseWarningMinutes: '60' });
    await silent(30);
    await Promise.all([warn(), warn(), warn()]);
    await pool.query('update policy.quiet_ticket set warned_for = null, warned_at = null');
    await warn();
    expect(await warnings()).toHaveLength(1);
  });
  it('is in the company’s own words where it has some, and never for groups or who waits', async () => {
    await company({ autoCloseWarningMinutes: '60' });
    accepted(await world().company.changeText(bySystem(), { key: 'autoCloseWarning', text: 'Oi?' }));
    await written(90, { number: '120363000000000009', lid: null, isGroup: true });
    await written(90, { number: '5511900000003', lid: null });
    await silent(90);
    expect([await warn(), await warnings()]).toEqual([1, ['Oi?']]);
  });
  it('is none where nobody wants one', async () => {
    await company({});
    await silent(23.9);
    expect(await warn()).toBe(0);
  });
});
