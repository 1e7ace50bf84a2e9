import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ticketsQuery } from '#contracts/http.ts';
import type { Viewer } from '#domain/ticket/visibility.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { type InboxStory, openInboxStory } from '../../testing/inbox-story.ts';
import { openReadModel, type ReadModel } from '../../testing/read-model.ts';
import { appendStory, company, idOf } from '../../testing/story.ts';
import { listTickets, ticketCountCap, ticketPageSize } from './list-tickets.ts';

/** More than a word may stand in to be rare. */
const many = 4_100;
let model: ReadModel;
let story: InboxStory;

const admin: Viewer = { userId: idOf('root'), profile: 'admin', queueIds: [] };
const ana: Viewer = { userId: idOf('ana'), profile: 'user', queueIds: [idOf('sales')] };

beforeAll(async () => {
  model = await openReadModel();
  const store = openMemoryStore();
  story = openInboxStory();
  story.companyCreated('Ours');
  for (const queue of ['sales', 'support', 'crowd']) story.queue(queue);
  story.user('ana', ['sales']);
  story.connection();
  story.tag('everyday');
  story.contact();
  story.contact('josé da conceição', '5511977776666');
  story.opened('old', { queue: 'sales' }, 'josé da conceição');
  story.contact('bia curta', '554788776655');
  story.opened('short', { queue: 'crowd' }, 'bia curta');
  story.received('first', 'old', 'As solicitações antigas');
  for (let index = 0; index < 60; index += 1)
    story.opened(`sale ${index}`, { queue: index % 2 ? 'sales' : 'support' });
  story.tagged('sale 1', 'everyday');
  for (let index = 0; index < many; index += 1) {
    story.opened(`crowd ${index}`, { queue: 'crowd' });
    story.tagged(`crowd ${index}`, 'everyday');
    story.received(`said ${index}`, `crowd ${index}`, index === 7 ? 'comum agulha' : 'comum');
  }
  model.run(store);
  await model.shown(await appendStory(store, story.events), 60_000);
}, 120_000);
afterAll(() => model.close());

const ask = (query: Record<string, string>, viewer = admin) =>
  model.tenants.read(company, db => listTickets(db, viewer, ticketsQuery.parse(query)));
const idsOf = async (query: Record<string, string>, viewer = admin) =>
  (await ask(query, viewer)).tickets.map(({ id }) => id);

describe('pages of tickets', () => {
  it.each([
    [{ status: 'pending' }, admin],
    [{}, admin],
    [{ status: 'pending' }, ana],
    [{ queueIds: idOf('support') }, admin],
    [{ contactId: idOf('contact') }, admin],
    [{ date: '2026-01-05' }, admin],
    [{ updatedAt: '2026-01-05', status: 'pending' }, admin],
    [{ withUnreadMessages: 'true', status: 'pending' }, admin],
    [{ searchParam: 'comum' }, admin],
    [{ tags: idOf('everyday') }, admin],
  ])('are the same by cursor and by number: %j', async (query, viewer) => {
    const byCursor: string[] = [];
    let cursor: string | undefined;
    for (let page = 1; page <= 4; page += 1) {
      const answer = await ask({ ...query, ...(cursor ? { cursor } : {}) }, viewer);
      const ids = answer.tickets.map(({ id }) => id);
      expect(await idsOf({ ...query, pageNumber: String(page) }, viewer)).toEqual(ids);
      byCursor.push(...ids);
      cursor = answer.nextCursor ?? undefined;
      if (!cursor) break;
    }
    expect(new Set(byCursor).size).toBe(byCursor.length);
    expect(byCursor.length).toBeGreaterThan(20);
  });

  it('are found far down as well', async () => {
    const { tickets, hasMore } = await ask({ status: 'pending', pageNumber: '100' });
    expect(tickets).toHaveLength(ticketPageSize);
    expect(hasMore).toBe(true);
    expect(tickets[0]?.id).toBe(idOf(`crowd ${many - 1 - 99 * ticketPageSize}`));
  });

  it('are found by a tag of many where few have it', async () => {
    expect(await idsOf({ tags: idOf('everyday'), queueIds: idOf('sales') })).toEqual([idOf('sale 1')]);
    expect(await idsOf({ tags: idOf('everyday'), status: 'closed' })).toEqual([]);
    expect((await ask({ tags: idOf('everyday') })).tickets[0]?.id).toBe(idOf(`crowd ${many - 1}`));
  });

  it('count up to a bound what is not counted ahead', async () => {
    expect((await ask({ contactId: idOf('contact') })).count).toBe(ticketCountCap);
    expect((await ask({ status: 'pending' })).count).toBe(many + 62);
  });
});

describe('tickets by words', () => {
  it('are found by the name and the number of their contact', async () => {
    for (const searchParam of ['JOSE', 'conceicao', 'conceição josé', '97777', '11 97777-6666'])
      expect({ searchParam, ids: await idsOf({ searchParam }) }).toEqual({ searchParam, ids: [idOf('old')] });
    for (const searchParam of ['47 98877-6655', '+55 47 98877 6655', '988776655', '8877-6655'])
      expect({ searchParam, ids: await idsOf({ searchParam }) }).toEqual({
        searchParam,
        ids: [idOf('short')],
      });
    expect(await idsOf({ searchParam: 'josé maria' })).toEqual([]);
  });

  it('are found by any of their messages, with the other filters', async () => {
    const searchParam = 'solicitacao';
    expect(await ask({ searchParam })).toMatchObject({ count: 1, hasMore: false });
    expect(await idsOf({ searchParam, status: 'pending' }, ana)).toEqual([idOf('old')]);
    expect(await idsOf({ searchParam, status: 'closed' })).toEqual([]);
    expect(await idsOf({ searchParam, queueIds: idOf('crowd') })).toEqual([]);
    expect(await idsOf({ searchParam: 'agulha' }, ana)).toEqual([]);
  });

  it('are found when a rare word goes with one that is everywhere', async () => {
    expect(await idsOf({ searchParam: 'comum agulha' })).toEqual([idOf('crowd 7')]);
  });

  it('go on to the last of them when the word is everywhere', async () => {
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = await ask({ searchParam: 'comum', ...(cursor ? { cursor } : {}) });
      for (const { id } of page.tickets) seen.add(id);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen.size).toBe(many);
    expect((await ask({ searchParam: 'comum' })).count).toBe(ticketCountCap);
  }, 60_000);
});
