import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Frame } from '#contracts/live.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { is, openLive } from '../testing/live-socket.ts';
import { type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let admin: Browser;
let ana: Browser;
let sales: string;
let support: string;
let connectionId: string;
beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  sales = await office.queue('Vendas', '#00aa00');
  support = await office.queue('Suporte', '#0000aa');
  connectionId = await office.connection();
  const boss = await office.user('Chefe', { profile: 'admin' });
  const attendant = await office.user('Ana', { queueIds: [sales] });
  await harness.caughtUp();
  [admin, ana] = [openBrowser(harness), openBrowser(harness)];
  await admin.login(boss.email);
  await ana.login(attendant.email);
});
afterAll(() => harness.close());

const numbers = Array.from({ length: 20 }, (_, index) => index + 1).values();
const newTag = async (name = `Tag ${numbers.next().value}`) => {
  const { body } = await ana.post('tags', { name, color: '#FF0000' });
  await harness.caughtUp();
  return body.id as string;
};
const ticketIn = async (queueId: string) => {
  const contactId = await office.contact();
  const ticketId = await office.pending({ contactId, connectionId, queueId });
  await harness.caughtUp();
  return ticketId;
};
const sync = async (browser: Browser, ticketId: string, ...ids: string[]) => {
  const { status, body } = await browser.post('tags/sync', { ticketId, tags: ids.map(id => ({ id })) });
  await harness.caughtUp();
  return [status, body.error];
};

describe('a tag', () => {
  it('is made, renamed and removed by everybody of the company', async () => {
    const made = await ana.post('tags', { name: ' Cliente VIP ', color: '#FF0000' });
    expect([made.status, made.body]).toEqual([
      201,
      { id: expect.any(String), name: 'Cliente VIP', color: '#ff0000' },
    ]);
    const { id } = made.body;
    const changed = await admin.put(`tags/${id}`, { name: 'Cliente ouro', color: '#ffcc00' });
    expect([changed.status, changed.body]).toEqual([200, { id, name: 'Cliente ouro', color: '#ffcc00' }]);
    await harness.caughtUp();
    expect((await ana.get(`tags/${id}`)).body).toEqual(changed.body);
    expect((await ana.get('tags?searchParam=ouro')).body).toMatchObject({
      ...{ count: 1, hasMore: false },
      tags: [{ id, name: 'Cliente ouro', ticketsCount: 0, userId: expect.any(String) }],
    });
    expect((await ana.delete(`tags/${id}`)).status).toBe(200);
    await harness.caughtUp();
    const gone = await ana.get(`tags/${id}`);
    expect([gone.status, gone.body.error]).toEqual([404, 'ERR_NO_TAG_FOUND']);
    const late = await ana.put(`tags/${id}`, { name: 'De novo', color: '#ffcc00' });
    expect([late.status, late.body.error]).toEqual([404, 'ERR_NO_TAG_FOUND']);
  });

  it('has a name of its own, whatever its capitals, which is free again once it is gone', async () => {
    const id = await newTag('Urgente');
    const twice = await admin.post('tags', { name: 'URGENTE', color: '#00ff00' });
    expect([twice.status, twice.body]).toMatchObject([
      409,
      { error: 'ERR_TAG_ALREADY_EXISTS', details: { tagId: id } },
    ]);
    await ana.delete(`tags/${id}`);
    expect((await admin.post('tags', { name: 'urgente', color: '#00ff00' })).status).toBe(201);
  });

  it.each([
    ['name', { name: 'VI', color: '#ff0000' }],
    ['color', { name: 'VIP', color: 'red' }],
  ])('is refused for a bad %s', async (_field, body) => {
    const refused = await ana.post('tags', body);
    expect([refused.status, refused.body.error]).toEqual([400, 'ERR_VALIDATION']);
  });
});

describe('the live channel', () => {
  it('tells everybody of a tag that is there, changed or gone, and of the ticket that has it', async () => {
    const live = openLive(await harness.listen(), ana.token());
    await live.hello();
    const ticketId = await ticketIn(sales);
    const id = await newTag('Ao vivo');
    const told = (name: string) => (frame: Frame) =>
      is('tag', { action: 'update' })(frame) && JSON.stringify(frame.data).includes(name);
    await live.frame('the new tag', told('Ao vivo'));
    await sync(ana, ticketId, id);
    const { data } = await live.frame(
      'the tagged ticket',
      frame => is('ticket', { action: 'update' })(frame) && JSON.stringify(frame.data).includes(id),
    );
    expect(data).toMatchObject({ ticket: { id: ticketId, tags: [{ id, name: 'Ao vivo' }] } });
    await admin.put(`tags/${id}`, { name: 'Renomeada', color: '#00ff00' });
    const renamed = await live.frame('the new name', told('Renomeada'));
    expect(renamed.data).toEqual({ action: 'update', tag: { id, name: 'Renomeada', color: '#00ff00' } });
    await admin.delete(`tags/${id}`);
    const gone = await live.frame('the end', is('tag', { action: 'delete' }));
    expect(gone.data).toEqual({ action: 'delete', tag: { id } });
    live.close();
  });
});

describe('the tags of a ticket', () => {
  it('are set at once, shown with it by name, and followed when a tag changes', async () => {
    const ticketId = await ticketIn(sales);
    const [b, a] = [await newTag('Beta'), await newTag('Alfa')];
    expect(await sync(ana, ticketId, b, a)).toEqual([200, undefined]);
    const names = async () =>
      (await ana.get(`tickets/${ticketId}`)).body.tags.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(['Alfa', 'Beta']);
    await admin.put(`tags/${a}`, { name: 'Zeta', color: '#00ff00' });
    await harness.caughtUp();
    expect(await names()).toEqual(['Beta', 'Zeta']);
    await admin.delete(`tags/${a}`);
    await harness.caughtUp();
    expect(await names()).toEqual(['Beta']);
    expect(await sync(ana, ticketId)).toEqual([200, undefined]);
    expect(await names()).toEqual([]);
  });

  it('filter the lists, and are counted', async () => {
    const [one, other] = [await ticketIn(sales), await ticketIn(sales)];
    const [gold, silver] = [await newTag(), await newTag()];
    await sync(ana, one, gold);
    await sync(ana, other, silver);
    const found = async (...tags: string[]) => {
      const { body } = await ana.get(`tickets?status=pending&tags=${JSON.stringify(tags)}`);
      expect(body.count).toBe(body.tickets.length);
      return body.tickets.map(({ id }: { id: string }) => id).sort();
    };
    expect(await found(gold)).toEqual([one]);
    expect(await found(gold, silver)).toEqual([one, other].sort());
    const { body } = await ana.get('tags?searchParam=Tag');
    expect(body.tags.find(({ id }: { id: string }) => id === gold)).toMatchObject({ ticketsCount: 1 });
    await admin.delete(`tickets/${one}`);
    await harness.caughtUp();
    expect(await found(gold)).toEqual([]);
  });

  it('are only for who sees the ticket, and only tags that are there', async () => {
    const ticketId = await ticketIn(support);
    const tag = await newTag();
    expect(await sync(ana, ticketId, tag)).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(await sync(admin, ticketId, ticketId)).toEqual([404, 'ERR_NO_TAG_FOUND']);
    expect(await sync(admin, tag, tag)).toEqual([404, 'ERR_NO_TICKET_FOUND']);
    expect(await sync(admin, ticketId, tag)).toEqual([200, undefined]);
  });
});
