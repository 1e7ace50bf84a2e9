import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../ids.ts';
import { createAttended } from '../../testing/attended.ts';
import { openPolicyDatabase, type PolicyDatabase } from '../../testing/policy-database.ts';
import { accepted } from '../../testing/world.ts';
import { doNextDue } from '../due-work.ts';
import { beginMenuWork } from './begin-menu.ts';
import { menuPauseWork } from './menu-pause.ts';

let database: PolicyDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await openPolicyDatabase({ max: 10 });
  ({ pool } = database);
});
afterAll(() => database.close());
beforeEach(() => pool.query('truncate policy.due_work, policy.automatic_text, policy.person_wrote'));

const clara = '5511987654321';
const queues = [{ name: 'Vendas', greetingMessage: 'Aqui é vendas.' }, { name: 'Suporte' }];
const greeting = 'Olá, somos a Loja.\n\n*1* - Vendas\n*2* - Suporte';
/** Minutes: time passes here when the test says so. */
const menuPause = { forMs: 60_000, mostMs: 150_000 };
const shop = (change: Partial<Parameters<typeof createAttended>[1]> = {}) =>
  createAttended(pool, { queues, greeting: 'Olá, somos a Loja.', ...change });
type Shop = Awaited<ReturnType<typeof shop>>;
const bodies = async (loja: Shop) => (await loja.sent()).map(({ body }) => body);
const later = (loja: Shop, seconds: number) => {
  loja.clock.now = new Date(loja.clock.now.getTime() + seconds * 1_000);
};
const dueIn = async (since: Date): Promise<number | undefined> => {
  const text = 'select due_at from policy.due_work where kind = $1';
  const { rows } = await pool.query<{ due_at: Date }>(text, [menuPauseWork]);
  return rows[0] && (rows[0].due_at.getTime() - since.getTime()) / 1_000;
};

describe('the menu', () => {
  it('waits for a pause, greets once, and keeps all words', async () => {
    const loja = await shop({ menuPause });
    for (const words of ['Oi', 'quero comprar', '2']) {
      await loja.write(clara, words);
      await loja.settle();
    }
    expect(await loja.sent()).toEqual([]);
    await loja.pass(2);
    await loja.settle();
    expect(await bodies(loja)).toEqual([greeting]);
    expect(await loja.tickets()).toMatchObject([{ queueId: null, menu: { queueId: null, wrong: 0 } }]);
    const received = (await loja.events()).filter(({ type }) => type === 'MessageReceived');
    expect(received.map(({ data }) => Object(data).body)).toEqual(['Oi', 'quero comprar', '2']);
    loja.read.attend = 0;
    await loja.settle();
    await loja.pass(2);
    await loja.settle();
    expect(await bodies(loja)).toEqual([greeting]);
  });

  it('waits again after each message, but no longer than at most', async () => {
    const loja = await shop({ menuPause });
    const first = loja.clock.now;
    for (const [words, wait] of [
      ['Oi', 60],
      ['quero', 110],
      ['comprar', 150],
      ['um sofá', 150],
    ] as const) {
      await loja.write(clara, words);
      await loja.takeAll();
      expect(await dueIn(first)).toBe(wait);
      later(loja, 50);
    }
  });

  it('does not begin where somebody of the company has written meanwhile', async () => {
    const loja = await shop({ menuPause });
    await loja.write(clara, 'Oi');
    await loja.takeAll();
    await loja.write(clara, 'Aqui é o João', {
      waKey: { id: 'MINE', remoteJid: `${clara}@s.whatsapp.net`, fromMe: true, participant: null },
    });
    await loja.settle();
    await loja.pass(2);
    await loja.settle();
    expect(await loja.sent()).toEqual([]);
  });

  it('says that nobody is there where it would begin only after the end of the day', async () => {
    const monday = [{ weekdayEn: 'monday' as const, startTime: '08:00', endTime: '18:00', weekday: '' }];
    const settings = { scheduleType: 'company' };
    const loja = await shop({ menuPause, settings, outOfHours: 'Voltamos amanhã.' });
    const hours = { schedules: monday, holidays: [] };
    accepted(await loja.commands.company.changeSchedules(loja.bySystem(), hours));
    loja.clock.now = new Date('2026-11-23T20:59:30Z');
    await loja.write(clara, 'Oi');
    await loja.takeAll();
    later(loja, 60);
    await loja.settle();
    expect(await bodies(loja)).toEqual(['Voltamos amanhã.']);
  });

  it('is one greeting and one step whatever step its process dies at', async () => {
    const loja = await shop({ menuPause });
    await loja.write(clara, 'Oi');
    await loja.takeAll();
    await loja.pass(2);
    const { ticket, message } = loja.commands;
    const die = async (): Promise<never> => {
      throw new Error('killed');
    };
    const dying = [
      { ticket, message: { ...message, queue: die } },
      { ticket: { ...ticket, stepMenu: die }, message },
    ];
    for (const commands of dying) {
      await doNextDue({
        pool,
        log: loja.deps.log,
        handlers: { [menuPauseWork]: beginMenuWork({ ...loja.deps, commands }) },
      });
      await pool.query('delete from parking.parked');
    }
    await loja.settle();
    expect(await bodies(loja)).toEqual([greeting]);
    const steps = (await loja.events()).filter(({ type }) => type === 'TicketMenuStepped');
    expect(steps).toHaveLength(1);
    expect(await dueIn(loja.clock.now)).toBeUndefined();
  });

  it('goes before the end of the waiting where both are due, as after an outage', async () => {
    const loja = await shop({ menuPause });
    await loja.write(clara, 'Oi');
    await loja.takeAll();
    await loja.pass(30);
    await loja.doDue();
    expect(await loja.tickets()).toMatchObject([{ menu: 'ahead' }]);
    await loja.settle();
    expect(await bodies(loja)).toEqual([greeting]);
  });
});

describe('what a contact wrote before a list had gone out', () => {
  it('is no answer to it: to the queues, or to the options of the queue that they chose', async () => {
    const loja = await shop();
    const [queueId = ''] = loja.queueIds;
    for (const title of ['Preços', 'Entrega'])
      accepted(
        await loja.commands.queueMenu.add(loja.bySystem(), {
          ...{ optionId: newId(), queueId, parentId: null, title, message: `Sobre ${title}` },
        }),
      );
    await loja.write(clara, 'Oi');
    await loja.takeAll();
    await loja.beginMenus();
    await loja.write(clara, '2');
    await loja.takeAll();
    expect(await loja.tickets()).toMatchObject([{ queueId: null, menu: { queueId: null, wrong: 0 } }]);
    await loja.deliver();
    await loja.write(clara, '1');
    await loja.write(clara, '2');
    await loja.takeAll();
    expect(await loja.tickets()).toMatchObject([{ queueId, menu: { queueId, optionId: null, wrong: 0 } }]);
    await loja.deliver();
    await loja.write(clara, '2');
    await loja.settle();
    expect((await bodies(loja)).at(-1)).toBe('Sobre Entrega');
  });

  it('answers the list that they had, where a hint with it is on its way', async () => {
    const loja = await shop();
    await loja.write(clara, 'Oi');
    await loja.settle();
    await loja.write(clara, 'hein');
    await loja.takeAll();
    await loja.write(clara, '2');
    await loja.settle();
    expect((await loja.sent()).map(({ kind }) => kind)).toEqual(['greeting', 'hint']);
    expect(await loja.tickets()).toMatchObject([{ queueId: loja.queueIds[1], menu: 'over' }]);
  });
});

describe('an answer', () => {
  it('is read against the list that the contact was sent, when the queues have changed meanwhile', async () => {
    const loja = await shop();
    const [sales = '', support = ''] = loja.queueIds;
    await loja.write(clara, 'Oi');
    await loja.settle();
    const change = (queueId: string, name: string, orderQueue: number) => {
      const texts = { greetingMessage: '', outOfHoursMessage: '', color: `#aa000${orderQueue}` };
      return loja.commands.queue.change(loja.bySystem(), { queueId, name, orderQueue, ...texts });
    };
    accepted(await change(support, 'Ajuda', 1));
    accepted(await change(sales, 'Vendas', 2));
    await loja.write(clara, '2');
    await loja.settle();
    expect(await loja.tickets()).toMatchObject([{ queueId: support }]);
    await loja.write('5511987654322', 'Oi');
    await loja.settle();
    expect((await bodies(loja)).at(-1)).toContain('*1* - Ajuda\n*2* - Vendas');
  });

  it('begins again at the top where what it chooses is gone, and says what there is now', async () => {
    const loja = await shop({ queues: [...queues, { name: 'Financeiro' }] });
    await loja.write(clara, 'Oi');
    await loja.settle();
    const [sales = '', support = '', finance = ''] = loja.queueIds;
    const { connectionId } = loja;
    accepted(
      await loja.commands.connection.change(loja.bySystem(), { connectionId, queueIds: [support, finance] }),
    );
    await loja.write(clara, '1');
    await loja.settle();
    expect((await bodies(loja)).at(-1)).toBe('*1* - Suporte\n*2* - Financeiro');
    await loja.write(clara, '1');
    await loja.settle();
    const [ticket] = await loja.tickets();
    expect([sales, ticket]).toMatchObject([sales, { queueId: support }]);
  });
});
