import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { migrateConnector } from '#connector/migrate.ts';
import type { ConnectionView } from '#contracts/views.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { is, openLive } from '../testing/live-socket.ts';
import { type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let admin: Browser;
let ana: Browser;
let [sales, support]: string[] = [];

beforeAll(async () => {
  harness = await openHarness();
  await migrateConnector(harness.pool);
});
afterAll(() => harness.close());

/** A company without connections, for every story of its own. */
const freshOffice = async () => {
  office = await openOffice(harness);
  sales = await office.queue('Vendas', '#00aa00');
  support = await office.queue('Suporte', '#0000aa');
  const boss = await office.user('Admin', { profile: 'admin' });
  const attendant = await office.user('Ana', { queueIds: [sales] });
  await harness.caughtUp();
  [admin, ana] = [openBrowser(harness), openBrowser(harness)];
  await admin.login(boss.email);
  await ana.login(attendant.email);
};
const add = async (body: object, by = admin) => {
  const answer = await by.post('whatsapp', { provider: 'simulator', ...body });
  await harness.caughtUp();
  return answer;
};
const added = async (body: object): Promise<string> => (await add(body)).body.id;
const list = async (by = admin): Promise<ConnectionView[]> => (await by.get('whatsapp/?session=0')).body;
const defaults = async () => (await list()).filter(({ isDefault }) => isDefault).map(({ id }) => id);
const refusal = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error];
const notAllowed = [403, 'ERR_NO_PERMISSION'];
const notFound = [404, 'ERR_NO_WAPP_FOUND'];

describe('a connection', () => {
  beforeAll(freshOffice);

  it('is added with its queues and messages, shown, changed and deleted', async () => {
    const greetingMessage = 'Olá! Com qual fila quer falar?';
    const answer = await add({ name: ' Loja ', queueIds: [sales, support], greetingMessage });
    expect(answer.status).toBe(201);
    const { id } = answer.body;
    const shown = await admin.get(`whatsapp/${id}?session=0`);
    expect(shown.body).toMatchObject({ name: 'Loja', provider: 'simulator', status: 'DISCONNECTED' });
    expect(shown.body.importsHistory).toBe(false);
    expect(shown.body).toMatchObject({ greetingMessage, complationMessage: '', qrcode: '', token: '' });
    expect(shown.body.queues.map(({ name }: { name: string }) => name)).toEqual(['Suporte', 'Vendas']);

    const change = {
      name: 'Matriz',
      ratingMessage: 'De 1 a 3, como foi?',
      queueIds: [sales],
      importsHistory: true,
    };
    expect((await admin.put(`whatsapp/${id}`, change)).status).toBe(200);
    await harness.caughtUp();
    expect((await admin.get(`whatsapp/${id}`)).body).toMatchObject({ ...change, greetingMessage });

    expect((await admin.delete(`whatsapp/${id}`)).status).toBe(200);
    await harness.caughtUp();
    expect(await list()).toEqual([]);
    expect(refusal(await admin.get(`whatsapp/${id}`))).toEqual(notFound);
    expect(refusal(await admin.put(`whatsapp/${id}`, { name: 'Outra' }))).toEqual(notFound);
    expect(refusal(await admin.post(`whatsappsession/${id}`))).toEqual(notFound);
  });

  it('is added once by the same command', async () => {
    const call = () => admin.post('whatsapp', { name: 'Uma vez' }, { 'x-command-id': commandId });
    const commandId = newId();
    const answers = [await call(), await call()];
    await harness.caughtUp();
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await list()).filter(({ name }) => name === 'Uma vez')).toHaveLength(1);
  });

  it('is of real WhatsApp unless said otherwise, and stays where it is', async () => {
    const { id } = (await admin.post('whatsapp', { name: 'Real' })).body;
    await harness.caughtUp();
    expect((await admin.get(`whatsapp/${id}`)).body.provider).toBe('beta');
    const moved = await admin.put(`whatsapp/${id}`, { provider: 'simulator' });
    expect(refusal(moved)).toEqual([400, 'ERR_VALIDATION']);
  });

  it.each([
    ['a name of one letter', { name: 'L' }, 400, 'ERR_VALIDATION'],
    ['a name of 51 letters', { name: 'L'.repeat(51) }, 400, 'ERR_VALIDATION'],
    ['no name', {}, 400, 'ERR_VALIDATION'],
    ['an unknown provider', { name: 'Loja', provider: 'pombo' }, 400, 'ERR_VALIDATION'],
    ['a queue that is not there', { name: 'Loja', queueIds: [newId()] }, 404, 'ERR_NO_QUEUE_FOUND'],
  ])('is refused with %s', async (_, body, status, error) => {
    expect(refusal(await add(body))).toEqual([status, error]);
  });

  it('needs a greeting when it has more than one queue', async () => {
    const two = { name: 'Duas filas', queueIds: [sales, support] };
    const wanted = [400, 'ERR_WAPP_GREETING_REQUIRED'];
    expect(refusal(await add(two))).toEqual(wanted);
    expect(refusal(await add({ ...two, greetingMessage: '  ' }))).toEqual(wanted);
    const id = await added({ name: 'Uma fila', queueIds: [sales] });
    expect(refusal(await admin.put(`whatsapp/${id}`, two))).toEqual(wanted);
  });
});

describe('the default connection', () => {
  beforeAll(freshOffice);

  it('is missed when there is none at all', async () => {
    const contactId = await office.contact();
    const opened = await admin.post('tickets', { contactId });
    expect(refusal(opened)).toEqual([409, 'ERR_NO_DEF_WAPP_FOUND']);
  });

  it('is the first, until another is made the default', async () => {
    const first = await added({ name: 'Primeira', isDefault: false });
    expect(await defaults()).toEqual([first]);
    const second = await added({ name: 'Segunda' });
    expect(await defaults()).toEqual([first]);
    await admin.put(`whatsapp/${second}`, { isDefault: true });
    await harness.caughtUp();
    expect(await defaults()).toEqual([second]);
    const third = await added({ name: 'Terceira', isDefault: true });
    expect(await defaults()).toEqual([third]);
  });

  it('neither goes nor stops being it while there are others', async () => {
    const [id] = await defaults();
    const wanted = [409, 'ERR_NO_OTHER_WHATSAPP'];
    expect(refusal(await admin.put(`whatsapp/${id}`, { isDefault: false }))).toEqual(wanted);
    expect(refusal(await admin.delete(`whatsapp/${id}`))).toEqual(wanted);
    for (const other of (await list()).filter(each => each.id !== id))
      expect((await admin.delete(`whatsapp/${other.id}`)).status).toBe(200);
    await harness.caughtUp();
    expect((await admin.delete(`whatsapp/${id}`)).status).toBe(200);
    await harness.caughtUp();
    expect(await list()).toEqual([]);
  });

  it('is exactly one when several become it at once', async () => {
    const ids = await Promise.all(['Um', 'Dois', 'Três', 'Quatro'].map(name => added({ name })));
    await Promise.all(ids.map(id => admin.put(`whatsapp/${id}`, { isDefault: true })));
    await harness.caughtUp();
    expect(await defaults()).toHaveLength(1);
  });

  it('is exactly one when it is deleted in the moment in which it becomes the default', async () => {
    const [before] = await defaults();
    const [other] = (await list()).filter(({ id }) => id !== before);
    await Promise.all([
      admin.put(`whatsapp/${other?.id}`, { isDefault: true }),
      admin.delete(`whatsapp/${other?.id}`),
    ]);
    await harness.caughtUp();
    expect(await defaults()).toHaveLength(1);
  });
});

describe('a session', () => {
  beforeAll(freshOffice);

  it('is started, paired anew by QR or by a code, and ended', async () => {
    const id = await added({ name: 'Loja' });
    expect((await admin.post(`whatsappsession/${id}`)).status).toBe(200);
    expect((await admin.put(`whatsappsession/${id}`)).status).toBe(200);
    expect((await admin.delete(`whatsappsession/${id}`)).status).toBe(200);
    const asked = await admin.post(`whatsappsession/${id}/pairing-code`, {
      phoneNumber: '+55 11 99999-0000',
    });
    expect(asked.status).toBe(200);
    const events = await harness.store.load(`connection-${office.companyId}.${id}`);
    expect(events.at(-1)).toMatchObject({
      type: 'ConnectionSessionRequested',
      data: { newPairing: true, phoneNumber: '5511999990000' },
    });
    const wrong = await admin.post(`whatsappsession/${id}/pairing-code`, { phoneNumber: '12' });
    expect(refusal(wrong)).toEqual([400, 'ERR_VALIDATION']);
  });
});

describe('the token of a connection', () => {
  beforeAll(freshOffice);

  it('is shown once, then only its end, and is worth nothing after a renewal', async () => {
    const id = await added({ name: 'Loja' });
    const first = await admin.post(`whatsapp/${id}/token`);
    expect(first.status).toBe(200);
    const { token } = first.body;
    expect(token.length).toBeGreaterThan(40);
    expect((await list())[0]?.token).toBe(`••••••••${token.slice(-4)}`);
    expect((await list(ana))[0]?.token).toBe('');
    const second = (await admin.post(`whatsapp/${id}/token`)).body.token;
    expect(second).not.toBe(token);
    const { rows } = await harness.pool.query('select * from secrets.connection_token');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(second);
    const events = await harness.store.load(`connection-${office.companyId}.${id}`);
    expect(JSON.stringify(events)).not.toContain(second.slice(-4));

    await admin.delete(`whatsapp/${id}`);
    const left = await harness.pool.query('select from secrets.connection_token');
    expect(left.rowCount).toBe(0);
  });
});

describe('the ledger of a connection', () => {
  beforeAll(freshOffice);

  it('says what was received and why something was not shown', async () => {
    const id = await added({ name: 'Loja' });
    expect((await admin.get(`whatsapp/${id}/ledger`)).body).toEqual({
      ...{ days: [], waiting: 0, toSend: 0, notSent: 0 },
    });
    await harness.pool.query(
      `insert into connector.session (connection_id, company_id, provider) values ($1, $2, 'simulator')`,
      [id, office.companyId],
    );
    await harness.pool.query(
      `insert into connector.ledger (connection_id, day, received, shown, rejected, last_error, last_error_at, imported)
         values ($1, '2026-11-20', 9, 7, '{"group": 2}', null, null, 40),
         ($1, '2026-11-21', 3, 3, '{}', 'ERR_SENDING_WAPP_MSG', '2026-11-21T12:00:00Z', 0)`,
      [id],
    );
    const { body } = await admin.get(`whatsapp/${id}/ledger`);
    expect(body.days).toMatchObject([
      { day: '2026-11-21', received: 3, shown: 3, lastError: 'ERR_SENDING_WAPP_MSG' },
      { day: '2026-11-20', received: 9, shown: 7, rejected: { group: 2 }, imported: 40, lastError: null },
    ]);
    const { body: measured } = await admin.get('/metrics');
    expect(measured).toContain('balcao_messages_received 12');
    expect(measured).toContain('{outcome="shown"} 10');
    expect(measured).toContain('{outcome="group"} 2');
  });
});

describe('what a connector set aside', () => {
  beforeAll(freshOffice);

  it('is tried once more when an admin asks, by whichever connector holds the connection', async () => {
    const id = await added({ name: 'Loja' });
    await harness.pool.query(
      `insert into connector.session (connection_id, company_id, provider) values ($1, $2, 'simulator')`,
      [id, office.companyId],
    );
    const client = await harness.pool.connect();
    try {
      await client.query('listen connector_wake');
      const heard = new Promise(resolve => client.once('notification', each => resolve(each.payload)));
      expect((await admin.post(`whatsapp/${id}/ledger/retry`)).status).toBe(202);
      expect(await heard).toBe(`retry ${id}`);
    } finally {
      client.release(true);
    }
  });
});

describe('an attendant', () => {
  beforeAll(freshOffice);

  it('sees connections without what pairs them, and changes none', async () => {
    const id = await added({ name: 'Loja' });
    await admin.post(`whatsapp/${id}/token`);
    await harness.pool.query(
      `insert into connector.session (connection_id, company_id, provider, qr, pairing_code)
       values ($1, $2, 'simulator', 'scan-me', 'ABCD1234')`,
      [id, office.companyId],
    );
    expect(await list()).toMatchObject([{ qrcode: 'scan-me', pairingCode: 'ABCD1234' }]);
    expect(await list(ana)).toMatchObject([{ qrcode: '', pairingCode: '', token: '' }]);
    const before = await list();
    const calls = [
      ana.post('whatsapp', { name: 'Minha' }),
      ana.put(`whatsapp/${id}`, { name: 'Minha' }),
      ana.delete(`whatsapp/${id}`),
      ana.post(`whatsapp/${id}/token`),
      ana.get(`whatsapp/${id}/ledger`),
      ana.post(`whatsappsession/${id}`),
      ana.put(`whatsappsession/${id}`),
      ana.delete(`whatsappsession/${id}`),
      ana.post(`whatsappsession/${id}/pairing-code`, { phoneNumber: '5511999990000' }),
    ];
    for (const answer of await Promise.all(calls)) expect(refusal(answer)).toEqual(notAllowed);
    await harness.caughtUp();
    expect(await list()).toEqual(before);
  });
});

describe('live', () => {
  beforeAll(freshOffice);

  it('tells that a connection came, changed and went, its secrets to admins only', async () => {
    const base = await harness.listen();
    const [atAdmin, atAna] = [openLive(base, admin.token()), openLive(base, ana.token())];
    await Promise.all([atAdmin.hello(), atAna.hello()]);
    const id = await added({ name: 'Loja' });
    const named = (name: string) => (frame: Parameters<ReturnType<typeof is>>[0]) =>
      is('whatsapp', { action: 'update' })(frame) && JSON.stringify(frame.data).includes(name);
    for (const socket of [atAdmin, atAna]) await socket.frame('added', named('Loja'));
    await admin.post(`whatsapp/${id}/token`);
    await admin.put(`whatsapp/${id}`, { name: 'Matriz' });
    const shown = await atAdmin.frame('changed', named('Matriz'));
    expect(shown.data).toMatchObject({ whatsapp: { id, token: expect.stringMatching(/^•+.{4}$/) } });
    const hidden = await atAna.frame('changed', named('Matriz'));
    expect(hidden.data).toMatchObject({ whatsapp: { id, token: '' } });
    await admin.delete(`whatsapp/${id}`);
    for (const socket of [atAdmin, atAna])
      await socket.frame('gone', is('whatsapp', { action: 'delete', whatsappId: id }));
    for (const socket of [atAdmin, atAna]) socket.close();
  });
});
