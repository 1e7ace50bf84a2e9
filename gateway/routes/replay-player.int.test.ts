import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DashboardAnswer } from '#contracts/dashboard.ts';
import type { SliceAnswer } from '#contracts/replay-player.ts';
import { averagesOf } from '#domain/replay/board.ts';
import { moveKinds } from '#domain/replay/moves.ts';
import { openPlayer } from '#domain/replay/player.ts';
import { addDays, dayOf, defaultTimeZone } from '#domain/shared/calendar.ts';
import { readSlice } from '../replay/slice.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { must, type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let [admin, analyst, ana]: Browser[] = [];
let anaId = '';
let erasedId = '';

const today = dayOf(new Date(), defaultTimeZone);
const days = { from: today, to: today };

beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  const sales = await office.queue('Vendas', '#112233');
  const connectionId = await office.connection([sales]);
  const accounts = [
    await office.user('Chefe', { profile: 'admin' }),
    await office.user('Bia'),
    await office.user('Ana', { queueIds: [sales] }),
  ];
  const [boss, bia, attendant] = accounts;
  anaId = attendant?.userId ?? '';
  must(
    await harness.commands.user.change(office.context(boss), { userId: bia?.userId ?? '', analyst: true }),
  );
  erasedId = await office.contact('Dona Marta');
  const known = await office.contact('Caio');
  const tickets: string[] = [];
  for (const contactId of [erasedId, known])
    tickets.push(await office.pending({ contactId, connectionId, queueId: sales }));
  await office.inbound(connectionId);
  await harness.caughtUp();
  for (const ticketId of tickets)
    must(
      await harness.commands.ticket.accept(office.context(attendant), {
        ...{ ticketId, userId: anaId, queueId: sales },
      }),
    );
  must(await harness.commands.ticket.close(office.context(attendant), { ticketId: tickets[0] ?? '' }));
  await harness.caughtUp();
  [admin, analyst, ana] = await Promise.all(
    accounts.map(async ({ email }) => {
      const browser = openBrowser(harness);
      await browser.login(email);
      return browser;
    }),
  );
});
afterAll(() => harness.close());

const read = async (query: string, browser = admin) =>
  (await browser?.get(`replay/slice?${query}`)) as { status: number; body: SliceAnswer & { error?: string } };
const playerOf = ({ period, until, lanes, tickets, start, moves }: SliceAnswer) =>
  openPlayer({ from: period.from, until, lanes: lanes.length, tickets: tickets.id.length, start, moves });

describe('the slice of a period', () => {
  it('says in order what moved, with the names of those who had to do with it', async () => {
    const { status, body } = await read(`from=${today}&to=${today}`);
    expect(status).toBe(200);
    expect(body.period).toMatchObject({ dateFrom: today, dateTo: today, zone: defaultTimeZone });
    expect(Date.parse(body.until)).toBeLessThanOrEqual(Date.now());
    // A first message counts from WhatsApp's time, which knows whole seconds only: it may be anywhere before.
    const kinds = body.moves.kind.map(kind => moveKinds[kind]);
    expect(kinds.filter(kind => kind !== 'lead')).toEqual([
      ...['opened', 'opened', 'opened', 'accepted', 'accepted', 'closedHuman'],
    ]);
    expect(kinds.filter(kind => kind === 'lead')).toHaveLength(1);
    const accepted = moveKinds.indexOf('accepted');
    const move = body.moves.kind.indexOf(accepted);
    expect(body.users[body.moves.user[move] ?? -1]).toEqual({ name: 'Ana', removed: false });
    expect(body.lanes[body.moves.lane[move] ?? -1]).toMatchObject({ name: 'Vendas', color: '#112233' });
    const contact = body.tickets.contact[body.moves.ticket[move] ?? -1] ?? -1;
    expect(body.contacts[contact]).toBe('Dona Marta');
  });

  it('ends with the figures that the dashboard has of the same period', async () => {
    const { body } = await read(`from=${today}&to=${today}`);
    const player = playerOf(body);
    const { counters } = player.seek(player.length);
    const { handled, waited } = averagesOf(counters);
    const whole = (ms: number | null) => (ms === null ? null : Math.round(ms));
    const minutes = (ms: number | null) => (ms === null ? null : Math.round(ms / 6_000) / 10);
    const figures = (await admin?.get(`dashboard?date_from=${today}&date_to=${today}`))?.body;
    const shown = (figures as DashboardAnswer | undefined)?.counters;
    expect(shown).toEqual({
      ...{ supportPending: counters.waiting, supportHappening: counters.attending },
      ...{ supportFinished: counters.closed, leads: counters.leads },
      ...{ avgSupportTime: minutes(handled), avgWaitTime: minutes(waited) },
      ...{ avgSupportTimeMs: whole(handled), avgWaitTimeMs: whole(waited) },
    });
    expect(shown).toMatchObject({ supportPending: 1, supportHappening: 1, supportFinished: 1, leads: 1 });
  });

  it('of days on which nothing happened has no moves, of days to come neither', async () => {
    for (const day of [addDays(today, -9), addDays(today, 9)]) {
      const { status, body } = await read(`from=${day}&to=${day}`);
      expect(status).toBe(200);
      expect(body.moves.after).toEqual([]);
    }
  });

  it.each([
    ['', 'ERR_VALIDATION'],
    ['from=2026-02-30&to=2026-03-01', 'ERR_VALIDATION'],
    ['from=2026-02-20', 'ERR_VALIDATION'],
    ['from=2026-02-20&to=2026-02-20&queue=1', 'ERR_VALIDATION'],
    ['from=2026-02-20&to=2026-02-19', 'ERR_PERIOD_REVERSED'],
    ['from=2026-01-01&to=2026-02-01', 'ERR_PERIOD_TOO_LONG'],
  ])('is refused for %o with %s', async (query, code) => {
    expect(await read(query)).toMatchObject({ status: 400, body: { error: code } });
  });

  it('is refused where more happened than can be played', async () => {
    const asked = { companyId: office.companyId, days, zone: defaultTimeZone, now: new Date() };
    for (const most of [2, 6])
      await expect(readSlice(harness.tenants, { ...asked, most })).rejects.toMatchObject({
        code: 'ERR_PERIOD_TOO_FULL',
      });
    expect((await readSlice(harness.tenants, { ...asked, most: 7 })).moves.after).toHaveLength(7);
  });

  it('is for admins and analysts', async () => {
    expect((await read(`from=${today}&to=${today}`, analyst)).status).toBe(200);
    expect(await read(`from=${today}&to=${today}`, ana)).toMatchObject({
      ...{ status: 403, body: { error: 'ERR_NO_PERMISSION' } },
    });
  });

  it('has no name of a contact who was erased, and those of people who are gone', async () => {
    must(await harness.commands.user.remove(office.context(), { userId: anaId }));
    const { confirmation } = (await admin?.get(`contacts/${erasedId}/erasure`))?.body ?? {};
    await admin?.post(`contacts/${erasedId}/erasure`, { confirmation });
    await harness.caughtUp();
    const { body } = await read(`from=${today}&to=${today}`);
    expect(body.contacts.toSorted()).toEqual(['Caio', 'Clara', null]);
    expect(body.users).toEqual([{ name: 'Ana', removed: true }]);
    expect(JSON.stringify(body)).not.toContain('Marta');
    expect(body.moves.after).toHaveLength(7);
  });
});
