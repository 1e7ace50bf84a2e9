import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { openOffice } from '../testing/office.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());

it('writes nothing behind a log that has lost its end, logins neither, and says so', async () => {
  const office = await openOffice(harness);
  const { email } = await office.user('Root', { profile: 'admin' });
  await harness.caughtUp();
  const head = await harness.store.head();
  await harness.pool.query('insert into integrity.progress (position) values ($1)', [head + 128]);
  const browser = openBrowser(harness);
  await expect.poll(() => harness.store.mustBeWhole().catch(() => 'cut'), { timeout: 10_000 }).toBe('cut');

  expect((await browser.login(email)).status).toBe(200);
  expect((await browser.get('tickets')).status).toBe(200);
  const refused = await browser.post('tags', { name: 'Urgente', color: '#aa0000' });
  expect([refused.status, refused.body.error]).toEqual([503, 'ERR_LOG_INCOMPLETE']);
  expect(refused.headers['retry-after']).toBeDefined();
  const ready = await browser.get('/readyz');
  expect([ready.status, ready.body.eventStore.problem]).toEqual([
    503,
    expect.stringContaining('events are missing at the end of the log'),
  ]);
  await browser.delete('auth/logout');
  await harness.app.close();
  expect(await harness.store.head()).toBe(head);
});
