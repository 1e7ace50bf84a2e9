import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import type { Browser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { loggedIn } from '../testing/logged-in.ts';
import { must, type Office, openOffice, phoneNumber } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let admin: Browser;
let ana: Browser;
let bruno: Browser;
let anaId: string;
let sales: string;
let connectionId: string;
beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  sales = await office.queue('Vendas', '#00aa00');
  connectionId = await office.connection([sales]);
  const accounts = [
    await office.user('Chefe', { profile: 'admin' }),
    await office.user('Ana', { queueIds: [sales] }),
    await office.user('Bruno'),
  ] as const;
  anaId = accounts[1].userId;
  [admin, ana, bruno] = await loggedIn(harness, ...accounts);
});
afterAll(() => harness.close());

const chat = { number: phoneNumber(), lid: null, name: 'Clara', isGroup: false };
const writes = (body: string) => office.inbound(connectionId, { chat, body });
/** A ticket of Clara's that Ana attends and resolves, and that Clara is asked to rate. */
const resolved = async () => {
  await writes('Oi');
  await harness.caughtUp();
  const { body } = await admin.get('tickets?showAll=true&status=pending');
  const { id, contactId } = body.tickets[0];
  await ana.put(`tickets/${id}`, { status: 'open', userId: anaId });
  await ana.put(`tickets/${id}`, { status: 'closed', userId: anaId });
  const asking = await harness.commands.ticket.askRating(office.context(), {
    ...{ ticketId: id, askedAt: new Date().toISOString() },
  });
  must(asking.outcome);
  return { id: id as string, contactId: contactId as string };
};

describe('ratings', () => {
  it('are answered with date, attendant and reason, the newest first, and stand in the history', async () => {
    const first = await resolved();
    for (const body of ['1', 'demorou muito']) await writes(body);
    const second = await resolved();
    await writes('3');
    await harness.caughtUp();
    const { status, body } = await ana.get(`contacts/${first.contactId}/ratings`);
    const user = { id: anaId, name: 'Ana' };
    expect([status, body]).toMatchObject([
      200,
      [
        { ticketId: second.id, rating: 3, reason: null, user },
        { ticketId: first.id, rating: 1, reason: 'demorou muito', user },
      ],
    ]);
    const history = (await ana.get(`tickets/${first.id}/history`)).body;
    expect(history.slice(-3)).toMatchObject([
      { action: 'ratingAsked' },
      { action: 'rated', actor: 'contact', rating: 1, to: user },
      { action: 'ratingExplained', notes: 'demorou muito' },
    ]);
    // "Oi" was never read; what was answered after the closing is nobody's to read.
    const { body: closed } = await ana.get(`tickets/${first.id}`);
    expect(closed).toMatchObject({ status: 'closed', unreadMessages: 1, lastMessage: 'demorou muito' });
  });
  it('are for who sees the tickets', async () => {
    const { id, contactId } = await resolved();
    await writes('2');
    await ana.put(`tickets/${id}`, { status: 'pending', userId: null, queueId: sales });
    await harness.caughtUp();
    const seenBy = async (browser: Browser) => {
      const { body } = await browser.get(`contacts/${contactId}/ratings`);
      return body.some((each: { ticketId: string }) => each.ticketId === id);
    };
    expect([await seenBy(ana), await seenBy(bruno), await seenBy(admin)]).toEqual([true, false, true]);
  });
  it('of nobody there is none', async () => {
    const { status, body } = await admin.get(`contacts/${newId()}/ratings`);
    expect([status, body.error]).toEqual([404, 'ERR_NO_CONTACT_FOUND']);
  });
});
