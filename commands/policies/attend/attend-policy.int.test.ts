import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../ids.ts';
import { createAttended } from '../../testing/attended.ts';
import { openPolicyDatabase, type PolicyDatabase } from '../../testing/policy-database.ts';
import { accepted, person } from '../../testing/world.ts';

let database: PolicyDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await openPolicyDatabase({ max: 10 });
  ({ pool } = database);
});
afterAll(() => database.close());
beforeEach(() => pool.query('truncate policy.due_work, policy.automatic_text, policy.person_wrote'));

const [clara, davi] = ['5511987654321', '5511987654322'];
const twoQueues = [{ name: 'Vendas', greetingMessage: 'Aqui é vendas.' }, { name: 'Suporte' }];
const list = '*1* - Vendas\n*2* - Suporte';
const shop = (change: Partial<Parameters<typeof createAttended>[1]> = {}) =>
  createAttended(pool, { queues: twoQueues, greeting: 'Olá, somos a Loja.', ...change });
const bodies = async ({ sent }: { sent: () => Promise<readonly { body: string }[]> }) =>
  (await sent()).map(({ body }) => body);

/** Until when the contacts who are waited for are. */
const dueTimes = async (): Promise<readonly string[]> => {
  const text = `select due_at from policy.due_work where kind = 'menu-silence' order by due_at`;
  const { rows } = await pool.query<{ due_at: Date }>(text);
  return rows.map(({ due_at }) => due_at.toISOString());
};

describe('whoever writes first', () => {
  it('is greeted and asked, and waits in the queue of the answer', async () => {
    const loja = await shop();
    await loja.write(clara, 'Oi');
    expect(await loja.tickets()).toMatchObject([{ queueId: null, menu: 'ahead' }]);
    await loja.settle();
    expect(await loja.sent()).toEqual([
      expect.objectContaining({ kind: 'greeting', body: `Olá, somos a Loja.\n\n${list}` }),
    ]);
    expect(await loja.tickets()).toEqual([
      expect.objectContaining({ queueId: null, menu: { queueId: null, optionId: null, wrong: 0 } }),
    ]);
    await loja.write(clara, '1');
    await loja.settle();
    expect((await bodies(loja)).slice(1)).toEqual(['Aqui é vendas.']);
    expect(await loja.tickets()).toMatchObject([
      { queueId: loja.queueIds[0], menu: 'over', status: 'pending' },
    ]);
    await loja.write(clara, 'Quero comprar');
    await loja.settle();
    expect(await bodies(loja)).toHaveLength(2);
  });

  it('is greeted once by the only queue, however much they write', async () => {
    const loja = await shop({ queues: [{ name: 'Vendas', greetingMessage: 'Aqui é vendas.' }] });
    for (const words of ['Oi', 'Tudo bem?', '1']) {
      await loja.write(clara, words);
      await loja.settle();
    }
    expect(await bodies(loja)).toEqual(['Aqui é vendas.']);
    expect((await loja.tickets())[0]).not.toHaveProperty('menu');
    expect((await loja.events()).some(({ type }) => type.startsWith('TicketMenu'))).toBe(false);
  });

  it('is asked nothing where they have a queue of their own', async () => {
    const loja = await shop();
    const queueId = loja.queueIds[1] ?? '';
    const contact = { contactId: newId(), name: 'Clara', number: clara, queueId };
    accepted(await loja.commands.contact.create(loja.bySystem(), contact));
    await loja.write(clara, 'Oi');
    await loja.settle();
    expect(await loja.sent()).toEqual([]);
    expect(await loja.tickets()).toMatchObject([{ queueId }]);
    expect((await loja.tickets())[0]).not.toHaveProperty('menu');
  });

  it('is greeted by their own queue, once, and asked nothing', async () => {
    const loja = await shop();
    const queueId = loja.queueIds[0] ?? '';
    const contact = { contactId: newId(), name: 'Clara', number: clara, queueId };
    accepted(await loja.commands.contact.create(loja.bySystem(), contact));
    for (const words of ['Oi', 'Tudo bem?']) {
      await loja.write(clara, words);
      await loja.settle();
    }
    expect(await bodies(loja)).toEqual(['Aqui é vendas.']);
    expect(await loja.tickets()).toMatchObject([{ queueId, status: 'pending' }]);
    expect((await loja.events()).some(({ type }) => type.startsWith('TicketMenu'))).toBe(false);
  });

  it('gets two hints, and the third invalid answer goes to the first queue; media without words is one', async () => {
    const loja = await shop();
    for (const words of ['Oi', 'quero ajuda', '']) {
      await loja.write(clara, words, { mediaType: words === '' ? 'audio' : 'text' });
      await loja.settle();
    }
    expect((await loja.sent()).map(({ kind }) => kind)).toEqual(['greeting', 'hint', 'hint']);
    await loja.write(clara, 'mas eu só queria');
    await loja.settle();
    expect(await loja.sent()).toHaveLength(3);
    expect(await loja.tickets()).toMatchObject([{ queueId: loja.queueIds[0], menu: 'over' }]);
  });

  it('gets each answer once, however often its cause is looked at', async () => {
    const loja = await shop();
    for (const words of ['Oi', 'hein', '2']) {
      await loja.write(clara, words);
      await loja.settle();
    }
    const before = (await loja.events()).length;
    loja.read.attend = 0;
    await loja.settle();
    expect((await loja.events()).length).toBe(before);
  });
});

describe('an answer that could not be read at first', () => {
  it('counts as soon as it can be, also after a hint', async () => {
    const loja = await shop();
    await loja.write(clara, 'Oi');
    await loja.settle();
    const recover = await loja.writeUnreadable(clara);
    await loja.settle();
    expect(await loja.sent()).toHaveLength(1);
    await loja.write(clara, 'não entendi');
    await loja.settle();
    await recover('2');
    await loja.settle();
    expect((await loja.sent()).map(({ kind }) => kind)).toEqual(['greeting', 'hint']);
    expect(await loja.tickets()).toMatchObject([{ queueId: loja.queueIds[1], menu: 'over' }]);
    loja.read.attend = 0;
    const before = (await loja.events()).length;
    await loja.settle();
    expect((await loja.events()).length).toBe(before);
  });

  it('is none where it began the menu, and where the contact has gone on meanwhile', async () => {
    const loja = await shop();
    const first = await loja.writeUnreadable(clara);
    await loja.settle();
    await first('2');
    await loja.settle();
    expect((await loja.sent()).map(({ kind }) => kind)).toEqual(['greeting']);
    const second = await loja.writeUnreadable(clara);
    const [queueId = ''] = loja.queueIds;
    const option = { optionId: newId(), queueId, parentId: null, title: 'Preços', message: 'R$ 1' };
    accepted(await loja.commands.queueMenu.add(loja.bySystem(), option));
    await loja.write(clara, '1');
    await loja.settle();
    await second('1');
    await loja.settle();
    expect(await loja.tickets()).toMatchObject([{ menu: { queueId, optionId: null, wrong: 0 } }]);
  });
});

describe('machines say nothing', () => {
  it('to groups, about calls, and about what a phone tells of the past', async () => {
    const loja = await shop();
    await loja.write('120363041234567890', 'Oi', { chat: { isGroup: true } });
    await loja.write(clara, '', { mediaType: 'call_log' });
    await loja.write(davi, 'Oi', {
      waKey: { id: 'ME', remoteJid: `${davi}@s.whatsapp.net`, fromMe: true, participant: null },
    });
    await loja.settle();
    expect(await loja.sent()).toEqual([]);
  });

  it('from the first word of a person on, also from the phone, until the ticket is closed', async () => {
    const loja = await shop();
    await loja.write(clara, 'Oi');
    await loja.settle();
    await loja.write(clara, 'Aqui é o João', {
      waKey: { id: 'MINE', remoteJid: `${clara}@s.whatsapp.net`, fromMe: true, participant: null },
    });
    for (const words of ['1', 'oi', 'oi', 'oi']) await loja.write(clara, words);
    await loja.settle();
    expect(await loja.sent()).toHaveLength(1);
    const [ticket] = await loja.tickets();
    expect(ticket).toMatchObject({ queueId: loja.queueIds[0], menu: 'people' });
    accepted(
      await loja.commands.ticket.close(loja.bySystem(), { ticketId: ticket?.id ?? '', justClose: true }),
    );
    await loja.write(clara, 'Voltei');
    await loja.settle();
    expect(await loja.sent()).toHaveLength(2);
  });

  it('to whom a person wrote first', async () => {
    const loja = await shop();
    await loja.write(clara, 'Bom dia, sua encomenda chegou', {
      waKey: { id: 'FIRST', remoteJid: `${clara}@s.whatsapp.net`, fromMe: true, participant: null },
    });
    await loja.write(clara, 'Obrigada');
    await loja.settle();
    expect(await loja.sent()).toEqual([]);
    expect(await loja.tickets()).toMatchObject([{ queueId: loja.queueIds[0], menu: 'people' }]);
  });

  it('once somebody accepted, returned or not', async () => {
    const loja = await shop();
    await loja.write(clara, 'Oi');
    await loja.settle();
    const admin = { ...person('admin'), companyId: loja.companyId };
    const byAdmin = () => ({
      ...loja.bySystem(),
      actor: { kind: 'user' as const, id: admin.userId },
      principal: admin,
    });
    const ticketId = (await loja.tickets())[0]?.id ?? '';
    accepted(await loja.commands.ticket.takeOutOfMenu(byAdmin(), { ticketId }));
    expect(await loja.tickets()).toMatchObject([
      { status: 'open', queueId: loja.queueIds[0], userId: admin.userId },
    ]);
    await loja.write(clara, '1');
    accepted(await loja.commands.ticket.return(byAdmin(), { ticketId }));
    await loja.write(clara, 'Alô?');
    await loja.settle();
    expect(await loja.sent()).toHaveLength(1);
  });

  it('about anything before they began: 10,000 old events', async () => {
    const loja = await shop();
    const old = await shop({ store: loja.store });
    for (let n = 0; n < 1_700; n += 1) {
      await old.write(`55119${String(n).padStart(8, '0')}`, 'Oi');
      await old.write(`55119${String(n).padStart(8, '0')}`, '1');
    }
    const before = await old.events();
    expect(before.length).toBeGreaterThan(10_000);
    old.read.attend = await old.store.head();
    await old.settle();
    await old.wait(11);
    expect(await old.sent()).toEqual([]);
    // None of them waits where nobody looks.
    expect((await old.tickets()).filter(each => 'queueId' in each && each.queueId === null)).toEqual([]);
    const placed = (await old.events()).filter(({ type }) => type === 'TicketMenuLeft');
    expect(placed).toHaveLength(1_700);
    await old.wait(600);
    expect((await old.events()).length).toBe(before.length + 1_700);
  }, 120_000);
});

describe('who says nothing', () => {
  it('waits in the first queue after the company’s limit, and in the chosen one', async () => {
    const loja = await shop({ settings: { menuMinutes: '5' } });
    await loja.write(clara, 'Oi');
    await loja.settle();
    await loja.wait(4);
    expect(await loja.tickets()).toMatchObject([{ queueId: null }]);
    await loja.wait(2);
    expect(await loja.tickets()).toMatchObject([{ queueId: loja.queueIds[0], menu: 'over' }]);
    const left = (await loja.events()).filter(({ type }) => type === 'TicketMenuLeft');
    expect(left).toMatchObject([{ data: { reason: 'silent' } }]);
  });
  it('is not taken for silent whose answer came in time and was not looked at, as after an outage', async () => {
    const loja = await shop();
    await loja.write(clara, 'Oi');
    await loja.settle();
    await loja.write(clara, '2');
    await loja.pass(11);
    await loja.doDue();
    expect(await loja.tickets()).toMatchObject([{ queueId: null }]);
    await loja.settle();
    expect(await loja.tickets()).toMatchObject([{ queueId: loja.queueIds[1], menu: 'over' }]);
    await loja.wait(11);
    expect((await loja.events()).filter(({ type }) => type === 'TicketMenuLeft')).toHaveLength(1);
  });
  it('waits in no queue, out of the menu, where the connection has none any more', async () => {
    const loja = await shop();
    await loja.write(clara, 'Oi');
    await loja.settle();
    const { connectionId } = loja;
    accepted(await loja.commands.connection.change(loja.bySystem(), { connectionId, queueIds: [] }));
    await loja.wait(11);
    expect(await loja.tickets()).toMatchObject([{ queueId: null, menu: 'over' }]);
  });
  it('has the whole time again after each answer', async () => {
    const loja = await shop();
    await loja.write(clara, 'Oi');
    await loja.settle();
    await loja.wait(8);
    await loja.write(clara, 'hein');
    await loja.settle();
    await loja.wait(8);
    expect(await loja.tickets()).toMatchObject([{ queueId: null }]);
  });
});

describe('out of hours', () => {
  const closed = [{ weekdayEn: 'monday' as const, startTime: '08:00', endTime: '18:00' }];
  const at = (loja: { clock: { now: Date } }, instant: string) => {
    loja.clock.now = new Date(instant);
  };
  const office = async () => {
    const loja = await shop({ outOfHours: 'Voltamos amanhã.', settings: { scheduleType: 'company' } });
    accepted(
      await loja.commands.company.changeSchedules(loja.bySystem(), { schedules: closed, holidays: [] }),
    );
    return loja;
  };

  it('says so once, asks nothing, and begins the menu with the first words when it is open', async () => {
    const loja = await office();
    at(loja, '2026-11-22T12:00:00Z');
    for (const words of ['Oi', 'Alô?']) {
      await loja.write(clara, words);
      await loja.settle();
    }
    expect(await bodies(loja)).toEqual(['Voltamos amanhã.']);
    expect(await loja.tickets()).toMatchObject([{ status: 'pending', queueId: null }]);
    at(loja, '2026-11-23T13:00:00Z');
    await loja.write(clara, 'Bom dia');
    await loja.settle();
    expect((await bodies(loja)).slice(1)).toEqual([`Olá, somos a Loja.\n\n${list}`]);
    at(loja, '2026-11-23T23:00:00Z');
    await loja.write(davi, 'Oi');
    await loja.write(clara, '2');
    await loja.settle();
    expect((await loja.sent()).slice(2).map(({ kind }) => kind)).toEqual(['out-of-hours', 'out-of-hours']);
  });

  it('says nothing where a person wrote within half an hour', async () => {
    const loja = await office();
    at(loja, '2026-11-23T20:50:00Z');
    await loja.write(clara, 'Já respondo', {
      waKey: { id: 'P', remoteJid: `${clara}@s.whatsapp.net`, fromMe: true, participant: null },
    });
    const ticketId = (await loja.tickets())[0]?.id ?? '';
    await loja.settle();
    accepted(await loja.commands.ticket.close(loja.bySystem(), { ticketId, justClose: true }));
    at(loja, '2026-11-23T21:10:00Z');
    await loja.write(clara, 'Obrigada');
    await loja.settle();
    expect(await loja.sent()).toEqual([]);
    at(loja, '2026-11-23T21:30:00Z');
    await loja.write(clara, 'Mais uma coisa');
    await loja.settle();
    expect(await bodies(loja)).toEqual(['Voltamos amanhã.']);
  });

  it('looks only at what a person wrote before, whichever tickets are answered at once', async () => {
    const loja = await office();
    const other = await loja.connect('Filial');
    const byPerson = (number: string) =>
      loja.write(number, 'Já respondo', {
        connectionId: other,
        waKey: { id: `P${number}`, remoteJid: `${number}@s.whatsapp.net`, fromMe: true, participant: null },
      });
    at(loja, '2026-11-23T21:10:00Z');
    await loja.write(clara, 'Oi');
    await byPerson(clara);
    await byPerson(davi);
    await loja.write(davi, 'Oi');
    await loja.settle();
    const events = await loja.events();
    const told = events.flatMap(({ type, data }) => (type === 'MessageQueued' ? [data.contactId] : []));
    const claras = events.flatMap(({ type, data }) =>
      type === 'ContactCreated' && data.number === clara ? [data.contactId] : [],
    );
    expect(told).toEqual(claras);
  });

  it('the words of the queue that was chosen go before those of the connection', async () => {
    const loja = await shop({
      outOfHours: 'Voltamos amanhã.',
      settings: { scheduleType: 'queue' },
      queues: [
        { name: 'Vendas' },
        { name: 'Suporte', outOfHoursMessage: 'O suporte volta segunda.', schedules: closed },
      ],
    });
    at(loja, '2026-11-22T12:00:00Z');
    for (const words of ['Oi', '2']) {
      await loja.write(clara, words);
      await loja.settle();
    }
    expect((await bodies(loja)).slice(1)).toEqual(['O suporte volta segunda.']);
    expect(await loja.tickets()).toMatchObject([{ queueId: loja.queueIds[1], menu: 'over' }]);
  });

  it('whoever wrote then and no more waits in the first queue when it is open', async () => {
    const loja = await office();
    at(loja, '2026-11-22T12:00:00Z');
    await loja.write(clara, 'Oi');
    await loja.settle();
    expect(await dueTimes()).toEqual(['2026-11-23T11:10:00.000Z']);
  });

  it('and is waited for until then by the hours and the limit of now, when those change', async () => {
    const loja = await office();
    at(loja, '2026-11-22T12:00:00Z');
    await loja.write(clara, 'Oi');
    await loja.settle();
    const change = async (schedules: typeof closed, holidays: { day: string; name: string }[] = []) => {
      const days = holidays.map(each => ({ ...each, startTime: '00:00', endTime: '00:00' }));
      const week = schedules.map(each => ({ weekday: '', ...each }));
      const hours = { schedules: week, holidays: days };
      accepted(await loja.commands.company.changeSchedules(loja.bySystem(), hours));
      await loja.settle();
    };
    await change([{ weekdayEn: 'monday', startTime: '10:00', endTime: '18:00' }]);
    expect(await dueTimes()).toEqual(['2026-11-23T13:10:00.000Z']);
    const everyDay = { startTime: '08:00', endTime: '18:00' };
    const week = (['monday', 'tuesday'] as const).map(weekdayEn => ({ weekdayEn, ...everyDay }));
    await change(week as never, [{ day: '2026-11-23', name: 'Ponte' }]);
    expect(await dueTimes()).toEqual(['2026-11-24T11:10:00.000Z']);
    await loja.set({ menuMinutes: '30' });
    await loja.settle();
    expect(await dueTimes()).toEqual(['2026-11-24T11:30:00.000Z']);
    await loja.set({ scheduleType: 'disabled' });
    await loja.settle();
    expect(await dueTimes()).toEqual(['2026-11-22T12:30:00.000Z']);
  });
});

describe('two machines that answer each other', () => {
  it('end within 20 messages', async () => {
    const one = await shop();
    const other = await shop({ store: one.store, greeting: 'Bem-vindo à Oficina.' });
    const [numberOfOne, numberOfOther] = ['5511900000001', '5511900000002'];
    await one.write(numberOfOther, 'Oi');
    let [heardByOther, heardByOne, messages] = [0, 0, 1];
    for (let talking = true; talking; ) {
      talking = false;
      await one.settle();
      for (const { body } of (await one.sent()).slice(heardByOther)) {
        await other.write(numberOfOne, body);
        [heardByOther, messages, talking] = [heardByOther + 1, messages + 1, true];
      }
      await other.settle();
      for (const { body } of (await other.sent()).slice(heardByOne)) {
        await one.write(numberOfOther, body);
        [heardByOne, messages, talking] = [heardByOne + 1, messages + 1, true];
      }
      expect(messages).toBeLessThan(20);
    }
    expect(await one.tickets()).toMatchObject([{ queueId: one.queueIds[0] }]);
  });

  it('are silent after the same text twice, and people are shown that', async () => {
    const loja = await shop();
    for (const words of ['Oi', '#', '#', '#', '#', '#']) {
      await loja.write(clara, words);
      await loja.settle();
    }
    expect(await loja.sent()).toHaveLength(3);
    const left = (await loja.events()).filter(({ type }) => type === 'TicketMenuLeft');
    expect(left).toMatchObject([{ data: { reason: 'limited', queueId: loja.queueIds[0] } }]);
  });
});
