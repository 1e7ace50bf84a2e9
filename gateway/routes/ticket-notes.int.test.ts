import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answered, type Browser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { loggedIn } from '../testing/logged-in.ts';
import { type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let admin: Browser;
let ana: Browser;
let bruno: Browser;
let anaId: string;
let sales: string;
let support: string;
let connectionId: string;
beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  sales = await office.queue('Vendas', '#00aa00');
  support = await office.queue('Suporte', '#0000aa');
  connectionId = await office.connection();
  const accounts = [
    await office.user('Chefe', { profile: 'admin' }),
    await office.user('Ana', { queueIds: [sales] }),
    await office.user('Bruno', { queueIds: [sales, support] }),
  ] as const;
  anaId = accounts[1].userId;
  [admin, ana, bruno] = await loggedIn(harness, ...accounts);
});
afterAll(() => harness.close());

const ticketIn = async (queueId: string, contactId?: string) => {
  const ticketId = await office.pending({
    ...{ contactId: contactId ?? (await office.contact()), connectionId, queueId },
  });
  await harness.caughtUp();
  return ticketId;
};
const noteAt = async (browser: Browser, ticketId: string, note = 'Ligar amanhã') => {
  const answer = await browser.post('ticket-notes', { ticketId, note });
  await harness.caughtUp();
  return answer;
};
const notesOf = async (browser: Browser, query: string) => {
  const { body } = await browser.get(`ticket-notes/list?${query}`);
  return body.map(({ note }: { note: string }) => note);
};

describe('ticket notes', () => {
  it('are answered as they are listed, the newest first', async () => {
    const ticketId = await ticketIn(sales);
    const made = await noteAt(ana, ticketId, '  Primeira  ');
    expect([made.status, made.body]).toMatchObject([
      201,
      { note: 'Primeira', ticketId, user: { id: anaId, name: 'Ana' } },
    ]);
    await noteAt(bruno, ticketId, 'Segunda');
    const { body } = await ana.get(`ticket-notes/list?ticketId=${ticketId}`);
    expect(body.map(({ note }: { note: string }) => note)).toEqual(['Segunda', 'Primeira']);
    expect(body[1]).toEqual(made.body);
  });

  it('are deleted by their writer and by admins', async () => {
    const ticketId = await ticketIn(sales);
    const [first, second] = [await noteAt(ana, ticketId), await noteAt(ana, ticketId)];
    expect(answered(await bruno.delete(`ticket-notes/${first.body.id}`))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(answered(await ana.delete(`ticket-notes/${first.body.id}`))).toEqual([200, undefined]);
    expect(answered(await admin.delete(`ticket-notes/${second.body.id}`))).toEqual([200, undefined]);
    await harness.caughtUp();
    expect(answered(await ana.delete(`ticket-notes/${first.body.id}`))).toEqual([404, 'ERR_NO_NOTE_FOUND']);
    expect(await notesOf(ana, `ticketId=${ticketId}`)).toEqual([]);
  });

  it('are of at least two characters', async () => {
    const ticketId = await ticketIn(sales);
    expect(answered(await noteAt(ana, ticketId, ' a '))).toEqual([400, 'ERR_VALIDATION']);
  });

  it('are for who may see the ticket, of a contact’s tickets too', async () => {
    const contactId = await office.contact();
    const there = await ticketIn(support, contactId);
    expect(answered(await noteAt(ana, there))).toEqual([403, 'ERR_NO_PERMISSION']);
    const { body: hidden } = await noteAt(bruno, there, 'No suporte');
    expect(answered(await ana.get(`ticket-notes/list?ticketId=${there}`))).toEqual([
      403,
      'ERR_NO_PERMISSION',
    ]);
    expect(answered(await ana.delete(`ticket-notes/${hidden.id}`))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(await notesOf(ana, `contactId=${contactId}`)).toEqual([]);
    expect(await notesOf(bruno, `contactId=${contactId}`)).toEqual(['No suporte']);
    expect(answered(await ana.get('ticket-notes/list'))).toEqual([400, 'ERR_VALIDATION']);
  });

  it('of a contact that is shown under another are with that one’s', async () => {
    const [contactId, otherId] = [await office.contact(), await office.contact()];
    await noteAt(ana, await ticketIn(sales, otherId), 'Da outra');
    await admin.post(`contacts/${contactId}/merge`, { otherId });
    await harness.caughtUp();
    const { body } = await ana.get(`ticket-notes/list?contactId=${contactId}`);
    expect(body).toMatchObject([{ note: 'Da outra', contactId }]);
  });

  it('are counted and gone when the contact is erased', async () => {
    const contactId = await office.contact();
    const ticketId = await ticketIn(sales, contactId);
    await noteAt(ana, ticketId, 'Segredo dela');
    await bruno.put(`tickets/${ticketId}`, { queueId: support, notes: 'Segredo também' });
    await harness.caughtUp();
    const { body: preview } = await admin.get(`contacts/${contactId}/erasure`);
    expect(preview.counts.notes).toBe(2);
    await admin.post(`contacts/${contactId}/erasure`, { confirmation: preview.confirmation });
    expect(await notesOf(admin, `ticketId=${ticketId}`)).toEqual([]);
    expect(JSON.stringify((await admin.get(`tickets/${ticketId}/history`)).body)).not.toContain('Segredo');
    for (const table of ['ticket_note', 'ticket_history']) {
      const { rows } = await harness.pool.query(`select * from inbox.${table}`);
      expect(JSON.stringify(rows)).not.toContain('Segredo');
    }
  });
});

describe('GET /tickets/{id}/history', () => {
  it('tells what was done, by whom and where to, the oldest first', async () => {
    const ticketId = await ticketIn(sales);
    await ana.put(`tickets/${ticketId}`, { status: 'open' });
    const { body: tag } = await ana.post('tags', { name: 'Reembolso', color: '#ff0000' });
    await ana.post('tags/sync', { ticketId, tags: [{ id: tag.id }] });
    await noteAt(ana, ticketId, 'Pediu de volta');
    await ana.put(`tickets/${ticketId}`, { queueId: support, notes: 'É com vocês' });
    await bruno.put(`tickets/${ticketId}`, { status: 'closed' });
    await bruno.put(`tickets/${ticketId}`, { status: 'pending', queueId: sales });
    await harness.caughtUp();
    const { status, body } = await bruno.get(`tickets/${ticketId}/history`);
    const byAna = { actor: 'user', user: { id: anaId, name: 'Ana' } };
    expect([status, body]).toMatchObject([
      200,
      [
        { action: 'opened', actor: 'system', user: null, queue: { id: sales, name: 'Vendas' }, tags: [] },
        { ...byAna, action: 'accepted', to: { id: anaId, name: 'Ana' } },
        { ...byAna, action: 'tagged', tags: [{ id: tag.id, name: 'Reembolso', color: '#ff0000' }] },
        { ...byAna, action: 'noted', notes: 'Pediu de volta' },
        { ...byAna, action: 'transferred', to: null, queue: { name: 'Suporte' }, notes: 'É com vocês' },
        { action: 'closed', user: { name: 'Bruno' } },
        { action: 'reopened', queue: { name: 'Vendas' } },
      ],
    ]);
  });

  it('is for who may see the ticket', async () => {
    const ticketId = await ticketIn(support);
    expect(answered(await ana.get(`tickets/${ticketId}/history`))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect((await bruno.get(`tickets/${ticketId}/history`)).status).toBe(200);
  });
});
