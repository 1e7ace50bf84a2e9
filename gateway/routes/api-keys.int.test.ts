import { createHash } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEvents } from '#commands/testing/world.ts';
import { answered, type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { type Office, openOffice } from '../testing/office.ts';
import { openKey, openOutside } from '../testing/outside.ts';

let harness: Harness;
let office: Office;
let admin: Browser;
let attendant: Browser;
const logged: string[] = [];
beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  harness = await openHarness({ log });
  office = await openOffice(harness);
  const { email } = await office.user('Bruna', { profile: 'admin' });
  const other = await office.user('Ana');
  await office.connection();
  await harness.caughtUp();
  admin = openBrowser(harness);
  await admin.login(email);
  attendant = openBrowser(harness);
  await attendant.login(other.email);
});
afterAll(() => harness.close());

const form = { name: 'Loja virtual', scopes: ['read', 'send'] };
const keys = async () => {
  await harness.caughtUp();
  return (await admin.get('api-keys')).body;
};
const keyOf = async (id: string) => (await keys()).find((key: { id: string }) => key.id === id);

describe('a key', () => {
  it('is shown once as a whole, and by its beginning ever after', async () => {
    const { status, body } = await admin.post('api-keys', form);
    expect(status).toBe(201);
    expect(body.token).toMatch(/^blc_[\w-]{43}$/);
    const { token, position: _, ...view } = body;
    expect(view).toMatchObject({
      ...{ name: 'Loja virtual', scopes: ['send', 'read'], prefix: token.slice(0, 8), status: 'active' },
      ...{ createdBy: { name: 'Bruna' }, lastUsedAt: null, expiresAt: null, revokedAt: null },
    });
    const listed = await keyOf(body.id);
    expect(listed).toEqual({ ...view, createdAt: listed.createdAt });
    expect(JSON.stringify(await keys())).not.toContain(token);
  });

  it('stands nowhere in the log and in no log file', async () => {
    const { token } = await openKey(harness, admin);
    await openOutside(harness, token).get('messages');
    await openOutside(harness, token).get(`messages?token=${token}`);
    const hash = createHash('sha256').update(token).digest('hex');
    const events = JSON.stringify(await allEvents(harness.store));
    for (const secret of [token, token.slice(8), hash]) {
      expect(events).not.toContain(secret);
      expect(logged.join('')).not.toContain(secret);
    }
  });

  it('opens nothing from the moment it is revoked, on every gateway', async () => {
    const { keyId, token } = await openKey(harness, admin);
    const other = openOutside({ app: await harness.anotherGateway() }, token);
    const own = openOutside(harness, token);
    for (const program of [own, other]) expect((await program.get('messages')).status).toBe(200);
    expect((await admin.delete(`api-keys/${keyId}`)).status).toBe(200);
    expect((await own.get('messages')).status).toBe(401);
    await expect.poll(async () => (await other.get('messages')).status).toBe(401);
    expect(await keyOf(keyId)).toMatchObject({ status: 'revoked', revokedAt: expect.any(String) });
    expect((await admin.delete(`api-keys/${keyId}`)).status).toBe(200);
  });

  it('opens nothing when its time is over', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await admin.post('api-keys', { ...form, expiresAt: soon });
    expect((await openOutside(harness, body.token).get('messages')).status).toBe(200);
    await harness.pool.query('update secrets.api_key set expires_at = now() where id = $1', [body.id]);
    const late = openOutside({ app: await harness.anotherGateway() }, body.token);
    expect(await late.get('messages')).toMatchObject({ status: 401, body: { code: 'ERR_UNAUTHENTICATED' } });
    const past = { ...form, expiresAt: new Date(Date.now() - 1_000).toISOString() };
    expect(answered(await admin.post('api-keys', past))).toEqual([400, 'ERR_VALIDATION']);
  });

  it('tells when it was used last, to the minute', async () => {
    const { keyId, get } = await openKey(harness, admin);
    await get('messages');
    await expect.poll(async () => (await keyOf(keyId)).lastUsedAt).toMatch(/:00\.000Z$/);
  });

  it('gets another token when the same call comes again, and keeps its beginning', async () => {
    const headers = { 'x-command-id': crypto.randomUUID() };
    const first = await admin.post('api-keys', form, headers);
    const again = await admin.post('api-keys', form, headers);
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    expect(again.body.prefix).toBe(first.body.prefix);
    expect(again.body.token.startsWith(again.body.prefix)).toBe(true);
    expect((await openOutside(harness, first.body.token).get('messages')).status).toBe(401);
    expect((await openOutside(harness, again.body.token).get('messages')).status).toBe(200);
    await admin.delete(`api-keys/${first.body.id}`);
    expect(answered(await admin.post('api-keys', form, headers))).toEqual([409, 'ERR_CONFLICT']);
    expect((await openOutside(harness, again.body.token).get('messages')).status).toBe(401);
  });

  it('is in the hands of administrators', async () => {
    const { keyId } = await openKey(harness, admin);
    for (const answer of [
      await attendant.get('api-keys'),
      await attendant.post('api-keys', form),
      await attendant.delete(`api-keys/${keyId}`),
    ])
      expect(answered(answer)).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(answered(await admin.delete(`api-keys/${crypto.randomUUID()}`))).toEqual([
      404,
      'ERR_NO_API_KEY_FOUND',
    ]);
  });

  it('opens no call of a session, and a session opens none of its calls', async () => {
    const { token, get } = await openKey(harness, admin);
    const asSession = { authorization: `Bearer ${token}` };
    expect((await openOutside(harness, undefined).get('tickets', asSession)).status).toBe(401);
    expect((await get('api-keys')).status).toBe(401);
    const jwt = openOutside(harness, undefined);
    const headers = { authorization: `Bearer ${admin.token()}` };
    expect(await jwt.get('messages', headers)).toMatchObject({
      ...{ status: 401, body: { code: 'ERR_UNAUTHENTICATED' } },
      headers: { 'content-type': 'application/problem+json', 'www-authenticate': 'Bearer' },
    });
  });
});

it('a company has fifty keys that open something at most', async () => {
  const full = await openOffice(harness);
  const { email } = await full.user('Chefe', { profile: 'admin' });
  await harness.caughtUp();
  const chief = openBrowser(harness);
  await chief.login(email);
  for (let made = 0; made < 50; made += 1) {
    await harness.caughtUp();
    expect((await chief.post('api-keys', form)).status).toBe(201);
  }
  await harness.caughtUp();
  expect(answered(await chief.post('api-keys', form))).toEqual([409, 'ERR_TOO_MANY_API_KEYS']);
});
