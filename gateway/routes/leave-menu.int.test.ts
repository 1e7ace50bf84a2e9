import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let admin: Browser;
let ana: Browser;
let [sales, connectionId] = ['', ''];
beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  sales = await office.queue('Vendas', '#00aa00');
  connectionId = await office.connection([sales, await office.queue('Suporte', '#0000aa')]);
  const people = [
    await office.user('Admin', { profile: 'admin' }),
    await office.user('Ana', { queueIds: [sales] }),
  ];
  await harness.caughtUp();
  [admin, ana] = [openBrowser(harness), openBrowser(harness)];
  await admin.login(people[0]?.email ?? '');
  await ana.login(people[1]?.email ?? '');
});
afterAll(() => harness.close());

const inMenu = async (queueId: string | null = null) => {
  const ticketId = await office.pending({ contactId: await office.contact(), connectionId, queueId });
  await office.inMenu(ticketId, queueId);
  await harness.caughtUp();
  return ticketId;
};
const shownAt = (position: number) => ({ 'x-min-position': String(position) });

describe('a ticket in the menu', () => {
  it('without a queue is seen by admins alone, with its step, and counted for them alone', async () => {
    const ticketId = await inMenu();
    const { body } = await admin.get(`tickets/${ticketId}`);
    expect(body).toMatchObject({ chatbot: true, menu: { queue: null, option: null }, queueId: null });
    expect((await ana.get(`tickets/${ticketId}`)).status).toBe(403);
    const [hers, all] = [await ana.get('tickets?status=pending'), await admin.get('tickets?status=pending')];
    expect([hers.body.count, hers.body.tickets.length]).toEqual([0, 0]);
    expect([all.body.count, all.body.tickets.length]).toEqual([1, 1]);
    const counts = await Promise.all([ana, admin].map(who => who.get('tickets/counts')));
    expect(counts.map(answer => answer.body.pending)).toEqual([0, 1]);
  });

  it('is taken out of it and accepted with one call: in the first queue, while none was chosen', async () => {
    const ticketId = await inMenu();
    const denied = await ana.post(`tickets/${ticketId}/leave-menu`);
    expect([denied.status, denied.body.error]).toEqual([403, 'ERR_NO_PERMISSION']);
    const taken = await admin.post(`tickets/${ticketId}/leave-menu`);
    expect(taken.status).toBe(200);
    const { body } = await admin.get(`tickets/${ticketId}`, shownAt(taken.body.position));
    expect(body).toMatchObject({ status: 'open', queueId: sales, chatbot: false, menu: null });
  });

  it('of an own queue is taken by an attendant; who comes later is told who has it', async () => {
    const ticketId = await inMenu(sales);
    const { body } = await ana.get(`tickets/${ticketId}`);
    expect(body).toMatchObject({ chatbot: true, menu: { queue: 'Vendas', option: null } });
    const taken = await ana.post(`tickets/${ticketId}/leave-menu`);
    expect(taken.status).toBe(200);
    await harness.caughtUp();
    const late = await admin.post(`tickets/${ticketId}/leave-menu`);
    expect([late.status, late.body.error]).toEqual([409, 'ERR_TICKET_ALREADY_ACCEPTED']);
    expect(late.body.details.userName).toBe('Ana');
  });

  it('that is none is not found', async () => {
    const answer = await ana.post(`tickets/${newId()}/leave-menu`);
    expect([answer.status, answer.body.error]).toEqual([404, 'ERR_NO_TICKET_FOUND']);
  });
});
