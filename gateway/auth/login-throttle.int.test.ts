import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoginProof } from '#contracts/login-proof.ts';
import { type Call, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { type Office, openOffice, password } from '../testing/office.ts';
import { solveProof } from '../testing/solve-proof.ts';
import { createLoginThrottle, triesBeforeProof, triesOfKnownBrowser } from './throttle.ts';

let harness: Harness;
let office: Office;
let email: string;
beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  ({ email } = await office.user('Ana'));
  await harness.caughtUp();
});
afterAll(() => harness.close());
beforeEach(() => harness.pool.query('delete from secrets.login_try'));

const tryAt = (address: string, who: string, more: { password?: string; proof?: LoginProof } = {}) =>
  openBrowser(harness, address).post('auth/login', { email: who, password: 'guess', ...more });
const wrongTries = async (count: number, addressOf: (n: number) => string, who = email) => {
  for (let n = 0; n < count; n += 1) await tryAt(addressOf(n), who);
};
const proofOf = ({ body }: Call): LoginProof => solveProof(body.details.proof);

describe('many wrong passwords', () => {
  it('from one address ask there for a proof of work, however many come at once', async () => {
    const tries = Array.from({ length: triesBeforeProof.pair + 5 }, () => tryAt('10.0.0.1', email));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter(status => status === 401)).toHaveLength(triesBeforeProof.pair);
    expect(statuses.filter(status => status === 429)).toHaveLength(5);
    const refused = await tryAt('10.0.0.1', email, { password });
    expect(refused).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await tryAt('10.0.0.1', email, { password, proof: proofOf(refused) })).status).toBe(200);
  });

  it('from elsewhere do not keep the owner out, in no browser', async () => {
    await wrongTries(triesBeforeProof.pair + 5, () => '10.0.0.1');
    expect((await tryAt('10.0.0.2', email, { password })).status).toBe(200);
  });

  it('from many addresses ask a new browser for a proof, and let one in that was here before', async () => {
    const own = openBrowser(harness, '10.1.0.1');
    expect((await own.login(email)).status).toBe(200);
    await wrongTries(triesBeforeProof.account, n => `10.2.0.${n}`);
    expect((await own.login(email)).status).toBe(200);
    const refused = await tryAt('10.1.0.2', email, { password });
    expect(refused.status).toBe(429);
    expect((await tryAt('10.1.0.2', email, { password, proof: proofOf(refused) })).status).toBe(200);
  });

  it('in a browser that was here before are counted for it alone, and keep nobody out either', async () => {
    const own = openBrowser(harness, '10.1.0.1');
    await own.login(email);
    for (let n = 0; n < triesOfKnownBrowser; n += 1)
      expect((await own.login(email, 'guess')).status).toBe(401);
    expect((await own.login(email)).status).toBe(200);
    await own.login(email);
    expect((await tryAt('10.9.0.1', email)).status).toBe(401);
  });

  it('of one address over many accounts ask for a proof there, and nowhere else', async () => {
    for (let n = 0; n < triesBeforeProof.address; n += 1) await tryAt('10.3.0.1', `nobody-${n}@loja.test`);
    expect((await tryAt('10.3.0.1', email, { password })).status).toBe(429);
    expect((await tryAt('10.3.0.2', email, { password })).status).toBe(200);
  });

  it('are counted for all gateways together', async () => {
    await wrongTries(triesBeforeProof.pair, () => '10.0.0.1');
    const other = createLoginThrottle(harness.pool, 'test-refresh-'.repeat(4));
    const login = { name: email, address: '10.0.0.1', browser: undefined, proof: undefined };
    await expect(other(login)).rejects.toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS' });
  });

  it('are forgotten after their time, and by a login that went well', async () => {
    await wrongTries(triesBeforeProof.pair, () => '10.0.0.1');
    await harness.pool.query(`update secrets.login_try set ends_at = now() - interval '1 second'`);
    await wrongTries(triesBeforeProof.pair - 1, () => '10.0.0.1');
    expect((await tryAt('10.0.0.1', email, { password })).status).toBe(200);
    await wrongTries(triesBeforeProof.pair, () => '10.0.0.1');
    expect((await tryAt('10.0.0.1', email)).status).toBe(429);
  });

  it('are kept without e-mails and addresses', async () => {
    await wrongTries(2, () => '10.0.0.1');
    const { rows } = await harness.pool.query<{ key: Buffer }>('select key from secrets.login_try');
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key.toString('latin1')).not.toMatch(/ana|10\.0\.0\.1/i);
  });
});

describe('a proof', () => {
  it('is good once, for its account, and those that are refused do not make it dearer', async () => {
    await wrongTries(triesBeforeProof.pair, () => '10.0.0.1');
    const refused = await tryAt('10.0.0.1', email);
    const { bits } = refused.body.details.proof;
    for (let n = 0; n < 50; n += 1) await tryAt('10.0.0.1', email);
    expect((await tryAt('10.0.0.1', email)).body.details.proof.bits).toBe(bits);
    const proof = proofOf(refused);
    expect((await tryAt('10.0.0.1', 'other@loja.test', { proof })).status).toBe(401);
    expect((await tryAt('10.0.0.1', email, { proof })).status).toBe(401);
    expect((await tryAt('10.0.0.1', email, { proof, password })).status).toBe(429);
  });
});

it('keeps connections to Postgres for other calls while four hundred log in at once', async () => {
  const browser = openBrowser(harness);
  await browser.login(email);
  let waited = 0;
  harness.pool.on('acquire', () => {
    const { idleCount, totalCount, waitingCount, options } = harness.pool;
    // Two that begin in one tick wait for that tick, whatever is free.
    if (idleCount === 0 && totalCount === options.max) waited = Math.max(waited, waitingCount);
  });
  const logins = Array.from({ length: 400 }, (_, n) => tryAt(`10.4.${n % 250}.1`, email, { password }));
  for (let n = 0; n < 20; n += 1) expect([200, 401]).toContain((await browser.get('auth/me')).status);
  const statuses = (await Promise.all(logins)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(waited).toBe(0);
});
