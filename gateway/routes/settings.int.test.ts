import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEvents } from '#commands/testing/world.ts';
import { secretSettings, settingKeys } from '#domain/company/settings.ts';
import { companyTextKeys } from '#domain/company/texts.ts';
import { defaultHours } from '#domain/shared/schedule.ts';
import { unseal } from '#eventstore/sealing.ts';
import { secretContext } from '../company/secrets.ts';
import { answered, type Browser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { adminAndAttendant } from '../testing/logged-in.ts';
import { type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let admin: Browser;
let ana: Browser;
beforeAll(async () => {
  harness = await openHarness({ autoCloseHours: 8 });
  office = await openOffice(harness);
  [admin, ana] = await adminAndAttendant(harness, office);
});
afterAll(() => harness.close());

const valuesFor = async (browser: Browser): Promise<Record<string, string>> => {
  await harness.caughtUp();
  const { body } = await browser.get('settings');
  return Object.fromEntries(body.map(({ key, value }: { key: string; value: string }) => [key, value]));
};

describe('settings', () => {
  it('are all answered, with what counts where nothing was said', async () => {
    const values = await valuesFor(admin);
    expect(Object.keys(values).toSorted()).toEqual(
      [...settingKeys, ...secretSettings, 'campaignsEnabled'].toSorted(),
    );
    expect(values).toMatchObject({
      ...{ call: 'enabled', scheduleType: 'disabled', timeZone: 'America/Sao_Paulo', autoCloseHours: '8' },
      ...{ campaignsEnabled: 'disabled', asaas: '' },
    });
  });
  it('are changed by administrators, one by one', async () => {
    expect(answered(await admin.put('settings/useKanban', { key: 'useKanban', value: 'enabled' }))).toEqual([
      ...[200, undefined],
    ]);
    expect((await valuesFor(admin)).useKanban).toBe('enabled');
    expect(answered(await ana.put('settings/useKanban', { value: 'disabled' }))).toEqual([
      ...[403, 'ERR_NO_PERMISSION'],
    ]);
    expect((await valuesFor(ana)).useKanban).toBe('enabled');
  });
  it.each([
    ['nothing', 'enabled', 404, 'ERR_NO_SETTING_FOUND'],
    ['campaignsEnabled', 'enabled', 404, 'ERR_NO_SETTING_FOUND'],
    ['call', 'perhaps', 400, 'ERR_VALIDATION'],
    ['timeZone', 'America/Atlantis', 400, 'ERR_VALIDATION'],
    ['asaas', '  ', 400, 'ERR_VALIDATION'],
  ])('%s cannot be %j', async (key, value, status, error) => {
    expect(answered(await admin.put(`settings/${key}`, { value }))).toEqual([status, error]);
  });
  it('are answered to attendants as far as their screens go by them', async () => {
    const values = await valuesFor(ana);
    expect(values).toHaveProperty('connectionType');
    for (const key of ['call', 'userCreation', 'autoCloseHours', ...secretSettings])
      expect(values).not.toHaveProperty(key);
    const { company } = (await ana.get('auth/me')).body;
    expect(
      Object.fromEntries(
        company.settings.map((each: { key: string; value: string }) => [each.key, each.value]),
      ),
    ).toEqual(values);
  });
});

describe('texts of a company', () => {
  const texts = async () => {
    await harness.caughtUp();
    return (await admin.get('settings/texts')).body;
  };
  it('are all answered, and changed one by one by administrators', async () => {
    const none = await texts();
    expect(none).toEqual(companyTextKeys.map(key => ({ key, text: '' })));
    expect(answered(await admin.put('settings/texts/ratingThanks', { text: ' Valeu! ' }))).toEqual([
      ...[200, undefined],
    ]);
    expect(await texts()).toContainEqual({ key: 'ratingThanks', text: 'Valeu!' });
    await admin.put('settings/texts/ratingThanks', { text: '' });
    expect(await texts()).toEqual(none);
  });
  it('are no attendant’s', async () => {
    const refused = [403, 'ERR_NO_PERMISSION'];
    expect(answered(await ana.get('settings/texts'))).toEqual(refused);
    expect(answered(await ana.put('settings/texts/autoClose', { text: 'Tchau' }))).toEqual(refused);
  });
  it.each([
    ['call', 'x', 404, 'ERR_NO_SETTING_FOUND'],
    ['autoClose', 'x'.repeat(1_001), 400, 'ERR_VALIDATION'],
  ])('%s cannot be any text', async (key, text, status, error) => {
    expect(answered(await admin.put(`settings/texts/${key}`, { text }))).toEqual([status, error]);
  });
});

describe('the time zone of a company', () => {
  it('says on which day a ticket was made', async () => {
    const contactId = await office.contact();
    const connectionId = await office.connection();
    const context = { ...office.context(), at: '2026-03-10T02:30:00.000Z' };
    const place = { contactId, connectionId, queueId: null, userId: null, status: 'pending' as const };
    await harness.commands.ticket.open(context, { ticketId: context.commandId, ...place });
    const countOn = async (day: string) => {
      await harness.caughtUp();
      return (await admin.get(`tickets?showAll=true&date=${day}`)).body.tickets.length;
    };
    expect([await countOn('2026-03-09'), await countOn('2026-03-10')]).toEqual([1, 0]);
    await admin.put('settings/timeZone', { value: 'America/Noronha' });
    expect([await countOn('2026-03-09'), await countOn('2026-03-10')]).toEqual([0, 1]);
    expect([await countOn('0001-01-01'), await countOn('9999-12-31')]).toEqual([0, 0]);
  });
});

describe('the hours of a company', () => {
  const path = () => `companies/${office.companyId}/schedules`;

  it('are the specification’s until somebody says others', async () => {
    expect((await admin.get(path())).body).toEqual(defaultHours);
    const nights = [{ weekday: 'x', weekdayEn: 'friday', startTime: '22:00', endTime: '02:00' }];
    expect(answered(await admin.put(path(), { schedules: nights }))).toEqual([200, undefined]);
    await harness.caughtUp();
    expect((await admin.get(path())).body).toEqual({
      schedules: [{ ...nights[0], weekday: 'Sexta-feira' }],
      holidays: defaultHours.holidays,
    });
    await admin.put(path(), { holidays: [] });
    await harness.caughtUp();
    expect((await admin.get(path())).body).toMatchObject({ schedules: [{}], holidays: [] });
  });
  it('are for administrators, and those of the own company', async () => {
    expect(answered(await ana.get(path()))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(answered(await ana.put(path(), { schedules: [] }))).toEqual([403, 'ERR_NO_PERMISSION']);
    const bad = [{ weekdayEn: 'monday', startTime: '8h', endTime: '18:00' }];
    expect(answered(await admin.put(path(), { schedules: bad }))).toEqual([400, 'ERR_VALIDATION']);
  });
});

describe('a secret', () => {
  const secretOf = (key: string) => `segredo-de-${key}-0123456789`;

  it('is set, shown as set, taken back, and said in the log without what it is', async () => {
    for (const key of secretSettings)
      expect(answered(await admin.put(`settings/${key}`, { key, value: secretOf(key) }))).toEqual([
        ...[200, undefined],
      ]);
    const values = await valuesFor(admin);
    for (const key of secretSettings) expect([key, values[key]]).toEqual([key, '••••••••']);
    expect(answered(await ana.put('settings/asaas', { value: 'outro' }))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(answered(await admin.put('settings/ipixc', { value: '' }))).toEqual([200, undefined]);
    expect((await valuesFor(admin)).ipixc).toBe('');
    const told = (await allEvents(harness.store)).filter(({ type }) => type.startsWith('CompanySecret'));
    expect(told.map(({ type, data }) => [type, (data as { key: string }).key])).toEqual([
      ...secretSettings.map(key => ['CompanySecretSet', key]),
      ['CompanySecretRemoved', 'ipixc'],
    ]);
    expect(told.every(({ metadata: { actor } }) => actor.kind === 'user')).toBe(true);
  });
  it('can be read by who holds the company’s key, and stands nowhere else', async () => {
    const { companyId } = office;
    const { rows } = await harness.pool.query<{ sealed: string }>(
      `select sealed from secrets.company_secret where company_id = $1 and key = 'asaas'`,
      [companyId],
    );
    const key = (await harness.keys.forReading([companyId])).get(companyId);
    if (!key) throw new Error('the company has no key');
    expect(unseal(key, rows[0]?.sealed ?? '', secretContext({ companyId, key: 'asaas' }))).toBe(
      secretOf('asaas'),
    );
  });
});
