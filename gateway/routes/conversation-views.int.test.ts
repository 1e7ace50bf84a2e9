import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditPage } from '#contracts/audit.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { must, type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let [boss, ana, bruno, carla]: Browser[] = [];
let [ticketId, waitingId, connectionId] = ['', '', ''];
let people: readonly Awaited<ReturnType<Office['user']>>[];

beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  const queueId = await office.queue('Vendas', '#112233');
  connectionId = await office.connection([queueId]);
  people = [
    await office.user('Chefe', { profile: 'admin' }),
    await office.user('Ana', { queueIds: [queueId] }),
    await office.user('Bruno', { queueIds: [queueId] }),
    await office.user('Carla', { queueIds: [] }),
  ];
  const [first, second] = [await office.contact('João Câmara'), await office.contact('Rui Melo')];
  ticketId = await office.pending({ contactId: first, connectionId, queueId });
  waitingId = await office.pending({ contactId: second, connectionId, queueId });
  await harness.caughtUp();
  [boss, ana, bruno, carla] = await Promise.all(
    people.map(async ({ email }) => {
      const browser = openBrowser(harness);
      await browser.login(email);
      return browser;
    }),
  );
  const [, anna] = people;
  if (anna) must(await harness.commands.ticket.accept(office.context(anna), { ticketId }));
  await harness.caughtUp();
});
afterAll(() => harness.close());

const viewsOf = async (ticket: string) => {
  await harness.caughtUp();
  const { body } = (await boss?.get(`audit?ticket=${ticket}&action=ConversationViewed`)) ?? {};
  return (body as AuditPage).entries.map(({ actor }) =>
    people.findIndex(({ userId }) => userId === actor.id),
  );
};
const wantViews = async (value: string) => {
  expect((await boss?.put('settings/conversationViews', { value }))?.status).toBe(200);
  await harness.caughtUp();
};

describe('reading a conversation that one does not attend', () => {
  it('is told to nobody unless the company wants that', async () => {
    expect((await boss?.get(`messages/${ticketId}`))?.status).toBe(200);
    expect(await viewsOf(ticketId)).toEqual([]);
  });

  it('stands in the audit trail where it wants that, once for a look and never of who attends it', async () => {
    await wantViews('enabled');
    for (const reader of [boss, boss, ana, ana])
      expect((await reader?.get(`messages/${ticketId}`))?.status).toBe(200);
    expect((await bruno?.get(`messages/${waitingId}`))?.status).toBe(200);
    expect(await viewsOf(ticketId)).toEqual([0]);
    expect(await viewsOf(waitingId)).toEqual([2]);
  });

  it('is not told of who was shown nothing', async () => {
    expect((await carla?.get(`messages/${ticketId}`))?.status).toBe(403);
    expect(await viewsOf(ticketId)).toEqual([0]);
  });

  it('is no look at what is another person’s where a group has it', async () => {
    const chat = { number: `12036300${Date.now()}`, lid: null, name: 'Clientes', isGroup: true };
    await office.inbound(connectionId, { chat });
    await harness.caughtUp();
    const { body } = (await boss?.get('tickets?status=groups')) ?? {};
    const [group] = body.tickets;
    for (const reader of [boss, ana]) expect((await reader?.get(`messages/${group.id}`))?.status).toBe(200);
    expect(await viewsOf(group.id)).toEqual([]);
  });

  it('is told no more when the company does not want it any longer', async () => {
    await wantViews('disabled');
    await boss?.get(`messages/${waitingId}`);
    expect(await viewsOf(waitingId)).toEqual([2]);
  });
});
