import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { EventStore, Recorded } from '#eventstore/types.ts';
import { createCommands } from '../commands.ts';
import { openPolicyDatabase, type PolicyDatabase } from '../testing/policy-database.ts';
import { createShop, type Shop } from '../testing/shop.ts';
import {
  accepted,
  allEvents,
  by,
  byConnection,
  bySystem,
  companyId,
  connectionId,
  eventsOfType,
  inbound,
} from '../testing/world.ts';
import { closingPolicy, closingWork, sayClosing } from './closing-policy.ts';
import { doNextDue } from './due-work.ts';
import { followPolicy } from './follow-policy.ts';

let database: PolicyDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await openPolicyDatabase({ max: 8 });
  ({ pool } = database);
});
afterAll(() => database.close());

const log = pino({ level: 'silent' });
let store: EventStore;
let shop: Shop;
let stopping: AbortController;
let running: Promise<void>[];
beforeEach(async () => {
  store = openMemoryStore();
  shop = await createShop(store);
  accepted(
    await shop.commands.company.create(bySystem(), {
      ...{ companyId, name: 'Loja', email: 'x@y.z', phone: null, dueDate: null, recurrence: 'MENSAL' },
      ...{ status: true, campaignsEnabled: false },
    }),
  );
  stopping = new AbortController();
  running = [];
  await pool.query(
    'truncate policy.checkpoint, policy.due_work, policy.automatic_text, policy.rating_request',
  );
});
afterEach(async () => {
  stopping.abort();
  await Promise.all(running);
  await store.close();
});

/** A process of its own, with caches of its own. */
const deps = (over: EventStore = store) => ({ pool, log, commands: createCommands({ store: over }) });
const react = async (events: readonly Recorded[], of = deps()) => {
  const client = await pool.connect();
  await closingPolicy(of)
    .react(client, events)
    .finally(() => client.release());
};
let seen = 0;
/** Gives the policy what happened since it last looked; `again` all of it another time. */
const follow = async ({ again = false } = {}) => {
  const events = (await allEvents(store)).filter(({ position }) => again || position > seen);
  seen = events.at(-1)?.position ?? seen;
  await react(events);
};
beforeEach(() => {
  seen = 0;
});
/** Everything that is waited for is due now. */
const due = async (of = deps()) => {
  await pool.query('update policy.due_work set due_at = now(), not_before = null');
  await pool.query('update parking.parked set next_at = now()');
  return doNextDue({ pool, log, handlers: { [closingWork]: sayClosing(of) } });
};
const settle = async () => {
  await follow();
  await due();
};

const set = async (key: string, value: string) =>
  accepted(await shop.commands.company.changeSetting(bySystem(), { key, value }));
const say = async (key: string, text: string) =>
  accepted(await shop.commands.company.changeText(bySystem(), { key, text }));
const queueSays = async (texts: Partial<Record<'complationMessage' | 'ratingMessage', string>>) =>
  accepted(
    await shop.commands.queue.change(bySystem(), {
      ...{ queueId: shop.sales, name: 'Vendas', color: 'green', greetingMessage: '', outOfHoursMessage: '' },
      ...texts,
    }),
  );
const connectionSays = async (texts: Partial<Record<'complationMessage' | 'ratingMessage', string>>) =>
  accepted(await shop.commands.connection.change(bySystem(), { connectionId, ...texts }));
const resolve = async (change: { justClose?: boolean } = {}) => {
  const { ticketId } = await shop.open();
  accepted(await shop.commands.ticket.close(by(shop.ana), { ticketId, ...change }));
  return ticketId;
};
const reopen = async (ticketId: string) =>
  accepted(await shop.commands.ticket.reopen(by(shop.ana), { ticketId, queueId: shop.sales }));
const answer = async (body: string) => {
  const chat = { number: '5511987654321', lid: null };
  const message = inbound({ body, chat, sentAt: new Date().toISOString() });
  accepted(await deps().commands.message.receive({ ...byConnection(), at: message.sentAt }, message));
};
const said = async () =>
  (await eventsOfType(store, 'MessageQueued')).map(({ data }) =>
    'automatic' in data ? [data.automatic, data.body] : [],
  );
const kinds = async () => (await said()).map(([kind]) => kind);
const counts = async (...types: string[]) =>
  Promise.all(types.map(async type => (await eventsOfType(store, type)).length));

describe('a ticket that was resolved', () => {
  it('is followed by the completion message, the queue’s before the connection’s', async () => {
    await connectionSays({ complationMessage: 'Até a próxima' });
    await resolve();
    await settle();
    expect(await said()).toEqual([['completion', 'Até a próxima']]);
    await queueSays({ complationMessage: 'A equipe de vendas agradece' });
    await resolve();
    await settle();
    expect((await said())[1]).toEqual(['completion', 'A equipe de vendas agradece']);
  });

  it('is followed by nothing where nobody wants that', async () => {
    await resolve();
    await settle();
    expect(await said()).toEqual([]);
  });

  it('waits six seconds, and says nothing when it is open again before', async () => {
    await queueSays({ complationMessage: 'Tchau' });
    await set('userRating', 'enabled');
    const ticketId = await resolve();
    await follow();
    const [closed] = await eventsOfType(store, 'TicketClosed');
    const { rows } = await pool.query('select due_at from policy.due_work');
    expect(rows[0]?.due_at.getTime() - Date.parse(closed?.metadata.at ?? '')).toBe(6_000);
    // Also when who does what is due is ahead of who follows the log.
    await reopen(ticketId);
    await due();
    await follow();
    expect([await said(), await counts('TicketRatingAsked')]).toEqual([[], [0]]);
    expect((await pool.query('select from policy.due_work')).rowCount).toBe(0);
  });

  it('has the six seconds again when it is closed again, also where the log is followed late', async () => {
    await queueSays({ complationMessage: 'Tchau' });
    const ticketId = await resolve();
    await follow();
    const { rows } = await pool.query<{ due_at: Date }>('select due_at from policy.due_work');
    const at = rows[0]?.due_at ?? new Date(0);
    await reopen(ticketId);
    accepted(await shop.commands.ticket.accept(by(shop.ana), { ticketId }));
    const context = { ...by(shop.ana), at: new Date(at.getTime() - 1_000).toISOString() };
    accepted(await shop.commands.ticket.close(context, { ticketId }));
    const [kind, key] = [closingWork, ticketId];
    await sayClosing(deps())({ kind, key, companyId, at: at.toISOString(), data: {} });
    expect(await said()).toEqual([]);
    await settle();
    expect(await said()).toEqual([['completion', 'Tchau']]);
  });

  it('is asked for a rating after the completion, once, in the name of who resolved', async () => {
    await queueSays({ complationMessage: 'Tchau', ratingMessage: 'De 1 a 3?' });
    await connectionSays({ ratingMessage: 'Nota?' });
    await set('userRating', 'enabled');
    const ticketId = await resolve();
    await settle();
    await follow({ again: true });
    await due();
    expect(await said()).toEqual([
      ['completion', 'Tchau'],
      ['rating', 'De 1 a 3?'],
    ]);
    const [asked, ...more] = await eventsOfType(store, 'TicketRatingAsked');
    expect([asked?.data, more]).toMatchObject([{ ticketId, userId: shop.ana.userId }, []]);
    expect(asked?.metadata.actor).toEqual({ kind: 'policy', name: 'closing' });
  });

  it.each([
    ['pt-BR', 'Responda com um número'],
    ['en', 'answer with a number'],
    ['es', 'Responda con un número'],
  ])(
    'is asked in the company’s language where nobody has words of their own: %s',
    async (language, words) => {
      await set('language', language);
      await set('userRating', 'enabled');
      await resolve();
      await settle();
      const [[kind, body] = []] = await said();
      expect(kind).toBe('rating');
      expect(body).toContain(words);
      for (const mark of ['1', '2', '3']) expect(body).toContain(`${mark} - `);
    },
  );

  it('is silent when it was only closed, and for groups', async () => {
    await queueSays({ complationMessage: 'Tchau' });
    await connectionSays({ complationMessage: 'Tchau' });
    await set('userRating', 'enabled');
    await resolve({ justClose: true });
    const chat = { number: '120363000000000001', lid: null, name: 'Família', isGroup: true };
    accepted(await shop.commands.message.receive(byConnection(), inbound({ chat })));
    const group = (await eventsOfType(store, 'TicketOpened')).at(-1)?.entityId ?? '';
    accepted(await shop.commands.ticket.close(by(shop.admin), { ticketId: group }));
    await settle();
    expect([await said(), await counts('TicketRatingAsked')]).toEqual([[], [0]]);
  });

  it('is not asked for a rating by who has begun another ticket meanwhile', async () => {
    await set('userRating', 'enabled');
    await resolve();
    await follow();
    await answer('mais uma coisa');
    await due();
    expect(await counts('TicketRatingAsked', 'MessageQueued')).toEqual([0, 0]);
  });

  it('was never closed before the policy was there', async () => {
    await queueSays({ complationMessage: 'Tchau' });
    await resolve();
    const { signal } = stopping;
    running.push(followPolicy({ store, pool, log, signal }, closingPolicy(deps())));
    const head = await store.head();
    await expect
      .poll(async () => (await pool.query('select position from policy.checkpoint')).rows[0]?.position)
      .toBe(String(head));
    await due();
    expect(await said()).toEqual([]);
  });
});

describe('a contact who was asked for a rating', () => {
  beforeEach(() => set('userRating', 'enabled'));

  it('is not asked again within a day, and is told the completion all the same', async () => {
    await queueSays({ complationMessage: 'Tchau' });
    for (let turn = 0; turn < 2; turn += 1) {
      await resolve();
      await settle();
    }
    expect(await kinds()).toEqual(['completion', 'rating', 'completion']);
    await pool.query(`update policy.rating_request set at = at - interval '25 hours'`);
    await queueSays({ complationMessage: '' });
    await resolve();
    await settle();
    expect((await kinds()).at(-1)).toBe('rating');
  });

  it('is asked after every ticket where the company wants that', async () => {
    await set('ratingIntervalHours', '0');
    await queueSays({ ratingMessage: 'Nota?' });
    for (let turn = 0; turn < 2; turn += 1) {
      await resolve();
      await settle();
    }
    expect(await counts('TicketRatingAsked')).toEqual([2]);
  });

  it('who has had enough of the same text is not waited for', async () => {
    await set('ratingIntervalHours', '0');
    for (let turn = 0; turn < 3; turn += 1) {
      await resolve();
      await settle();
    }
    expect([await kinds(), await counts('TicketRatingAsked', 'TicketRatingEnded')]).toEqual([
      ['rating', 'rating'],
      [3, 1],
    ]);
  });

  it('is thanked, in the company’s words where it has some', async () => {
    await say('ratingThanks', 'Valeu!');
    await resolve();
    await settle();
    await answer('3');
    await follow();
    await follow({ again: true });
    expect((await said()).slice(1)).toEqual([['rating-thanks', 'Valeu!']]);
    const [, thanks] = await eventsOfType(store, 'MessageQueued');
    const [rated] = await eventsOfType(store, 'TicketRated');
    expect(thanks?.metadata.$causationId).toBe(rated?.id);
  });

  it('is asked why after a bad mark, and thanked for the reason', async () => {
    await say('ratingReason', 'O que houve?');
    await resolve();
    await settle();
    for (const body of ['1', 'demorou']) {
      await answer(body);
      await follow();
    }
    expect((await said()).slice(1)).toEqual([
      ['rating-reason', 'O que houve?'],
      ['rating-thanks', expect.stringContaining('Obrigado')],
    ]);
  });

  it('is said nothing for another answer, which opens a ticket', async () => {
    await resolve();
    await settle();
    await answer('me ajuda');
    await follow();
    expect([await kinds(), await counts('TicketOpened', 'TicketRated')]).toEqual([['rating'], [2, 0]]);
  });

  it('is not asked about a ticket that was reopened: an answer belongs to it as any message', async () => {
    const ticketId = await resolve();
    await settle();
    await reopen(ticketId);
    await answer('3');
    await follow();
    expect([await counts('TicketRated', 'TicketOpened'), await kinds()]).toEqual([[0, 1], ['rating']]);
  });
});

describe('whatever breaks off', () => {
  it('nothing is said twice when every batch is given again and two do what is due', async () => {
    await queueSays({ complationMessage: 'Tchau' });
    await set('userRating', 'enabled');
    await resolve();
    for (let turn = 0; turn < 3; turn += 1) {
      const events = await allEvents(store);
      await Promise.all([react(events), react(events, deps())]);
      await Promise.all([due(), due(deps()), due(deps())]);
      if (turn === 0) await answer('1');
      if (turn === 1) await answer('demorou');
    }
    expect(await kinds()).toEqual(['completion', 'rating', 'rating-reason', 'rating-thanks']);
    const types = ['TicketRatingAsked', 'TicketRated', 'TicketRatingExplained', 'TicketRatingEnded'];
    expect(await counts(...types)).toEqual([1, 1, 1, 0]);
  });

  it.each([1, 2, 3, 4])('a process that dies at write %i is gone on from', async step => {
    await queueSays({ complationMessage: 'Tchau' });
    await set('userRating', 'enabled');
    await resolve();
    await follow();
    let left = step;
    const dying: EventStore = {
      ...store,
      append: async (...given) => {
        left -= 1;
        // What was written and not heard of is the worst.
        const appended = await store.append(...given);
        if (left === 0) throw new Error('died');
        return appended;
      },
    };
    await due(deps(dying));
    await due();
    expect(await kinds()).toEqual(['completion', 'rating']);
    expect(await counts('TicketRatingAsked', 'TicketRatingEnded')).toEqual([1, 0]);
  });

  it('a question that could not go while its answer counted is not asked', async () => {
    await set('userRating', 'enabled');
    const ticketId = await resolve();
    await follow();
    const closing = await deps().commands.ticket.closing(companyId, { ticketId });
    const dead: EventStore = {
      ...store,
      append: async (...given) => {
        if (given[0].startsWith('message')) throw new Error('died');
        return store.append(...given);
      },
    };
    await due(deps(dead));
    expect(closing?.rating).toContain('Responda');
    const hour = 3_600_000;
    const now = Date.now;
    Date.now = () => now() + hour;
    await due().finally(() => {
      Date.now = now;
    });
    expect([await kinds(), await counts('TicketRatingAsked', 'TicketRatingEnded')]).toEqual([[], [1, 1]]);
  });

  it('a claim that is taken from a closed ticket closes it for nobody another time', async () => {
    await queueSays({ complationMessage: 'Tchau' });
    const ticketId = await resolve();
    await settle();
    const closing = await deps().commands.ticket.closing(companyId, { ticketId });
    const states = { ticketId, userId: shop.ana.userId, justClose: false };
    const stream = `ticket-${companyId}.${ticketId}` as const;
    const events = await store.load(stream);
    const last = events.at(-1);
    if (!last) throw new Error('no ticket');
    const again = { type: 'TicketClosed' as const, data: states };
    await store.append(stream, last.revision, [
      { id: crypto.randomUUID(), event: again, metadata: last.metadata, persons: [] },
    ]);
    await settle();
    expect(await kinds()).toEqual(['completion']);
    expect(await deps().commands.ticket.closing(companyId, { ticketId })).toEqual(closing);
  });
});

describe('a ticket that silence closed', () => {
  const closeQuiet = async () => {
    const { ticketId } = await shop.open();
    accepted(await shop.commands.ticket.closeQuiet(bySystem(), { ticketId }));
  };
  it('is followed by a text only where the company wants that, and is never rated', async () => {
    await queueSays({ complationMessage: 'Tchau' });
    await set('userRating', 'enabled');
    await closeQuiet();
    await settle();
    expect(await said()).toEqual([]);
    await set('autoCloseNotice', 'enabled');
    await set('language', 'es');
    await closeQuiet();
    await settle();
    await say('autoClose', 'Encerrado');
    await closeQuiet();
    await settle();
    expect(await said()).toEqual([
      ['auto-close', expect.stringContaining('por falta de respuesta')],
      ['auto-close', 'Encerrado'],
    ]);
    expect(await counts('TicketRatingAsked')).toEqual([0]);
  });
});
