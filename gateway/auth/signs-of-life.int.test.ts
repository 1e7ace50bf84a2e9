import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { openLive } from '../testing/live-socket.ts';
import { openOffice } from '../testing/office.ts';

let harness: Harness;
let base: string;
beforeAll(async () => {
  harness = await openHarness();
  base = await harness.listen();
});
afterAll(() => harness.close());

it('is online with a live socket and a sign within five minutes, and not otherwise', async () => {
  const office = await openOffice(harness);
  const [root, ana] = [await office.user('Root', { profile: 'admin' }), await office.user('Ana')];
  await harness.caughtUp();
  const [admin, attendant] = [openBrowser(harness), openBrowser(harness)];
  await admin.login(root.email);
  await attendant.login(ana.email);
  const isOnline = async () => (await admin.get(`users/${ana.userId}`)).body.online as boolean;
  const poll = { timeout: 10_000 };
  expect(await isOnline()).toBe(false);

  const [one, other] = [openLive(base, attendant.token()), openLive(base, attendant.token())];
  await Promise.all([one.hello(), other.hello()]);
  await expect.poll(isOnline, poll).toBe(true);
  await harness.pool.query(`update secrets.session set seen_at = now() - interval '6 minutes'`);
  expect(await isOnline()).toBe(false);
  other.say({ event: 'userStatus' });
  await expect.poll(isOnline, poll).toBe(true);

  one.close();
  await one.closed;
  other.close();
  await expect.poll(isOnline, poll).toBe(false);
});

it('is not online once the session has ended', async () => {
  const office = await openOffice(harness);
  const [root, ana] = [await office.user('Root', { profile: 'admin' }), await office.user('Ana')];
  await harness.caughtUp();
  const [admin, attendant] = [openBrowser(harness), openBrowser(harness)];
  await admin.login(root.email);
  await attendant.login(ana.email);
  const socket = openLive(base, attendant.token());
  await socket.hello();
  const isOnline = async () => (await admin.get('users?searchParam=ana')).body.users[0].online as boolean;
  await expect.poll(isOnline, { timeout: 10_000 }).toBe(true);
  await admin.delete(`users/${ana.userId}/sessions`);
  expect(await isOnline()).toBe(false);
  expect((await socket.closed).code).toBe(4401);
});
