import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditPage } from '#contracts/audit.ts';
import type { BacklogAnswer, ChoicesAnswer, DashboardAnswer } from '#contracts/dashboard.ts';
import { metricsVersion } from '#domain/dashboard/metrics.ts';
import { addDays, dayOf, defaultTimeZone } from '#domain/shared/calendar.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { is, openLive } from '../testing/live-socket.ts';
import { must, type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let [admin, ana, stranger]: Browser[] = [];
let [sales, support]: string[] = [];
let anaId = '';
const tickets: string[] = [];
const formula = '=1+1;2';

const today = dayOf(new Date(), defaultTimeZone);

beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  const strangers = await openOffice(harness);
  const connectionId = await office.connection();
  [sales, support] = [await office.queue('Vendas', '#112233'), await office.queue('Suporte', '#332211')];
  const accounts = [
    await office.user('Chefe', { profile: 'admin' }),
    await office.user('Ana', { queueIds: [sales ?? ''] }),
    await strangers.user('Outra', { profile: 'admin' }),
  ];
  anaId = accounts[1]?.userId ?? '';
  for (const [queueId, closes] of [
    [sales, true],
    [sales, false],
    [support, false],
  ] as const) {
    const name = tickets.length === 1 ? formula : 'Clara';
    const number = `551198765000${tickets.length}`;
    await office.inbound(connectionId, { chat: { number, lid: null, name, isGroup: false } });
    await harness.caughtUp();
    const { rows } = await harness.pool.query<{ id: string }>(
      'select id from inbox.ticket where company_id = $1 and id <> all($2) order by created_at desc limit 1',
      [office.companyId, tickets],
    );
    const ticketId = rows[0]?.id ?? '';
    tickets.push(ticketId);
    const to = { ticketId, queueId: queueId ?? '', userId: queueId === sales ? anaId : null, notes: null };
    must(await harness.commands.ticket.transfer(office.context(), to));
    if (closes) must(await harness.commands.ticket.close(office.context(accounts[1]), { ticketId }));
  }
  await harness.caughtUp();
  [admin, ana, stranger] = await Promise.all(
    accounts.map(async ({ email }) => {
      const browser = openBrowser(harness);
      await browser.login(email);
      return browser;
    }),
  );
});
afterAll(() => harness.close());

const read = async (query: string, browser = admin) => {
  const answer = await browser?.get(`dashboard?${query}`);
  return answer as { status: number; body: DashboardAnswer & { error?: string } };
};

describe('the dashboard', () => {
  it('counts what waits, goes on and was finished, and who did it', async () => {
    const { body } = await read('days=7');
    expect(body.counters).toMatchObject({
      supportPending: 1,
      supportHappening: 1,
      supportFinished: 1,
      leads: 3,
    });
    expect(body.counters.avgSupportTime).toBeTypeOf('number');
    expect(body.attendants).toMatchObject([
      { name: 'Ana', finished: 1, rating: null, removed: false },
      { name: 'Chefe', finished: 0, rating: null, avgSupportTime: null },
    ]);
    expect(body.today.reduce((sum, each) => sum + each, 0)).toBe(3);
    expect(body.period).toMatchObject({ dateFrom: addDays(today, -6), dateTo: today, zone: defaultTimeZone });
  });

  it('takes two days as well, where the company is, and has nothing of other days', async () => {
    const { body } = await read(`date_from=${today}&date_to=${today}&days=`);
    expect(body.counters.supportFinished).toBe(1);
    const before = addDays(today, -9);
    const { body: empty } = await read(`date_from=${before}&date_to=${before}`);
    expect(empty.counters).toEqual({
      ...{ supportPending: 0, supportHappening: 0, supportFinished: 0, leads: 0 },
      ...{ avgSupportTime: null, avgWaitTime: null, avgSupportTimeMs: null, avgWaitTimeMs: null },
    });
  });

  it('is narrowed to a queue or a person', async () => {
    const { body } = await read(`days=3&queueId=${support}`);
    expect(body.counters).toMatchObject({ supportPending: 1, supportHappening: 0, supportFinished: 0 });
    const { body: hers } = await read(`days=3&userId=${anaId}`);
    expect(hers.counters).toMatchObject({ supportHappening: 1, supportFinished: 1 });
    expect(hers.attendants.map(({ name }) => name)).toEqual(['Ana']);
  });

  it.each([
    ['', 'ERR_NO_PERIOD'],
    ['days=0', 'ERR_NO_PERIOD'],
    ['date_from=2026-01-01', 'ERR_NO_PERIOD'],
    ['days=3&date_from=2026-01-01&date_to=2026-01-02', 'ERR_VALIDATION'],
    ['date_from=2026-01-02&date_to=2026-01-01', 'ERR_PERIOD_REVERSED'],
    ['date_from=2026-02-30&date_to=2026-03-01', 'ERR_VALIDATION'],
    ['date_from=0000-01-01&date_to=0000-01-02', 'ERR_VALIDATION'],
    ['date_from=2020-01-01&date_to=2026-01-01', 'ERR_VALIDATION'],
    ['days=-1', 'ERR_VALIDATION'],
    ['days=many', 'ERR_VALIDATION'],
    ['days=3&queue=1', 'ERR_VALIDATION'],
    ['days=3&queueId=1', 'ERR_VALIDATION'],
  ])('is refused for %o with %s', async (query, code) => {
    expect(await read(query)).toMatchObject({ status: 400, body: { error: code } });
  });

  it('tells who waits and who is attended to at an instant, and at the end of each day', async () => {
    const backlog = async (query: string) => {
      const answer = await admin?.get(`dashboard/backlog?${query}`);
      return answer?.body as BacklogAnswer;
    };
    const body = await backlog('days=3');
    expect(body).toMatchObject({
      total: { pending: 1, attending: 1 },
      queues: expect.arrayContaining([
        { key: sales, name: 'Vendas', removed: false, pending: 0, attending: 1 },
        { key: support, name: 'Suporte', removed: false, pending: 1, attending: 0 },
      ]),
      users: expect.arrayContaining([
        { key: anaId, name: 'Ana', removed: false, pending: 0, attending: 1 },
        { key: null, name: null, removed: false, pending: 1, attending: 0 },
      ]),
      days: [
        { day: addDays(today, -2), pending: 0, attending: 0 },
        { day: addDays(today, -1), pending: 0, attending: 0 },
        { day: today, pending: 1, attending: 1, at: body.at },
      ],
    });
    const at = body.days[0]?.at ?? '';
    expect(await backlog(`days=3&at=${at}`)).toMatchObject({
      ...{ at, total: { pending: 0, attending: 0 }, queues: [], users: [] },
    });
    expect(await ana?.get('dashboard/backlog?days=3')).toMatchObject({ status: 403 });
  });

  it('opens the tickets of a figure, with who and what they were', async () => {
    const list = async (query: string) => admin?.get(`dashboard/episodes?days=7&${query}`);
    expect((await list('metric=closed'))?.body).toMatchObject({
      ...{ version: metricsVersion, total: 1, at: null, nextCursor: null },
      rows: [
        {
          ...{ ticketId: tickets[0], number: 1, contact: 'Clara', closing: 'human' },
          ...{ queue: { name: 'Vendas', removed: false }, user: { id: anaId, name: 'Ana' } },
        },
      ],
    });
    expect((await list(`metric=pending&by=queue&key=${support}`))?.body).toMatchObject({
      ...{ total: 1, at: expect.any(String), rows: [{ ticketId: tickets[2], user: null, until: null }] },
    });
    expect((await list('metric=closed&by=user&key=none'))?.body).toMatchObject({ total: 0, rows: [] });
    expect((await list('metric=leads'))?.body).toMatchObject({ total: 3 });
    for (const wrong of [
      ...['metric=all', 'metric=closed&rating=1', 'metric=closed&hour=3', 'metric=leads&by=queue&key=none'],
      ...['metric=closed&by=queue', 'metric=closed&cursor=else', 'metric=closed&at=2026-01-01T00:00:00Z'],
    ])
      expect([wrong, (await list(wrong))?.status]).toEqual([wrong, 400]);
    expect(await ana?.get('dashboard/episodes?days=7&metric=closed')).toMatchObject({ status: 403 });
    expect((await stranger?.get('dashboard/episodes?days=7&metric=leads'))?.body).toMatchObject({ total: 0 });
  });

  it('gives them as a file without formulas, and tells the audit trail', async () => {
    const path = `dashboard/episodes.csv?days=7&metric=opened&queueId=${sales}&language=pt-BR`;
    const answer = await admin?.get(path);
    const [heading, first, second, end] = String(answer?.body).split('\r\n');
    expect(heading).toContain('Versão das definições;Ticket;Contato;Fila');
    expect(first).toMatch(new RegExp(`^Iniciados;${metricsVersion};2;"'=1\\+1;2";Vendas;`));
    expect(second).toContain(`;1;Clara;Vendas;`);
    expect(end).toBe('');
    expect(await ana?.get(path)).toMatchObject({ status: 403 });
    await harness.caughtUp();
    const { body } = (await admin?.get('audit?action=DataExported')) ?? {};
    const [told] = (body as AuditPage).entries;
    expect(told?.details).toMatchObject({
      ...{ what: 'dashboard', format: 'csv' },
      by: expect.arrayContaining(['metric=opened', `queueId=${sales}`, 'days=7']),
    });
  });

  it('names figures and closings in the file in the words of the screen', async () => {
    const { body } = (await admin?.get('dashboard/episodes.csv?days=7&metric=closed&language=en')) ?? {};
    expect(String(body).split('\r\n')[1]).toMatch(/^Closed;.*;by a person;/);
  });

  it('is for administrators', async () => {
    expect(await read('days=7', ana)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
    expect(await ana?.get('dashboard/choices')).toMatchObject({ status: 403 });
  });

  it('shows a company nothing of another', async () => {
    const { body } = await read('days=7', stranger);
    expect(body.counters).toMatchObject({
      supportPending: 0,
      supportHappening: 0,
      supportFinished: 0,
      leads: 0,
    });
    expect(body.attendants.map(({ name }) => name)).toEqual(['Outra']);
  });

  it('says live that figures changed, to who may see them', async () => {
    const base = await harness.listen();
    const [theirs, hers] = [admin, ana].map(browser => openLive(base, browser?.token() ?? ''));
    await Promise.all([theirs?.hello(), hers?.hello()]);
    const [, ticketId = ''] = tickets;
    must(await harness.commands.ticket.close(office.context(), { ticketId, justClose: true }));
    await theirs?.frame('figures', is('dashboard', { action: 'update' }));
    await hers?.frame('the ticket', is('ticket'));
    expect(hers?.frames.filter(({ event }) => event.endsWith('-dashboard'))).toEqual([]);
    const { body } = await read('days=7');
    expect(body.counters).toMatchObject({ supportHappening: 0, supportFinished: 2 });
    for (const socket of [theirs, hers]) socket?.close();
  });

  it('keeps what a person did who is gone, and says that they are', async () => {
    const before = (await read('days=7')).body.attendants.find(({ id }) => id === anaId);
    must(await harness.commands.user.remove(office.context(), { userId: anaId }));
    await harness.caughtUp();
    const now = async () => (await read('days=7')).body.attendants.find(({ id }) => id === anaId);
    // Her socket of the test before may still be closing.
    await expect.poll(now).toEqual({ ...before, removed: true, online: false });
  });

  it('can be narrowed to what is there and, last, to what is gone', async () => {
    const { body } = (await admin?.get('dashboard/choices')) ?? {};
    expect(body as ChoicesAnswer).toMatchObject({
      queue: [{ name: 'Suporte', removed: false }, { name: 'Vendas' }],
      connection: [{ removed: false }],
      user: [{ name: 'Chefe' }, { name: 'Ana', removed: true }],
    });
    expect((await stranger?.get('dashboard/choices'))?.body).toMatchObject({
      ...{ queue: [], connection: [], tag: [], user: [{ name: 'Outra' }] },
    });
  });
});
