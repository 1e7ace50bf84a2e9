import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import type { EpisodesAnswer } from '#contracts/dashboard.ts';
import type { PastOverview, PastTicketAnswer, PastTickets } from '#contracts/replay.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { must, type Office, openOffice, phoneNumber } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let boss: Browser;
let [sales, support, connectionId, ticketId] = ['', '', '', ''];
let ana: Awaited<ReturnType<Office['user']>>;
let chief: Awaited<ReturnType<Office['user']>>;

/** An instant after everything up to now and before everything that comes. */
const instant = (): string => {
  const now = Date.now();
  while (Date.now() === now);
  const at = new Date().toISOString();
  while (new Date().toISOString() === at);
  return at;
};
const ticketOf = async (name: string): Promise<{ ticketId: string; contactId: string }> => {
  const { rows } = await harness.pool.query<{ ticketId: string; contactId: string }>(
    `select t.id as "ticketId", t.contact_id as "contactId" from inbox.ticket t
     join inbox.contact c on c.id = t.contact_id where c.company_id = $1 and c.name = $2`,
    [office.companyId, name],
  );
  return rows[0] ?? { ticketId: '', contactId: '' };
};
const written = async (name: string) => {
  await office.inbound(connectionId, { chat: { number: phoneNumber(), lid: null, name, isGroup: false } });
  await harness.caughtUp();
  return ticketOf(name);
};

beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  sales = await office.queue('Vendas', '#112233');
  support = await office.queue('Suporte', '#445566');
  connectionId = await office.connection([sales]);
  chief = await office.user('Chefe', { profile: 'admin' });
  ana = await office.user('Ana', { queueIds: [sales, support] });
  ({ ticketId } = await written('Clara'));
  boss = openBrowser(harness);
  await boss.login(chief.email);
});
afterAll(() => harness.close());

const asWas = async (path: string, at: string) => {
  await harness.caughtUp();
  return (await boss.get(`replay/as-it-was${path}${path.includes('?') ? '&' : '?'}at=${at}`)).body;
};
const listed = async (list: string, at: string) =>
  ((await asWas(`/tickets?list=${list}`, at)) as PastTickets).tickets;
const overview = async (at: string) => (await asWas('', at)) as PastOverview;
const close = async () => must(await harness.commands.ticket.close(office.context(ana), { ticketId }));

describe('as it was', () => {
  it('a wait that began again at a transfer stands beside the whole wait of the customer', async () => {
    const before = instant();
    const to = { ticketId, queueId: support, userId: null, notes: null };
    must(await harness.commands.ticket.transfer(office.context(chief), to));
    const at = instant();
    const [row] = await listed('waiting', at);
    expect(row).toMatchObject({ id: ticketId, queue: { name: 'Suporte' } });
    expect(Date.parse(row?.since ?? '')).toBeGreaterThan(Date.parse(before) - 1);
    expect(Date.parse(row?.customerSince ?? '')).toBeLessThan(Date.parse(before));
    const asked = `dashboard/episodes?days=1&metric=pending&at=${at}`;
    const { rows } = (await boss.get(asked)).body as EpisodesAnswer;
    expect(rows[0]?.customerMs).toBe(Date.parse(at) - Date.parse(row?.customerSince ?? ''));
    expect(rows[0]?.ms).toBe(Date.parse(at) - Date.parse(row?.since ?? ''));
  });

  it('the closings of a day are closings, and say what became of their tickets by then', async () => {
    const became = async (at: string) => (await listed('closed', at)).map(each => each.became);
    must(await harness.commands.ticket.accept(office.context(ana), { ticketId }));
    await close();
    const closed = instant();
    must(await harness.commands.ticket.reopen(office.context(chief), { ticketId, queueId: sales }));
    const reopened = instant();
    await close();
    const twice = instant();
    must(await harness.commands.ticket.delete(office.context(chief), { ticketId }));
    const deleted = instant();
    expect(await became(closed)).toEqual([null]);
    expect(await became(reopened)).toEqual(['reopened']);
    expect(await became(twice)).toEqual([null, 'reopened']);
    expect(await became(deleted)).toEqual(['deleted', 'deleted']);
    expect((await overview(deleted)).counters.closed).toBe(2);
  });

  it('an undone closing is none of them', async () => {
    ({ ticketId } = await written('Dora'));
    must(await harness.commands.ticket.accept(office.context(ana), { ticketId }));
    const before = (await overview(instant())).counters;
    await close();
    const undo = { ticketId, queueId: null, takes: true };
    const { rows } = await harness.pool.query<{ queueId: string | null }>(
      'select queue_id as "queueId" from inbox.ticket where id = $1',
      [ticketId],
    );
    const queueId = rows[0]?.queueId ?? sales;
    must(await harness.commands.ticket.reopen(office.context(ana), { ...undo, queueId }));
    expect((await overview(instant())).counters).toEqual(before);
    const { history } = (await asWas(`/tickets/${ticketId}`, instant())) as PastTicketAnswer;
    expect(history.filter(({ reason }) => reason === 'undone')).toHaveLength(1);
  });

  it('who and what was not there yet is left out, and who has gone since is there', async () => {
    const old = await office.user('Caio', { queueIds: [sales] });
    const gone = await office.queue('Antiga', '#778899');
    const at = instant();
    await office.user('Nova', { queueIds: [sales] });
    await office.queue('Tarde', '#998877');
    must(await harness.commands.user.remove(office.context(chief), { userId: old.userId }));
    must(await harness.commands.queue.remove(office.context(chief), { queueId: gone }));
    const names = async (when: string) => {
      const { attendants, queues } = await overview(when);
      return {
        users: attendants.map(({ user }) => user.name).toSorted(),
        queues: queues.flatMap(({ queue }) => queue?.name ?? []).toSorted(),
      };
    };
    expect(await names(at)).toEqual({
      users: ['Ana', 'Caio', 'Chefe'],
      queues: ['Antiga', 'Suporte', 'Vendas'],
    });
    expect(await names(instant())).toEqual({
      users: ['Ana', 'Chefe', 'Nova'],
      queues: ['Suporte', 'Tarde', 'Vendas'],
    });
  });

  it('merged contacts are who they were shown as then', async () => {
    const [one, other] = [await written('Elisa'), await written('Lisa')];
    const apart = instant();
    const pair = { contactId: one.contactId, otherId: other.contactId };
    must(await harness.commands.contact.merge({ ...office.context(chief), commandId: newId() }, pair));
    const merged = instant();
    must(await harness.commands.contact.unmerge({ ...office.context(chief), commandId: newId() }, pair));
    const again = instant();
    const shown = async (at: string) => {
      const rows = await listed('waiting', at);
      const { ticket } = (await asWas(`/tickets/${other.ticketId}`, at)) as PastTicketAnswer;
      const row = rows.find(({ id }) => id === other.ticketId);
      return [row?.contact.name, ticket.contact.name];
    };
    expect(await shown(apart)).toEqual(['Lisa', 'Lisa']);
    expect(await shown(merged)).toEqual(['Elisa', 'Elisa']);
    expect(await shown(again)).toEqual(['Lisa', 'Lisa']);
  });
});
