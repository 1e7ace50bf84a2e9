import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandContext } from '#commands/context.ts';
import { newId } from '#commands/ids.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { must, type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let [admin, ana, bruno, carla]: Browser[] = [];
let connectionId: string;
let ticketId: string;
let elsewhere: string;
const as = (browser: Browser | undefined): Browser => {
  if (!browser) throw new Error('nobody is logged in');
  return browser;
};

beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  const sales = await office.queue('Vendas', '#00aa00');
  const support = await office.queue('Suporte', '#0000aa');
  connectionId = await office.connection([sales]);
  const people = [
    await office.user('Admin', { profile: 'admin' }),
    await office.user('Ana', { queueIds: [sales] }),
    await office.user('Bruno', { queueIds: [support] }),
    await office.user('Carla', { queueIds: [sales] }),
  ];
  const tickets: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const contactId = await office.contact();
    tickets.push(await office.pending({ contactId, connectionId, queueId: sales }));
  }
  [ticketId = '', elsewhere = ''] = tickets;
  await harness.caughtUp();
  [admin, ana, bruno, carla] = await Promise.all(
    people.map(async ({ email }) => {
      const browser = openBrowser(harness);
      await browser.login(email);
      return browser;
    }),
  );
  for (const id of tickets) await as(ana).put(`tickets/${id}`, { status: 'open' });
  await harness.caughtUp();
});
afterAll(() => harness.close());

const byConnection = (): CommandContext => ({
  ...office.context(),
  actor: { kind: 'connection', id: connectionId },
});
const say = async (body = 'Bom dia', ticket = ticketId): Promise<string> => {
  const { id } = (await as(ana).post(`messages/${ticket}`, { body })).body;
  return id;
};
const saidAt = async (minutesAgo: number): Promise<string> => {
  const messageId = newId();
  const sentAt = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  const queued = { messageId, ticketId, body: 'Faz tempo', sentAt };
  must(await harness.commands.message.queue({ ...office.context() }, queued));
  return messageId;
};
const fail = (messageId: string) =>
  harness.commands.message.recordFailed(byConnection(), { messageId, reason: 'WhatsApp 463' });
const shown = async (id: string) => {
  await harness.caughtUp();
  const { messages } = (await as(ana).get(`messages/${ticketId}`)).body;
  return messages.find((message: { id: string }) => message.id === id);
};
const answer = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error];

describe('an edit', () => {
  it('shows as wanted until WhatsApp has taken it, then as the text', async () => {
    const id = await say('As nev');
    const edited = await as(ana).put(`messages/${id}`, { body: 'Às nove' });
    expect(edited.status).toBe(200);
    const wanted = await shown(id);
    expect(wanted).toMatchObject({ body: 'As nev', isEdited: false });
    expect(wanted.changes).toMatchObject([{ kind: 'edit', body: 'Às nove', reason: null }]);
    const [{ id: changeId }] = wanted.changes;
    must(await harness.commands.message.recordChangeDone(byConnection(), { messageId: id, changeId }));
    expect(await shown(id)).toMatchObject({ body: 'Às nove', isEdited: true, changes: [] });
  });
  it('shows why it was refused, until it is wanted again', async () => {
    const id = await say('Preço: 10');
    await as(ana).put(`messages/${id}`, { body: 'Preço: 12' });
    const [{ id: changeId }] = (await shown(id)).changes;
    const refusal = { messageId: id, changeId, reason: 'WhatsApp 479' };
    must(await harness.commands.message.recordChangeRefused(byConnection(), refusal));
    expect(await shown(id)).toMatchObject({ body: 'Preço: 10', changes: [{ reason: 'WhatsApp 479' }] });
    await as(ana).put(`messages/${id}`, { body: 'Preço: 13' });
    expect((await shown(id)).changes).toMatchObject([{ body: 'Preço: 13', reason: null }]);
  });
  it('is refused when it is late, empty, or of nothing', async () => {
    const late = await saidAt(16);
    expect(answer(await as(ana).put(`messages/${late}`, { body: 'x' }))).toEqual([409, 'ERR_EDIT_WAPP_MSG']);
    const id = await say();
    expect(answer(await as(ana).put(`messages/${id}`, { body: ' ' }))).toEqual([400, 'ERR_EMPTY_MESSAGE']);
    expect(answer(await as(ana).put(`messages/${id}`, {}))).toEqual([400, 'ERR_VALIDATION']);
    const none = await as(ana).put(`messages/${newId()}`, { body: 'x' });
    expect(answer(none)).toEqual([404, 'ERR_NO_MESSAGE_FOUND']);
  });
});

describe('a deletion', () => {
  it('shows as wanted until WhatsApp has taken it, then as deleted', async () => {
    const id = await say('Engano');
    expect((await as(ana).delete(`messages/${id}`)).status).toBe(200);
    const wanted = await shown(id);
    expect(wanted).toMatchObject({ isDeleted: false, changes: [{ kind: 'deletion', reason: null }] });
    expect((await as(ana).delete(`messages/${id}`)).status).toBe(200);
    const changes = (await shown(id)).changes;
    expect(changes).toHaveLength(1);
    const change = { messageId: id, changeId: changes[0].id };
    must(await harness.commands.message.recordChangeDone(byConnection(), change));
    expect(await shown(id)).toMatchObject({ isDeleted: true, body: '', changes: [] });
    expect((await as(ana).delete(`messages/${id}`)).status).toBe(200);
  });
  it('is refused for what a contact wrote, and when it is too old', async () => {
    const old = await saidAt(61 * 60);
    const theirs = await inbound();
    for (const id of [old, theirs])
      expect(answer(await as(ana).delete(`messages/${id}`))).toEqual([409, 'ERR_DELETE_WAPP_MSG']);
  });
});

/** What the contact of a ticket that Ana has wrote. */
const inbound = async (): Promise<string> => {
  must(await office.inbound(connectionId, { body: `Oi ${newId()}` }));
  await harness.caughtUp();
  const list = await as(ana).get('tickets?status=pending&showAll=true');
  const [{ id }] = list.body.tickets;
  await as(ana).put(`tickets/${id}`, { status: 'open' });
  await harness.caughtUp();
  return (await as(ana).get(`messages/${id}`)).body.messages.at(-1).id;
};

describe('a reaction', () => {
  it('shows as wanted, then as the company’s one', async () => {
    const id = await say();
    for (const emoji of ['👍', '❤️']) {
      expect((await as(ana).post(`messages/${id}/reactions`, { emoji })).status).toBe(200);
      const wanted = await shown(id);
      expect(wanted.changes).toMatchObject([{ kind: 'reaction', emoji, reason: null }]);
      const change = { messageId: id, changeId: wanted.changes[0].id };
      must(await harness.commands.message.recordChangeDone(byConnection(), change));
      expect(await shown(id)).toMatchObject({ reactions: [{ emoji, fromMe: true }], changes: [] });
    }
  });
  it('is one emoji, or none', async () => {
    const id = await say();
    for (const emoji of ['👩🏽‍🚀', '🇧🇷', '❤', ''])
      expect((await as(ana).post(`messages/${id}/reactions`, { emoji })).status).toBe(200);
    for (const emoji of ['ok', '👍👍', '<b>', ' '])
      expect(answer(await as(ana).post(`messages/${id}/reactions`, { emoji }))).toEqual([
        400,
        'ERR_VALIDATION',
      ]);
  });
});

describe('sending again', () => {
  it('puts a failed message on its way, and does nothing to others', async () => {
    const id = await say();
    must(await fail(id));
    expect(await shown(id)).toMatchObject({ state: 'failed', failure: 'WhatsApp 463' });
    expect((await as(ana).post(`messages/${id}/retry`)).status).toBe(200);
    expect(await shown(id)).toMatchObject({ state: 'queued', failure: null, ack: 0 });
    expect((await as(ana).post(`messages/${id}/retry`)).status).toBe(200);
    must(await harness.commands.message.recordUnconfirmed(byConnection(), { messageId: id }));
    expect(await shown(id)).toMatchObject({ state: 'unknown', ack: 0 });
  });
});

describe('every change', () => {
  const changes = (id: string) =>
    [
      (who: Browser) => who.put(`messages/${id}`, { body: 'x' }),
      (who: Browser) => who.delete(`messages/${id}`),
      (who: Browser) => who.post(`messages/${id}/reactions`, { emoji: '👍' }),
      (who: Browser) => who.post(`messages/${id}/retry`),
    ] as const;

  it('is for who may answer the ticket: its attendant and admins', async () => {
    for (const change of changes(await say())) {
      for (const who of [bruno, carla])
        expect(answer(await change(as(who)))).toEqual([403, 'ERR_NO_PERMISSION']);
      expect(answer(await change(openBrowser(harness)))).toEqual([401, 'ERR_UNAUTHENTICATED']);
    }
    for (const change of changes(await say())) expect((await change(as(admin))).status).toBe(200);
  });
  it('ends with the ticket', async () => {
    const id = await say('Até logo', elsewhere);
    await as(ana).put(`tickets/${elsewhere}`, { status: 'closed' });
    for (const change of changes(id))
      expect(answer(await change(as(ana)))).toEqual([409, 'ERR_TICKET_CLOSED']);
  });
  it('is the same when the same command comes again', async () => {
    const id = await say();
    const headers = { 'x-command-id': newId() };
    for (let count = 0; count < 2; count += 1)
      expect((await as(ana).put(`messages/${id}`, { body: 'Uma vez' }, headers)).status).toBe(200);
    expect((await shown(id)).changes).toHaveLength(1);
  });
});

describe('a quote', () => {
  it('is of the same conversation: nobody reads another one through it', async () => {
    const foreign = await inbound();
    const quoting = await as(ana).post(`messages/${ticketId}`, { body: 'isto?', quotedMsg: { id: foreign } });
    expect(answer(quoting)).toEqual([404, 'ERR_FETCH_WAPP_MSG']);
    const id = await say('Original');
    const good = await as(ana).post(`messages/${ticketId}`, { body: 'isto', quotedMsg: { id } });
    expect(good.status).toBe(201);
    expect(await shown(good.body.id)).toMatchObject({ quotedMsg: { id, body: 'Original', fromMe: true } });
  });
});
