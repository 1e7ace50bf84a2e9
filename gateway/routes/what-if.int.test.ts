import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { durationMetrics } from '#domain/dashboard/metrics.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { openOffice } from '../testing/office.ts';

let harness: Harness;
let [admin, ana]: Browser[] = [];

beforeAll(async () => {
  harness = await openHarness();
  const office = await openOffice(harness);
  await office.queue('Vendas', '#112233');
  const accounts = [await office.user('Chefe', { profile: 'admin' }), await office.user('Ana')];
  await harness.caughtUp();
  [admin, ana] = await Promise.all(
    accounts.map(async ({ email }) => {
      const browser = openBrowser(harness);
      await browser.login(email);
      return browser;
    }),
  );
});
afterAll(() => harness.close());

const monday = { weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' };

describe('what if', () => {
  it('answers every duration as it was and as it would have been', async () => {
    const form = { days: 90, hours: { schedules: [monday] }, targets: { firstResponse: 10 } };
    const answer = await admin?.post('replay/what-if', form);
    expect(answer).toMatchObject({
      status: 200,
      body: { rows: durationMetrics.map(metric => ({ metric, simulated: { count: 0, within: null } })) },
    });
    expect(await admin?.get('replay/what-if')).toMatchObject({
      status: 200,
      body: { choices: { queue: [{ name: 'Vendas' }] } },
    });
  });

  it.each([
    [{}, 'ERR_NO_PERIOD'],
    [{ days: 91 }, 'ERR_VALIDATION'],
    [{ days: 7, hours: { schedules: [{ ...monday, endTime: '25:00' }] } }, 'ERR_VALIDATION'],
    [{ days: 7, hours: { schedules: [{ ...monday, weekdayEn: 'someday' }] } }, 'ERR_VALIDATION'],
    [{ days: 7, hours: { schedules: [], holidays: [{ day: '02-31', name: 'x' }] } }, 'ERR_VALIDATION'],
    [{ days: 7, targets: { waiting: 0 } }, 'ERR_VALIDATION'],
    [{ days: 7, targets: { coffee: 5 } }, 'ERR_VALIDATION'],
    [{ days: 7, else: 1 }, 'ERR_VALIDATION'],
  ])('is refused for %j with %s', async (form, code) => {
    expect(await admin?.post('replay/what-if', form)).toMatchObject({ status: 400, body: { error: code } });
  });

  it('is for administrators and analysts', async () => {
    for (const answer of [await ana?.post('replay/what-if', { days: 7 }), await ana?.get('replay/what-if')])
      expect(answer).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  });

  it('writes nothing', async () => {
    // What was refused above may be noted now.
    const others = `select count(*) from audit.entry where type <> 'UserAccessRefused'`;
    const last = async () => (await harness.pool.query(others)).rows[0];
    await harness.caughtUp();
    const before = await last();
    await admin?.post('replay/what-if', { days: 7 });
    await harness.caughtUp();
    expect(await last()).toEqual(before);
  });
});
