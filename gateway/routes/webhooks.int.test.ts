import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { beginAtLogEnd } from '#commands/webhook/follow-events.ts';
import { keepWebhooks } from '#commands/webhook/keep-webhooks.ts';
import { openReceiver, type Receiver } from '#commands/webhook/testing/receiver.ts';
import { hostileUrls } from '#safe-fetch/testing/hostile-urls.ts';
import { answered, type Browser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { adminAndAttendant } from '../testing/logged-in.ts';
import { must, type Office, openOffice } from '../testing/office.ts';
import { openKey } from '../testing/outside.ts';

let harness: Harness;
let office: Office;
let admin: Browser;
let attendant: Browser;
let receiver: Receiver;
let connectionId: string;
const stopping = new AbortController();
let running: Promise<void>;
const outboundAllowed = new Set<string>();

beforeAll(async () => {
  receiver = await openReceiver();
  outboundAllowed.add(receiver.host);
  harness = await openHarness({ outboundAllowed });
  const { pool, store, keys, commands, databaseUrl } = harness;
  await beginAtLogEnd(pool, store);
  running = keepWebhooks({
    ...{ pool, store, keys, commands, databaseUrl, allowed: outboundAllowed, now: () => new Date() },
    ...{ log: pino({ level: process.env.TEST_LOG ?? 'silent' }), signal: stopping.signal },
  });
  office = await openOffice(harness);
  connectionId = await office.connection([]);
  [admin, attendant] = await adminAndAttendant(harness, office);
});
afterAll(async () => {
  stopping.abort();
  await running;
  await harness.close();
  await receiver.close();
});

const form = (change: object = {}) => ({ url: receiver.url, events: ['contact.created'], ...change });
const create = async (change: object = {}) => {
  const { status, body } = await admin.post('webhooks', form(change));
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const addContact = () => office.contact(`Carla ${newId()}`);
/** The deliveries of an endpoint, once as many as wanted are as wanted. */
const deliveries = async (id: string, status: string, count: number, query = '') => {
  let found: { id: string; status: string; type: string }[] = [];
  await expect
    .poll(async () => {
      found = (await admin.get(`webhooks/${id}/deliveries?status=${status}${query}`)).body.deliveries;
      return found.length;
    })
    .toBe(count);
  return found;
};

/** Those of some secrets by which what is sent to an endpoint now is signed. */
const signers = async (id: string, secrets: readonly string[]): Promise<readonly string[]> => {
  const before = receiver.received.length;
  expect((await admin.post(`webhooks/${id}/test`)).status).toBe(202);
  await receiver.until(before + 1);
  const got = receiver.received.at(-1);
  expect(got?.json).toMatchObject({ type: 'webhook.test', data: { webhookId: id } });
  const signs = (secret: string): boolean => {
    try {
      new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  };
  return secrets.filter(signs);
};

/** What would wait for an endpoint that is disabled is not taken at all. */
const isRefusedWhileDisabled = async (id: string, deliveryId: string): Promise<void> => {
  const payload = { from: new Date(Date.now() - 3_600_000).toISOString(), until: new Date().toISOString() };
  const key = await openKey(harness, admin, ['webhooks']);
  for (const [path, body] of [
    [`webhooks/${id}/deliveries/${deliveryId}/resend`, undefined],
    [`webhooks/${id}/resend`, payload],
    [`webhooks/${id}/test`, undefined],
  ] as const) {
    expect(answered(await admin.post(path, body))).toEqual([409, 'ERR_WEBHOOK_DISABLED']);
    const asked = { method: 'POST', url: `/api/${path}`, ...(body ? { payload: body } : {}) } as const;
    const refused = await key.call(asked);
    expect(refused.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(refused).toMatchObject({ status: 409, body: { code: 'ERR_WEBHOOK_DISABLED' } });
  }
  const { status } = (await admin.get(`webhooks/${id}/deliveries/${deliveryId}`)).body;
  expect([status, (await admin.get(`webhooks/${id}`)).body.waiting]).toEqual(['failed', 0]);
};

describe('an endpoint', () => {
  it('is made with a secret that is shown once, and changed and removed', async () => {
    const made = await create({ description: ' Pedidos ' });
    expect(made).toMatchObject({
      ...{ url: receiver.url, events: ['contact.created'], payload: 'thin', description: 'Pedidos' },
      ...{ enabled: true, disabledReason: null, connectionIds: null, failingSince: null, waiting: 0 },
    });
    expect(made.newSecret).toMatch(/^whsec_/);
    // One name that cannot be taken for another: what is masked stands only where the secret does not.
    expect(Object.keys(made).filter(name => /secret/i.test(name))).toEqual(['newSecret']);
    const { secret } = (await admin.get(`webhooks/${made.id}`)).body;
    expect(secret.ending).toBe(`••••••••${made.newSecret.replace(/=+$/, '').slice(-4)}`);
    const listed = (await admin.get('webhooks')).body.webhooks;
    expect(JSON.stringify(listed)).not.toContain(made.newSecret);
    expect(listed.map(({ id }: { id: string }) => id)).toContain(made.id);

    const change = { payload: 'full', enabled: false, connectionIds: [connectionId] };
    expect((await admin.put(`webhooks/${made.id}`, change)).body).toMatchObject(change);
    expect((await admin.get(`webhooks/${made.id}`)).body).toMatchObject(change);
    expect((await admin.delete(`webhooks/${made.id}`)).body).toEqual({ id: made.id });
    await harness.caughtUp();
    expect(answered(await admin.get(`webhooks/${made.id}`))).toEqual([404, 'ERR_NO_WEBHOOK_FOUND']);
  });

  it('tells its secret when the read model is late', async () => {
    const busy = await harness.pool.connect();
    await busy.query('begin; lock table inbox.webhook in exclusive mode');
    const made = await create({ description: ' Pedidos ' });
    await busy.query('commit');
    busy.release();
    await harness.caughtUp();
    const { newSecret, ...view } = made;
    expect(newSecret).toMatch(/^whsec_/);
    expect((await admin.get(`webhooks/${made.id}`)).body).toEqual({ ...view, secret: expect.anything() });
    await admin.delete(`webhooks/${made.id}`);
  });

  it('is no hostile address, when it is made or later', async () => {
    const { id } = await create();
    for (const [url] of hostileUrls) {
      expect([url, ...answered(await admin.post('webhooks', form({ url })))]).toEqual([
        ...[url, 400, 'ERR_WEBHOOK_ADDRESS'],
      ]);
    }
    const moved = await admin.put(`webhooks/${id}`, { url: 'http://169.254.169.254/' });
    expect(answered(moved)).toEqual([400, 'ERR_WEBHOOK_ADDRESS']);
    await admin.delete(`webhooks/${id}`);
  });

  it('wants events that there are, and connections of the company', async () => {
    for (const wrong of [{ events: [] }, { events: ['message.guessed'] }, { url: '' }, { payload: 'some' }]) {
      const { status } = await admin.post('webhooks', form(wrong));
      expect([wrong, status]).toEqual([wrong, 400]);
    }
    const foreign = await admin.post('webhooks', form({ connectionIds: [newId()] }));
    expect(answered(foreign)).toEqual([404, 'ERR_NO_WAPP_FOUND']);
  });

  it('is for administrators alone', async () => {
    const { id } = await create();
    const calls = [
      attendant.get('webhooks'),
      attendant.get('webhooks/event-types'),
      attendant.post('webhooks', form()),
      attendant.put(`webhooks/${id}`, { enabled: false }),
      attendant.delete(`webhooks/${id}`),
      attendant.post(`webhooks/${id}/secret`),
      attendant.post(`webhooks/${id}/test`),
      attendant.get(`webhooks/${id}/deliveries`),
    ];
    for (const call of calls) expect(answered(await call)).toEqual([403, 'ERR_NO_PERMISSION']);
    await admin.delete(`webhooks/${id}`);
  });

  it('is kept by a key with the scope, and refused to one without', async () => {
    const key = await openKey(harness, admin, ['webhooks']);
    const asked = { method: 'POST', url: '/api/webhooks', payload: form() } as const;
    const made = await key.call(asked);
    expect(made.status).toBe(201);
    const { id } = made.body;
    expect((await key.get('webhooks')).body.webhooks.map((each: { id: string }) => each.id)).toContain(id);
    const test = await key.call({ method: 'POST', url: `/api/webhooks/${id}/test` });
    expect(test.status).toBe(202);
    const backwards = { from: '2026-11-24T12:00:00Z', until: '2026-11-24T11:00:00Z' };
    const resend = { method: 'POST', url: `/api/webhooks/${id}/resend`, payload: backwards } as const;
    expect(await key.call(resend)).toMatchObject({
      ...{ status: 422, body: { code: 'ERR_VALIDATION', errors: [{ field: 'until' }] } },
    });
    expect((await key.call({ method: 'DELETE', url: `/api/webhooks/${id}` })).status).toBe(200);
    const wrong = await key.call({ ...asked, payload: form({ url: 'http://10.0.0.1/' }) });
    expect(wrong.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(wrong.body).toMatchObject({ code: 'ERR_WEBHOOK_ADDRESS' });
    const sender = await openKey(harness, admin, ['send', 'read']);
    expect(await sender.call(asked)).toMatchObject({ status: 403, body: { code: 'ERR_SCOPE_MISSING' } });
    const [entry] = (await harness.store.load(`webhook-${office.companyId}.${id}`)).slice(0, 1);
    expect(entry?.metadata.actor).toEqual({ kind: 'token', id: key.keyId });
  });
});

describe('what happens', () => {
  it('comes signed, and is listed with its answer', async () => {
    const { id, newSecret } = await create({ payload: 'full' });
    receiver.state.answer = () => ({ status: 201, body: '<b>thanks</b>' });
    const before = receiver.received.length;
    const contactId = await addContact();
    await receiver.until(before + 1);
    const got = receiver.received.at(-1);
    const verified = new Webhook(newSecret).verify(got?.body ?? '', got?.headers as Record<string, string>);
    expect(verified).toMatchObject({ type: 'contact.created', data: { contactId } });
    const [delivery] = await deliveries(id, 'delivered', 1);
    expect(delivery).toMatchObject({ id: got?.id, type: 'contact.created', tries: 1, answered: 201 });
    const { body: opened } = await admin.get(`webhooks/${id}/deliveries/${delivery?.id}`);
    expect(opened).toMatchObject({
      answer: '<b>thanks</b>',
      request: { url: receiver.url, body: got?.body },
    });
    expect(opened.request.headers['webhook-id']).toBe(got?.id);
    await admin.delete(`webhooks/${id}`);
  });

  it('has one secret more that signs for each time it was renewed, the newest five and the oldest', async () => {
    const { id, newSecret: first } = await create();
    const renewed = await Promise.all(Array.from({ length: 3 }, () => admin.post(`webhooks/${id}/secret`)));
    expect(renewed.map(({ status }) => status)).toEqual(Array(3).fill(200));
    const told = [first, ...renewed.map(({ body }) => body.newSecret)];
    expect(await signers(id, told)).toEqual(told);
    const more: string[] = [];
    for (let n = 0; n < 3; n += 1) more.push((await admin.post(`webhooks/${id}/secret`)).body.newSecret);
    const signing = await signers(id, [...told, ...more]);
    expect(signing).toHaveLength(5);
    expect(signing).toEqual(expect.arrayContaining([first, ...more]));
    await admin.delete(`webhooks/${id}`);
  });

  it('is signed by both secrets for a day after one was replaced', async () => {
    const { id, newSecret: old } = await create();
    const { status, body } = await admin.post(`webhooks/${id}/secret`);
    expect(status).toBe(200);
    expect(Date.parse(body.previousUntil) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect(await signers(id, [old, body.newSecret])).toEqual([old, body.newSecret]);
    const view = (await admin.get(`webhooks/${id}`)).body;
    expect(view.secret.previousUntil).toBe(body.previousUntil);
    expect(view.secret.ending).toBe(`••••••••${body.newSecret.replace(/=+$/, '').slice(-4)}`);
    await harness.pool.query(
      `update secrets.webhook_secret set expires_at = now() where webhook_id = $1 and expires_at is not null`,
      [id],
    );
    expect(await signers(id, [old, body.newSecret])).toEqual([body.newSecret]);
    await admin.delete(`webhooks/${id}`);
  });

  it('is told the same secret when its call comes again', async () => {
    const once = { 'x-command-id': newId() };
    const [made, again] = [
      await admin.post('webhooks', form(), once),
      await admin.post('webhooks', form(), once),
    ];
    expect([again.status, again.body.id, again.body.newSecret]).toEqual([
      201,
      made.body.id,
      made.body.newSecret,
    ]);
    const { id } = made.body;
    const renewal = { 'x-command-id': newId() };
    const renew = () => admin.post(`webhooks/${id}/secret`, undefined, renewal);
    const [one, two] = await Promise.all([renew(), renew()]);
    expect(two.body).toEqual(one.body);
    expect((await renew()).body).toEqual(one.body);
    expect(await signers(id, [made.body.newSecret, one.body.newSecret])).toHaveLength(2);
    await admin.delete(`webhooks/${id}`);
  });

  it('is refused a secret that was replaced and has ended since its call came first', async () => {
    const { id } = await create();
    const call = { 'x-command-id': newId() };
    const leaked = (await admin.post(`webhooks/${id}/secret`, undefined, call)).body.newSecret;
    const { status, body } = await admin.post(`webhooks/${id}/secret`, { endPrevious: true });
    expect([status, Date.parse(body.previousUntil) <= Date.now()]).toEqual([200, true]);
    expect(await signers(id, [leaked, body.newSecret])).toEqual([body.newSecret]);
    const late = await admin.post(`webhooks/${id}/secret`, undefined, call);
    expect(answered(late)).toEqual([409, 'ERR_CONFLICT']);
    expect(await signers(id, [leaked, body.newSecret])).toEqual([body.newSecret]);
    const { rows } = await harness.pool.query(
      `select sealed from secrets.webhook_secret where webhook_id = $1 and expires_at is not null`,
      [id],
    );
    expect(rows).toEqual([{ sealed: '' }, { sealed: '' }]);
    const { id: other } = await create();
    expect((await admin.post(`webhooks/${other}/secret`, undefined, call)).status).toBe(200);
    for (const each of [id, other]) await admin.delete(`webhooks/${each}`);
  });

  it('that failed is sent again by hand, one or a period', async () => {
    const { id } = await create();
    receiver.state.answer = () => ({ status: 410 });
    await addContact();
    const [failed] = await deliveries(id, 'failed', 1);
    await expect.poll(async () => (await admin.get(`webhooks/${id}`)).body.enabled).toBe(false);
    expect((await admin.get(`webhooks/${id}`)).body.disabledReason).toBe('gone');
    await isRefusedWhileDisabled(id, failed?.id ?? '');
    receiver.state.answer = () => ({ status: 204 });
    expect((await admin.put(`webhooks/${id}`, { enabled: true })).body.disabledReason).toBeNull();
    const again = await admin.post(`webhooks/${id}/deliveries/${failed?.id}/resend`);
    expect([again.status, again.body]).toEqual([202, { deliveryId: failed?.id }]);
    await deliveries(id, 'delivered', 1);
    const before = receiver.received.length;
    const period = { from: new Date(Date.now() - 3_600_000).toISOString(), until: new Date().toISOString() };
    expect((await admin.post(`webhooks/${id}/resend`, period)).body).toEqual({ count: 0 });
    expect((await admin.post(`webhooks/${id}/resend`, { ...period, status: 'all' })).body).toEqual({
      count: 1,
    });
    await receiver.until(before + 1);
    expect(receiver.received.at(-1)?.id).toBe(failed?.id);
    const missing = await admin.post(`webhooks/${id}/deliveries/${newId()}/resend`);
    expect(answered(missing)).toEqual([404, 'ERR_NO_DELIVERY_FOUND']);
    const notices = (await admin.get('notices')).body.notices;
    expect(notices[0]).toMatchObject({
      ...{ kind: 'webhook-disabled', reason: 'gone' },
      subject: { id, name: receiver.url },
    });
    await admin.delete(`webhooks/${id}`);
  });

  it('that waits is sent again with its period, and comes once', async () => {
    const { id } = await create();
    receiver.state.answer = () => ({ status: 503 });
    await addContact();
    const [waiting] = await deliveries(id, 'waiting', 1);
    await expect.poll(async () => (await admin.get(`webhooks/${id}`)).body.failingSince).not.toBeNull();
    receiver.state.answer = () => ({ status: 204 });
    const period = { from: new Date(Date.now() - 3_600_000).toISOString(), until: new Date().toISOString() };
    const resend = async (body: object) =>
      (await admin.post(`webhooks/${id}/resend`, { ...period, ...body })).body;
    expect(await resend({ status: 'failed' })).toEqual({ count: 0 });
    expect(await resend({})).toEqual({ count: 1 });
    await deliveries(id, 'delivered', 1);
    expect(receiver.received.filter(each => each.id === waiting?.id)).toHaveLength(2);
    expect(await resend({})).toEqual({ count: 0 });
    await admin.delete(`webhooks/${id}`);
  });

  it('is not sent without a secret, says so, and is sent once there is one', async () => {
    const { id } = await create();
    receiver.state.answer = () => ({ status: 204 });
    await harness.pool.query('update secrets.webhook_secret set expires_at = now() where webhook_id = $1', [
      id,
    ]);
    await addContact();
    await expect
      .poll(async () => (await admin.get(`webhooks/${id}/deliveries`)).body.deliveries)
      .toMatchObject([{ status: 'waiting', tries: 1, problem: 'secret', reason: expect.any(String) }]);
    const [waiting] = await deliveries(id, 'waiting', 1);
    const { body } = await admin.get(`webhooks/${id}/deliveries/${waiting?.id}`);
    expect(body).toMatchObject({ request: null, requestProblem: 'secret' });
    const { newSecret } = (await admin.post(`webhooks/${id}/secret`)).body;
    await deliveries(id, 'delivered', 1);
    const got = receiver.received.findLast(each => each.id === waiting?.id);
    new Webhook(newSecret).verify(got?.body ?? '', got?.headers as Record<string, string>);
    await admin.delete(`webhooks/${id}`);
  });

  it('is listed in pages, by type and by status', async () => {
    const { id } = await create({ events: ['contact.created', 'contact.changed'] });
    for (let n = 0; n < 5; n += 1) await addContact();
    const contactId = await addContact();
    const rename = { contactId, name: 'Outra', email: null, queueId: null };
    must(await harness.commands.contact.change(office.context(), rename));
    await deliveries(id, 'delivered', 7);
    const pages: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const at: string = cursor ? `&cursor=${cursor}` : '';
      const { body } = await admin.get(`webhooks/${id}/deliveries?limit=3${at}`);
      pages.push(...body.deliveries.map((each: { type: string }) => each.type));
      cursor = body.nextCursor;
      expect(body.hasMore).toBe(cursor !== null);
    }
    expect(pages).toEqual(['contact.changed', ...Array(6).fill('contact.created')]);
    await deliveries(id, 'delivered', 1, '&type=contact.changed');
    expect(answered(await admin.get(`webhooks/${id}/deliveries?cursor=x`))).toEqual([400, 'ERR_VALIDATION']);
    await admin.delete(`webhooks/${id}`);
  });

  it('can be chosen from a catalogue with examples', async () => {
    const { types } = (await admin.get('webhooks/event-types')).body;
    expect(types).toHaveLength(22);
    expect(types[0]).toMatchObject({ type: 'message.received', example: { type: 'message.received' } });
  });
});
