import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let [admin, ana, bruno]: Browser[] = [];
let [anaId, brunoId]: string[] = [];
let [sales, support]: string[] = [];
let connectionId: string;
const as = (browser: Browser | undefined): Browser => {
  if (!browser) throw new Error('nobody is logged in');
  return browser;
};

beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  sales = await office.queue('Vendas', '#00aa00');
  support = await office.queue('Suporte', '#0000aa');
  connectionId = await office.connection([sales]);
  const people = [
    await office.user('Admin', { profile: 'admin' }),
    await office.user('Ana', { queueIds: [sales] }),
    await office.user('Bruno', { queueIds: [support] }),
  ];
  [, anaId, brunoId] = people.map(({ userId }) => userId);
  await harness.caughtUp();
  [admin, ana, bruno] = await Promise.all(
    people.map(async ({ email }) => {
      const browser = openBrowser(harness);
      await browser.login(email);
      return browser;
    }),
  );
});
afterAll(() => harness.close());

const pending = async (queueId: string | null = sales ?? null) => {
  const contactId = await office.contact();
  const ticketId = await office.pending({ contactId, connectionId, queueId });
  await harness.caughtUp();
  return { ticketId, contactId };
};

describe('a ticket', () => {
  it('is accepted, answered, resolved and reopened', async () => {
    const { ticketId } = await pending();
    const accepted = await as(ana).put(`tickets/${ticketId}`, { status: 'open' });
    expect(accepted.status).toBe(200);
    const at = { 'x-min-position': String(accepted.headers['x-position']) };
    const shown = await as(ana).get(`tickets/${ticketId}`, at);
    expect(shown.body).toMatchObject({ status: 'open', userId: anaId, user: { name: 'Ana' } });
    const sent = await as(ana).post(`messages/${ticketId}`, { body: 'Bom dia' });
    expect(sent.status).toBe(201);
    const conversation = await as(ana).get(`messages/${ticketId}`, {
      'x-min-position': String(sent.body.position),
    });
    expect(conversation.body.messages.map(({ body }: { body: string }) => body)).toEqual(['Bom dia']);
    expect(conversation.body.ticket.id).toBe(ticketId);
    expect((await as(ana).put(`tickets/${ticketId}`, { status: 'closed' })).status).toBe(200);
    const again = { status: 'pending', queueId: sales, userId: null };
    const reopened = await as(ana).put(`tickets/${ticketId}`, again);
    expect(reopened.status).toBe(200);
    const now = await as(ana).get(`tickets/u/${ticketId}`, {
      'x-min-position': String(reopened.body.position),
    });
    expect(now.body).toMatchObject({ status: 'pending', userId: null, queueId: sales });
  });
  it('is taken back from being resolved by one call', async () => {
    const { ticketId } = await pending();
    for (const status of ['open', 'closed']) await as(ana).put(`tickets/${ticketId}`, { status });
    const undone = { status: 'open', reopen: true, queueId: sales };
    const { status, body } = await as(ana).put(`tickets/${ticketId}`, undone);
    expect(status).toBe(200);
    const now = await as(ana).get(`tickets/u/${ticketId}`, { 'x-min-position': String(body.position) });
    expect(now.body).toMatchObject({ status: 'open', userId: anaId, queueId: sales });
    expect((await as(ana).put(`tickets/${ticketId}`, undone)).body.error).toBe('ERR_TICKET_NOT_CLOSED');
  });
  it('goes back to pending, and to another queue or attendant', async () => {
    const { ticketId } = await pending();
    await as(ana).put(`tickets/${ticketId}`, { status: 'open' });
    expect((await as(ana).put(`tickets/${ticketId}`, { status: 'pending', userId: null })).status).toBe(200);
    await as(ana).put(`tickets/${ticketId}`, { status: 'open' });
    const moved = await as(ana).put(`tickets/${ticketId}`, { queueId: support, notes: 'técnico' });
    expect(moved.status).toBe(200);
    await harness.caughtUp();
    const denied = await as(ana).get(`tickets/${ticketId}`);
    expect([denied.status, denied.body.error]).toEqual([403, 'ERR_NO_PERMISSION']);
    expect((await as(bruno).get(`tickets/${ticketId}`)).body.status).toBe('pending');
  });
  it('is for one of two who accept in the same instant; the other is told who has it', async () => {
    const { ticketId } = await pending();
    const answers = await Promise.all(
      [admin, ana].map(who => as(who).put(`tickets/${ticketId}`, { status: 'open' })),
    );
    const [lost] = answers.filter(({ status }) => status === 409);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(lost?.body.error).toBe('ERR_TICKET_ALREADY_ACCEPTED');
    expect(['Ana', 'Admin']).toContain(lost?.body.details.userName);
  });
  it('of another queue is denied, in every way', async () => {
    const { ticketId } = await pending(support);
    for (const answer of [
      await as(ana).get(`tickets/${ticketId}`),
      await as(ana).get(`tickets/u/${ticketId}`),
      await as(ana).get(`messages/${ticketId}`),
      await as(ana).put(`tickets/${ticketId}`, { status: 'open' }),
      await as(ana).post(`tickets/${ticketId}/read`),
      await as(ana).post(`messages/${ticketId}`, { body: 'Oi' }),
    ])
      expect([answer.status, answer.body.error]).toEqual([403, 'ERR_NO_PERMISSION']);
  });
  it('is opened once for a contact; a second one says where the first is', async () => {
    const contactId = await office.contact();
    await harness.caughtUp();
    const first = await as(ana).post('tickets', { contactId, queueId: sales, status: 'open' });
    expect([first.status, first.body.status]).toEqual([201, 'open']);
    await harness.caughtUp();
    const second = await as(admin).post('tickets', { contactId, queueId: sales });
    expect([second.status, second.body.error]).toEqual([409, 'ERR_OTHER_OPEN_TICKET']);
    expect(second.body.details).toMatchObject({
      ticketId: first.body.id,
      uuid: first.body.uuid,
      userName: 'Ana',
    });
  });
  it('is opened with a queue by attendants, without one by admins', async () => {
    const contactId = await office.contact();
    await harness.caughtUp();
    const without = await as(ana).post('tickets', { contactId });
    expect([without.status, without.body.error]).toEqual([400, 'ERR_QUEUE_REQUIRED']);
    expect((await as(admin).post('tickets', { contactId })).status).toBe(201);
  });
  it('is opened for another attendant only by admins, and only for one of the queue', async () => {
    const contactId = await office.contact();
    const to = async (who: Browser | undefined, queueId: string | undefined) => {
      const body = { contactId, queueId, userId: brunoId, status: 'open' };
      const answer = await as(who).post('tickets', body);
      return [answer.status, answer.body.error];
    };
    expect(await to(ana, sales)).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(await to(admin, sales)).toEqual([409, 'ERR_USER_NOT_IN_QUEUE']);
    expect(await to(admin, support)).toEqual([201, undefined]);
  });
  it('is transferred only with a queue, and to an attendant only of that queue', async () => {
    const { ticketId } = await pending();
    const transfer = async (body: object) => {
      const answer = await as(ana).put(`tickets/${ticketId}`, body);
      return [answer.status, answer.body.error];
    };
    expect(await transfer({ userId: brunoId })).toEqual([400, 'ERR_QUEUE_REQUIRED']);
    expect(await transfer({ status: 'open', userId: brunoId })).toEqual([400, 'ERR_QUEUE_REQUIRED']);
    expect(await transfer({ queueId: sales, userId: brunoId })).toEqual([409, 'ERR_USER_NOT_IN_QUEUE']);
    expect(await transfer({ queueId: newId() })).toEqual([404, 'ERR_NO_QUEUE_FOUND']);
    expect(await transfer({ queueId: sales, userId: newId() })).toEqual([404, 'ERR_NO_USER_FOUND']);
    expect(await transfer({ queueId: support, userId: brunoId })).toEqual([200, undefined]);
    await harness.caughtUp();
    const { body } = await as(bruno).get(`tickets/${ticketId}`);
    expect(body).toMatchObject({ status: 'open', userId: brunoId, queueId: support });
    expect(await transfer({ queueId: sales })).toEqual([403, 'ERR_NO_PERMISSION']);
  });
  it('is closed in the name of who resolves it, or with just-close in nobody’s', async () => {
    for (const [justClose, userId] of [
      [undefined, anaId],
      [true, null],
    ]) {
      const { ticketId } = await pending();
      expect((await as(ana).put(`tickets/${ticketId}`, { status: 'closed', justClose })).status).toBe(200);
      await harness.caughtUp();
      expect((await as(bruno).get(`tickets/${ticketId}`)).body).toMatchObject({ status: 'closed', userId });
    }
  });
  it('is reopened into a queue; that of a group into none, for nobody', async () => {
    const { ticketId } = await pending();
    await as(ana).put(`tickets/${ticketId}`, { status: 'closed' });
    const without = await as(ana).put(`tickets/${ticketId}`, { status: 'pending' });
    expect([without.status, without.body.error]).toEqual([400, 'ERR_QUEUE_REQUIRED']);

    const chat = { number: `12036300${Date.now()}`, lid: null, name: 'Clientes', isGroup: true };
    await office.inbound(connectionId, { chat });
    await harness.caughtUp();
    const { body: groups } = await as(ana).get('tickets?status=groups');
    const { id } = groups.tickets[0];
    await as(ana).put(`tickets/${id}`, { status: 'closed', justClose: true });
    expect((await as(ana).put(`tickets/${id}`, { status: 'pending', queueId: sales })).status).toBe(200);
    await harness.caughtUp();
    expect((await as(bruno).get(`tickets/${id}`)).body).toMatchObject({
      ...{ status: 'pending', queueId: null, userId: null, isGroup: true },
    });
  });
  it('goes over the default connection, and over a chosen one where the company lets choose', async () => {
    const second = newId();
    const { companyId } = office;
    await harness.commands.connection.create(office.context(), {
      ...{ connectionId: second, name: 'Segunda', provider: 'simulator', isDefault: false, queueIds: [] },
    });
    await harness.caughtUp();
    const opened = async () => {
      const contactId = await office.contact();
      const { body } = await as(ana).post('tickets', { contactId, queueId: sales, whatsappId: second });
      await harness.caughtUp();
      return (await as(ana).get(`tickets/${body.id}`)).body;
    };
    const choosing = async (value: string) => {
      const setting = { companyId, key: 'connectionType', value };
      await harness.commands.company.changeSetting(office.context(), setting);
      await harness.caughtUp();
    };
    const first = await opened();
    expect(first.whatsappId).toBe(connectionId);
    const reopened = async () => {
      await as(ana).put(`tickets/${first.id}`, { status: 'closed' });
      const body = { status: 'pending', queueId: sales, whatsappId: second };
      await as(ana).put(`tickets/${first.id}`, body);
      await harness.caughtUp();
      return (await as(ana).get(`tickets/${first.id}`)).body.whatsappId;
    };
    expect(await reopened()).toBe(connectionId);
    await choosing('enabled');
    expect((await opened()).whatsappId).toBe(second);
    expect(await reopened()).toBe(second);
    await choosing('disabled');
    await as(ana).put(`tickets/${first.id}`, { status: 'closed' });
    await harness.commands.connection.remove(office.context(), { connectionId: second });
    await harness.caughtUp();
    expect(await reopened()).toBe(connectionId);
  });
  it('is deleted by admins only', async () => {
    const { ticketId } = await pending();
    expect((await as(ana).delete(`tickets/${ticketId}`)).body.error).toBe('ERR_NO_PERMISSION');
    expect((await as(admin).delete(`tickets/${ticketId}`)).status).toBe(200);
    await harness.caughtUp();
    expect((await as(admin).get(`tickets/${ticketId}`)).body.error).toBe('ERR_NO_TICKET_FOUND');
  });
  it('is changed once by one command id, whatever is retried', async () => {
    const contactId = await office.contact();
    await harness.caughtUp();
    const headers = { 'x-command-id': newId() };
    const body = { contactId, queueId: sales };
    const answers = [
      await as(ana).post('tickets', body, headers),
      await as(ana).post('tickets', body, headers),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const { id } = answers[0]?.body ?? {};
    expect(answers[1]?.body.id).toBe(id);
    const said = { 'x-command-id': newId() };
    await as(ana).post(`messages/${id}`, { body: 'Uma vez' }, said);
    await as(ana).post(`messages/${id}`, { body: 'Uma vez' }, said);
    await harness.caughtUp();
    expect((await as(ana).get(`messages/${id}`)).body.messages).toHaveLength(1);
  });
  it('refuses a message of nothing but white space', async () => {
    const { ticketId } = await pending();
    await as(ana).put(`tickets/${ticketId}`, { status: 'open' });
    const answer = await as(ana).post(`messages/${ticketId}`, { body: '  \n' });
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_EMPTY_MESSAGE']);
  });
  it('refuses a change that names nothing, and one to groups', async () => {
    const { ticketId } = await pending();
    expect((await as(ana).put(`tickets/${ticketId}`, {})).body.error).toBe('ERR_VALIDATION');
    expect((await as(ana).put(`tickets/${ticketId}`, { status: 'groups' })).body.error).toBe(
      'ERR_VALIDATION',
    );
  });
});

describe('the list', () => {
  it('shows a user the tickets of own queues and an admin all, with counts and position', async () => {
    const [own, foreign] = [await pending(), await pending(support)];
    const ids = async (who: Browser | undefined, query = '') => {
      const { body } = await as(who).get(`tickets?status=pending&showAll=true${query}`);
      expect(body.position).toBeGreaterThan(0);
      return body.tickets.map(({ id }: { id: string }) => id);
    };
    expect(await ids(ana)).toContain(own.ticketId);
    expect(await ids(ana)).not.toContain(foreign.ticketId);
    expect(await ids(admin)).toEqual(expect.arrayContaining([own.ticketId, foreign.ticketId]));
    const one = await ids(admin, `&queueIds=${encodeURIComponent(JSON.stringify([support]))}`);
    expect(one).not.toContain(own.ticketId);
    expect((await as(ana).get('tickets/counts')).body.pending).toBeGreaterThan(0);
  });
  it('refuses what cannot be asked', async () => {
    for (const query of ['pageNumber=0', 'status=lost', 'queueIds=[1]', 'date=yesterday']) {
      const answer = await as(ana).get(`tickets?${query}`);
      expect([query, answer.status, answer.body.error]).toEqual([query, 400, 'ERR_VALIDATION']);
    }
    expect((await as(ana).get('tickets', { 'x-min-position': 'soon' })).body.error).toBe('ERR_VALIDATION');
    expect((await as(ana).get('tickets/abc')).body.error).toBe('ERR_VALIDATION');
  });
  it('ignores fields it does not know', async () => {
    expect((await as(ana).get('tickets?unknown=1')).status).toBe(200);
  });
});

describe('records of the company', () => {
  it('are answered as the specification has them', async () => {
    const connections = await as(ana).get('whatsapp/?session=0');
    expect(connections.body).toHaveLength(1);
    expect(connections.body[0]).toMatchObject({ id: connectionId, qrcode: '', status: 'DISCONNECTED' });
    expect((await as(ana).get(`whatsapp/${connectionId}?session=0`)).body.id).toBe(connectionId);
    expect((await as(ana).get('queue')).body.map(({ name }: { name: string }) => name)).toEqual([
      'Suporte',
      'Vendas',
    ]);
    expect((await as(ana).get('users/list')).body).toMatchObject({ users: [{}, {}, {}], hasMore: false });
    expect((await as(ana).get('users')).body.error).toBe('ERR_NO_PERMISSION');
    expect((await as(admin).get('users?searchParam=bru')).body).toMatchObject({ count: 1, hasMore: false });
  });
  it('lets admins change settings and sessions, and nobody else', async () => {
    expect((await as(ana).put('settings/userRating', { value: 'enabled' })).status).toBe(403);
    expect((await as(admin).put('settings/userRating', { value: 'enabled' })).status).toBe(200);
    await harness.caughtUp();
    expect((await as(ana).get('settings')).body).toContainEqual({ key: 'userRating', value: 'enabled' });
    expect((await as(ana).post(`whatsappsession/${connectionId}`)).body.error).toBe('ERR_NO_PERMISSION');
    expect((await as(admin).post(`whatsappsession/${connectionId}`)).status).toBe(200);
    expect((await as(admin).put(`whatsappsession/${connectionId}`)).status).toBe(200);
    expect((await as(admin).delete(`whatsappsession/${connectionId}`)).status).toBe(200);
  });
});
