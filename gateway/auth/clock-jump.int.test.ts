import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { answered, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { inDays, openOffice } from '../testing/office.ts';
import { openKey } from '../testing/outside.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => harness.close());

/** The clock of the machine is set; timers go on. */
const setClock = (days: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 });

it('the end of a subscription goes by the clock as it is, whatever it was', async () => {
  const office = await openOffice(harness, { dueDate: inDays(2) });
  const chief = await office.user('Chefe', { profile: 'admin' });
  await harness.caughtUp();
  const inside = openBrowser(harness);
  await inside.login(chief.email);
  const key = await openKey(harness, inside, ['read']);
  const comesIn = async () => answered(await openBrowser(harness).login(chief.email));
  const byKey = async () => {
    const { status, body } = await key.get('messages?number=5511999990000');
    return [status, body.code];
  };
  expect([await comesIn(), await byKey()]).toEqual([
    [200, undefined],
    [200, undefined],
  ]);

  setClock(3);
  const expired = 'ERR_SUBSCRIPTION_EXPIRED';
  expect([await comesIn(), await byKey()]).toEqual([
    [402, expired],
    [402, expired],
  ]);

  vi.useRealTimers();
  expect([await comesIn(), await byKey()]).toEqual([
    [200, undefined],
    [200, undefined],
  ]);
  setClock(-30);
  expect([await comesIn(), await byKey()]).toEqual([
    [200, undefined],
    [200, undefined],
  ]);
});

it('a session goes on over the end of a subscription, and over a clock that is set', async () => {
  const office = await openOffice(harness, { dueDate: inDays(2) });
  const { email } = await office.user('Ana');
  await harness.caughtUp();
  const browser = openBrowser(harness);
  await browser.login(email);
  setClock(3);
  expect(answered(await browser.get('auth/me'))).toEqual([403, 'ERR_SESSION_EXPIRED']);
  expect((await browser.refresh()).status).toBe(200);
  expect((await browser.get('auth/me')).status).toBe(200);
  vi.useRealTimers();
  expect((await browser.get('auth/me')).status).toBe(200);
  expect((await browser.refresh()).status).toBe(200);
});
