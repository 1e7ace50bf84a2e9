import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { allEvents } from '#commands/testing/world.ts';
import { answered, type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { openOffice, password } from '../testing/office.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());

/** A company with a queue, a connection, an admin who is logged in and an attendant who is. */
const open = async () => {
  const office = await openOffice(harness);
  const queueId = await office.queue('Vendas', '#00aa00');
  const connectionId = await office.connection([queueId]);
  const [root, ana] = [
    await office.user('Root', { profile: 'admin' }),
    await office.user('Ana', { queueIds: [queueId] }),
  ];
  await harness.caughtUp();
  const login = async (email: string, given?: string): Promise<Browser> => {
    const browser = openBrowser(harness);
    expect((await browser.login(email, given)).status).toBe(200);
    return browser;
  };
  const [admin, attendant] = [await login(root.email), await login(ana.email)];
  const email = `nova@${office.companyId}.test`;
  const form = { name: 'Nova', email, profile: 'user', password: 'segredo' };
  return { office, queueId, connectionId, root, ana, admin, attendant, login, form };
};

const isOver = async (browser: Browser) => (await browser.get('auth/me')).status;

describe('users', () => {
  it('are made by an admin, with queues and connections, and come in at once', async () => {
    const { admin, form, queueId, connectionId, login } = await open();
    const body = { ...form, queueIds: [queueId], whatsappIds: [connectionId], analyst: true };
    const made = await admin.post('users', body);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      ...{
        name: 'Nova',
        email: form.email,
        profile: 'user',
        superAdmin: false,
        analyst: true,
        online: false,
      },
      ...{ queues: [{ id: queueId }], whatsapps: [{ id: connectionId, name: 'Principal' }] },
    });
    const browser = await login(form.email.toUpperCase(), 'segredo');
    expect((await browser.get('auth/me')).body).toMatchObject({ id: made.body.id, analyst: true });
    expect((await admin.get(`users/${made.body.id}`)).body).toEqual(made.body);
  });
  it('keep the limit to a connection that is removed, and say so until another is chosen', async () => {
    const { office, admin, form, queueId, connectionId, login } = await open();
    const body = { ...form, queueIds: [queueId], whatsappIds: [connectionId] };
    const { id } = (await admin.post('users', body)).body;
    const browser = await login(form.email, 'segredo');
    await office.pending({ contactId: await office.contact(), connectionId, queueId });
    await harness.caughtUp();
    const waiting = async () => (await browser.get('tickets?status=pending')).body.count;
    expect(await waiting()).toBe(1);

    expect((await admin.delete(`whatsapp/${connectionId}`)).status).toBe(200);
    const other = await office.connection([queueId]);
    await office.pending({ contactId: await office.contact(), connectionId: other, queueId });
    await harness.caughtUp();
    const gone = [{ id: connectionId, name: 'Principal', removed: true }];
    expect((await admin.get(`users/${id}`)).body.whatsapps).toEqual(gone);
    expect((await browser.get('auth/me')).body.whatsapps).toEqual(gone);
    const before = await waiting();
    const saved = await admin.put(`users/${id}`, { name: 'Nova Ana', whatsappIds: [connectionId] });
    expect([saved.status, saved.body.whatsapps]).toEqual([200, gone]);
    expect(await waiting()).toBe(before);

    const widened = await admin.put(`users/${id}`, { whatsappIds: [] });
    expect(widened.body.whatsapps).toEqual([]);
    expect(await waiting()).toBe(before + 1);
  });
  it('are looked for by name and e-mail, and listed by pages', async () => {
    const { admin, attendant, ana } = await open();
    const { body } = await admin.get('users?searchParam=ana@');
    expect(body).toMatchObject({ users: [{ id: ana.userId }], hasMore: false, count: 1 });
    expect((await attendant.get('users')).body.error).toBe('ERR_NO_PERMISSION');
    expect((await attendant.get('users/list')).body).toMatchObject({
      users: [{ name: 'Ana' }, { name: 'Root' }],
      hasMore: false,
    });
    expect((await attendant.get('users/list?searchParam=roo')).body.users).toMatchObject([{ name: 'Root' }]);
    expect((await attendant.get('users/list?pageNumber=2')).body).toEqual({ users: [], hasMore: false });
  });
  it('have a name of 2 to 50, an e-mail of their own and a password of 5 to 50 characters', async () => {
    const { admin, form, ana } = await open();
    const wrong: readonly object[] = [
      { name: 'N' },
      { name: 'N'.repeat(51) },
      { email: 'nova' },
      { password: '1234' },
      { password: 'x'.repeat(51) },
      { password: '' },
      { profile: 'superAdmin' },
    ];
    for (const each of wrong) {
      const { status, body } = await admin.post('users', { ...form, ...each });
      expect([each, status, body.error]).toEqual([each, 400, 'ERR_VALIDATION']);
      expect(body.details.issues[0].field).toBe(Object.keys(each)[0]);
    }
    const taken = await admin.post('users', { ...form, email: ana.email.toUpperCase() });
    expect([taken.status, taken.body.error]).toEqual([409, 'ERR_EMAIL_ALREADY_EXISTS']);
  });
  it('change what is given, and keep the rest', async () => {
    const { admin, ana, queueId } = await open();
    const changed = await admin.put(`users/${ana.userId}`, { name: 'Ana Lima', password: '' });
    expect(changed.body).toMatchObject({ name: 'Ana Lima', email: ana.email, queues: [{ id: queueId }] });
    expect((await admin.put(`users/${ana.userId}`, { password: '1234' })).status).toBe(400);
  });
  it('change their own name and e-mail, and no more', async () => {
    const { attendant, ana, root, queueId } = await open();
    const own = `users/${ana.userId}`;
    const email = `lima@${ana.companyId}.test`;
    const same = { profile: 'user', queueIds: [queueId], currentPassword: password };
    const saved = await attendant.put(own, { name: 'Lima', email, ...same });
    expect(saved.body).toMatchObject({ name: 'Lima', email });
    for (const body of [{ profile: 'admin' }, { queueIds: [] }, { analyst: true }])
      expect((await attendant.put(own, body)).body.error).toBe('ERR_NO_PERMISSION');
    for (const body of [{ name: 'Meu' }, { password: 'roubada' }])
      expect((await attendant.put(`users/${root.userId}`, body)).body.error).toBe('ERR_NO_PERMISSION');
    expect((await attendant.get(`users/${root.userId}`)).body.error).toBe('ERR_NO_PERMISSION');
    expect((await attendant.get(own)).body.name).toBe('Lima');
    expect((await attendant.post('users', {})).status).toBe(400);
    expect((await attendant.delete(`users/${root.userId}`)).body.error).toBe('ERR_NO_PERMISSION');
    expect((await attendant.delete(`users/${root.userId}/sessions`)).body.error).toBe('ERR_NO_PERMISSION');
    expect(await isOver(attendant)).toBe(200);
  });
  it('go, with their password and their session', async () => {
    const { admin, attendant, ana } = await open();
    expect((await admin.delete(`users/${ana.userId}`)).status).toBe(200);
    expect(await isOver(attendant)).toBe(401);
    await harness.caughtUp();
    expect((await openBrowser(harness).login(ana.email)).status).toBe(401);
    expect((await admin.get(`users/${ana.userId}`)).body.error).toBe('ERR_NO_USER_FOUND');
    const { rows } = await harness.pool.query('select 1 from secrets.credential where user_id = $1', [
      ana.userId,
    ]);
    expect(rows).toEqual([]);
  });
  it('leave their name, marked, in the history', async () => {
    const { office, admin, attendant, ana, queueId, connectionId } = await open();
    const contactId = await office.contact('Clara');
    const ticketId = await office.pending({ contactId, connectionId, queueId });
    await attendant.put(`tickets/${ticketId}`, { status: 'open' });
    await attendant.put(`tickets/${ticketId}`, { status: 'closed', userId: ana.userId });
    await admin.delete(`users/${ana.userId}`);
    await harness.caughtUp();
    const gone = { id: ana.userId, name: 'Ana', removed: true };
    const { body } = await admin.get(`tickets/${ticketId}/history`);
    expect(body.find(({ action }: { action: string }) => action === 'accepted').user).toEqual(gone);
    expect((await admin.get(`tickets/${ticketId}`)).body.user).toEqual(gone);
  });
  it('are not made where that is disabled, but by admins', async () => {
    const { admin, attendant, form } = await open();
    expect((await attendant.post('users', form)).body.error).toBe('ERR_NO_PERMISSION');
    await admin.put('settings/userCreation', { value: 'disabled' });
    expect((await attendant.post('users', form)).body.error).toBe('ERR_USER_CREATION_DISABLED');
    expect((await admin.post('users', form)).status).toBe(201);
  });
});

describe('the admins of a company', () => {
  it('keep one of them', async () => {
    const { admin, root } = await open();
    expect((await admin.delete(`users/${root.userId}`)).body.error).toBe('ERR_LAST_ADMIN');
    expect((await admin.put(`users/${root.userId}`, { profile: 'user' })).body.error).toBe('ERR_LAST_ADMIN');
  });
  it('keep one of two who remove each other in the same moment', async () => {
    const { office, admin, root, login } = await open();
    const other = await office.user('Rita', { profile: 'admin' });
    await harness.caughtUp();
    const rita = await login(other.email);
    const answers = await Promise.all([
      admin.delete(`users/${other.userId}`),
      rita.delete(`users/${root.userId}`),
    ]);
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    const events = await allEvents(harness.store);
    const gone = events.filter(
      ({ type, companyId }) => type === 'UserRemoved' && companyId === office.companyId,
    );
    expect(gone).toHaveLength(1);
  });
});

describe('the own e-mail', () => {
  const email = () => `outra-${newId()}@loja.test`;

  it.each(['attendant', 'admin'] as const)('of an %s asks for the present password', async who => {
    const { root, ana, ...browsers } = await open();
    const [browser, { userId, email: former }] = [browsers[who], who === 'admin' ? root : ana];
    const [own, wanted] = [`users/${userId}`, email()];
    for (const currentPassword of [undefined, null, '', 'errada'])
      expect(answered(await browser.put(own, { email: wanted, currentPassword }))).toEqual([
        ...[400, 'ERR_WRONG_PASSWORD'],
      ]);
    expect((await browser.get(own)).body.email).toBe(former);
    const given = await browser.put(own, { email: wanted, currentPassword: password });
    expect([given.status, given.body.email]).toEqual([200, wanted]);
    await browsers.login(wanted);
  });
  it('that stays what it is asks for none, however it is written', async () => {
    const { attendant, ana } = await open();
    const change = { name: 'Ana Lima', email: ` ${ana.email.toUpperCase()}`, currentPassword: '' };
    expect((await attendant.put(`users/${ana.userId}`, change)).status).toBe(200);
  });
  it('is guessed at no oftener than the password is', async () => {
    const { attendant, ana } = await open();
    const guess = () => attendant.put(`users/${ana.userId}`, { email: email(), currentPassword: 'errada' });
    for (let tried = 0; tried < 10; tried += 1) expect((await guess()).status).toBe(400);
    expect((await guess()).body.error).toBe('ERR_TOO_MANY_REQUESTS');
  });
  it('is asked for no password where it is somebody else’s', async () => {
    const { admin, ana } = await open();
    expect((await admin.put(`users/${ana.userId}`, { email: email() })).status).toBe(200);
  });
});

describe('sessions end', () => {
  it('when an admin gives another password, which opens then', async () => {
    const { admin, attendant, ana, login } = await open();
    expect((await admin.put(`users/${ana.userId}`, { password: 'outra-senha' })).status).toBe(200);
    expect(await isOver(attendant)).toBe(401);
    expect((await attendant.refresh()).status).toBe(401);
    expect((await openBrowser(harness).login(ana.email)).status).toBe(401);
    await login(ana.email, 'outra-senha');
  });
  it('when the own password changes, which asks for the present one', async () => {
    const { attendant, ana, login } = await open();
    const own = `users/${ana.userId}`;
    for (const currentPassword of [undefined, 'errada']) {
      const { status, body } = await attendant.put(own, { password: 'outra-senha', currentPassword });
      expect([status, body.error]).toEqual([400, 'ERR_WRONG_PASSWORD']);
    }
    expect(await isOver(attendant)).toBe(200);
    const given = { password: 'outra-senha', currentPassword: password };
    expect((await attendant.put(own, given)).status).toBe(200);
    expect(await isOver(attendant)).toBe(401);
    await login(ana.email, 'outra-senha');
  });
  it('after some wrong present passwords the question is not answered for a while', async () => {
    const { attendant, ana } = await open();
    const guess = () =>
      attendant.put(`users/${ana.userId}`, { password: 'outra-senha', currentPassword: 'errada' });
    for (let tried = 0; tried < 10; tried += 1) expect((await guess()).status).toBe(400);
    expect((await guess()).body.error).toBe('ERR_TOO_MANY_REQUESTS');
  });
  it('when the profile changes, and not when anything else does', async () => {
    const { admin, attendant, ana } = await open();
    await admin.put(`users/${ana.userId}`, { name: 'Ana Lima', profile: 'user' });
    expect(await isOver(attendant)).toBe(200);
    await admin.put(`users/${ana.userId}`, { profile: 'admin' });
    expect(await isOver(attendant)).toBe(401);
  });
  it('everywhere, for oneself and for others by an admin', async () => {
    const { admin, attendant, ana, login } = await open();
    expect((await attendant.delete(`users/${ana.userId}/sessions`)).status).toBe(200);
    expect(await isOver(attendant)).toBe(401);
    const again = await login(ana.email);
    await admin.delete(`users/${ana.userId}/sessions`);
    expect(await isOver(again)).toBe(401);
    expect(await isOver(admin)).toBe(200);
  });
});
