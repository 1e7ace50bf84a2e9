import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answered, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { inDays, must, openOffice } from '../testing/office.ts';
import { raceToleranceSeconds } from './sessions.ts';

let harness: Harness;
let email: string;
let userId: string;
let office: Awaited<ReturnType<typeof openOffice>>;
beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  const queue = await office.queue('Vendas', '#00aa00');
  ({ email, userId } = await office.user('Ana', { queueIds: [queue] }));
  await harness.caughtUp();
});
afterAll(() => harness.close());

const loggedIn = async () => {
  const browser = openBrowser(harness);
  const answer = await browser.login(email);
  expect(answer.status).toBe(200);
  return browser;
};

/** All refresh tokens were spent before the time in which the same one may come twice. */
const spendEarlier = () =>
  harness.pool.query('update secrets.refresh_token set spent_at = spent_at - make_interval(secs => $1)', [
    raceToleranceSeconds + 1,
  ]);

describe('login', () => {
  it('answers token and user with company and settings, and keeps the refresh token from scripts', async () => {
    const browser = openBrowser(harness);
    const { status, body, headers } = await browser.login(email.toUpperCase());
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ email, name: 'Ana', profile: 'user', companyId: office.companyId });
    expect(body.user.queues).toHaveLength(1);
    expect(body.user.company.settings).toContainEqual({ key: 'timeZone', value: 'America/Sao_Paulo' });
    const shown = body.user.company.settings.map(({ key }: { key: string }) => key);
    expect(shown).not.toContain('autoCloseHours');
    expect(String(headers['set-cookie'])).toMatch(/jrt=.+HttpOnly.*SameSite=Strict/);
    expect(String(headers['set-cookie'])).toContain('Path=/api/auth');
    expect((await browser.get('auth/me')).body).toEqual(body.user);
  });
  it('refuses a wrong password and an unknown e-mail in the same words', async () => {
    const browser = openBrowser(harness, '10.0.0.1');
    const wrong = await browser.login(email, 'wrong');
    const unknown = await browser.login('nobody@nowhere.test', 'wrong');
    expect([wrong.status, wrong.body.error]).toEqual([401, 'ERR_INVALID_CREDENTIALS']);
    expect(unknown.body).toEqual(wrong.body);
  });
  it('says that the subscription has expired, with its day', async () => {
    const late = await openOffice(harness, { dueDate: '2026-03-09T12:00:00.000Z' });
    const user = await late.user('Bia');
    await harness.caughtUp();
    const { status, body } = await openBrowser(harness).login(user.email);
    expect([status, body.error]).toEqual([402, 'ERR_SUBSCRIPTION_EXPIRED']);
    expect(body.message).toBe(
      'Opss! Sua assinatura venceu 09/03/2026. Entre em contato com o suporte para mais informações!',
    );
    expect(body.details.lastDay).toBe('2026-03-09');
  });
  it('wants e-mail and password', async () => {
    const { status, body } = await openBrowser(harness).post('auth/login', { email });
    expect([status, body.error]).toEqual([400, 'ERR_VALIDATION']);
    expect(body.details.issues[0].field).toBe('password');
  });
  it('logs the session on another machine out', async () => {
    const first = await loggedIn();
    const second = await loggedIn();
    const { status, body } = await first.get('auth/me');
    expect([status, body.error]).toEqual([401, 'ERR_UNAUTHENTICATED']);
    expect((await first.refresh()).status).toBe(401);
    expect((await second.get('auth/me')).status).toBe(200);
  });
});

describe('a session', () => {
  it('is wanted by every call behind the login', async () => {
    const browser = openBrowser(harness);
    for (const token of [undefined, 'a.b.c']) {
      browser.setToken(token);
      const { status, body } = await browser.get('tickets');
      expect([status, body.error]).toEqual([401, 'ERR_UNAUTHENTICATED']);
    }
    browser.setToken('nonsense');
    expect(await browser.get('tickets')).toMatchObject({
      ...{ status: 401, body: { code: 'ERR_UNAUTHENTICATED' } },
    });
  });
  it('goes on with a refreshed token, and the refresh token changes each time', async () => {
    const browser = await loggedIn();
    const before = browser.cookie();
    const { status, body } = await browser.refresh();
    expect(status).toBe(200);
    expect(body.user.id).toBe(userId);
    expect(browser.cookie()).not.toBe(before);
    expect((await browser.get('auth/me')).status).toBe(200);
  });
  it('goes on as one chain with two tabs that refresh in the same moment', async () => {
    const browser = await loggedIn();
    const other = openBrowser(harness);
    other.setCookie(browser.cookie());
    const answers = await Promise.all([browser.refresh(), other.refresh()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(other.cookie()).toBe(browser.cookie());
    expect((await browser.refresh()).status).toBe(200);
    expect((await other.refresh()).status).toBe(200);
    expect(other.cookie()).toBe(browser.cookie());
  });
  it('is given the newest refresh token for one whose successor was spent in the same moment', async () => {
    const browser = await loggedIn();
    const late = openBrowser(harness);
    late.setCookie(browser.cookie());
    await browser.refresh();
    await browser.refresh();
    expect((await late.refresh()).status).toBe(200);
    expect(late.cookie()).toBe(browser.cookie());
  });
  it('ends for both once a copy of its refresh token, used in the same moment, is used again later', async () => {
    const browser = await loggedIn();
    const thief = openBrowser(harness);
    thief.setCookie(browser.cookie());
    await Promise.all([browser.refresh(), thief.refresh()]);
    await thief.refresh();
    await spendEarlier();
    expect((await browser.refresh()).status).toBe(401);
    expect((await thief.refresh()).status).toBe(401);
    expect((await thief.get('auth/me')).status).toBe(401);
  });
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin that it may name', { origin: 'null' }],
    ['another port of the same host', { origin: 'http://localhost:81' }],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site, as the browser says', { 'sec-fetch-site': 'same-site' }],
  ])('is refused a refresh by a page of %s, and keeps its token', async (_page, headers) => {
    const browser = await loggedIn();
    const before = browser.cookie();
    const answer = await browser.post('auth/refresh_token', undefined, headers);
    expect(answered(answer)).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(browser.cookie()).toBe(before);
    expect((await browser.refresh()).status).toBe(200);
  });
  it.each([
    ['its own origin', { host: 'balcao.example:8443', origin: 'https://balcao.example:8443' }],
    // Behind a proxy that calls us by another name.
    [
      'the same origin, as the browser says',
      { origin: 'https://balcao.example', 'sec-fetch-site': 'same-origin' },
    ],
  ])('is refreshed by a page of %s', async (_page, headers) => {
    const browser = await loggedIn();
    expect((await browser.post('auth/refresh_token', undefined, headers)).status).toBe(200);
  });
  it('ends when a spent refresh token comes again later', async () => {
    const browser = await loggedIn();
    const thief = openBrowser(harness);
    thief.setCookie(browser.cookie());
    await browser.refresh();
    await spendEarlier();
    expect((await thief.refresh()).status).toBe(401);
    expect((await browser.refresh()).status).toBe(401);
  });
  it('ends when a spent refresh token comes again after the clock was set back', async () => {
    const browser = await loggedIn();
    const thief = openBrowser(harness);
    thief.setCookie(browser.cookie());
    await browser.refresh();
    await harness.pool.query(`update secrets.refresh_token set spent_at = spent_at + interval '1 day'`);
    expect((await thief.refresh()).status).toBe(401);
    expect((await browser.refresh()).status).toBe(401);
  });
  it('ends at logout', async () => {
    const browser = await loggedIn();
    const copy = openBrowser(harness);
    copy.setCookie(browser.cookie());
    expect((await browser.delete('auth/logout')).status).toBe(200);
    expect(browser.cookie()).toBeUndefined();
    expect((await browser.get('auth/me')).body.error).toBe('ERR_UNAUTHENTICATED');
    expect((await copy.refresh()).status).toBe(401);
  });
  it('is refused a refresh without a cookie', async () => {
    expect((await openBrowser(harness).refresh()).body.error).toBe('ERR_UNAUTHENTICATED');
  });
  it('ends when its user is removed', async () => {
    const gone = await office.user('Rui');
    await harness.caughtUp();
    const browser = openBrowser(harness);
    await browser.login(gone.email);
    await harness.commands.user.remove(office.context(), { userId: gone.userId });
    await harness.caughtUp();
    expect((await browser.get('auth/me')).status).toBe(401);
    expect((await browser.login(gone.email)).status).toBe(401);
  });
  it('follows what an admin changes about the user', async () => {
    const user = await office.user('Eva');
    await harness.caughtUp();
    const browser = openBrowser(harness);
    await browser.login(user.email);
    expect((await browser.get('questions')).status).toBe(403);
    must(await harness.commands.user.change(office.context(), { userId: user.userId, analyst: true }));
    await harness.caughtUp();
    expect((await browser.get('questions')).status).toBe(200);
  });
  it('is over with the profile that it was opened with, whoever changed it', async () => {
    const user = await office.user('Lia');
    await harness.caughtUp();
    const browser = openBrowser(harness);
    await browser.login(user.email);
    expect((await browser.get('auth/me')).status).toBe(200);
    const change = { userId: user.userId, profile: 'admin' } as const;
    must(await harness.commands.user.change(office.context(), change));
    await harness.caughtUp();
    expect(answered(await browser.get('auth/me'))).toEqual([401, 'ERR_UNAUTHENTICATED']);
    expect(answered(await browser.refresh())).toEqual([401, 'ERR_UNAUTHENTICATED']);
    expect((await browser.login(user.email)).status).toBe(200);
    expect((await browser.get('users')).status).toBe(200);
    expect((await browser.refresh()).status).toBe(200);
  });
  it('of before profiles were noted goes on', async () => {
    const browser = await loggedIn();
    await harness.pool.query('update secrets.session set profile = null where user_id = $1', [userId]);
    expect((await browser.get('auth/me')).status).toBe(200);
    expect((await browser.refresh()).status).toBe(200);
  });
});

describe('an access token', () => {
  it('that has expired answers 403 ERR_SESSION_EXPIRED, so that the client refreshes once', async () => {
    const brief = await openHarness({ accessTokenSeconds: 1 });
    try {
      const its = await openOffice(brief, { dueDate: inDays(2) });
      const user = await its.user('Ana');
      await brief.caughtUp();
      const browser = openBrowser(brief);
      const { body } = await browser.login(user.email);
      const { exp, iat } = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString());
      expect(exp - iat).toBe(1);
      const expired = () => browser.get('auth/me').then(({ status }) => status === 403);
      await expect.poll(expired, { timeout: 20_000, interval: 100 }).toBe(true);
      expect((await browser.get('auth/me')).body.error).toBe('ERR_SESSION_EXPIRED');
      const renewed = async () => {
        expect((await browser.refresh()).status).toBe(200);
        return (await browser.get('auth/me')).status;
      };
      // A token of one second may be over in the next moment.
      await expect.poll(renewed, { timeout: 20_000 }).toBe(200);
    } finally {
      await brief.close();
    }
  });
});
