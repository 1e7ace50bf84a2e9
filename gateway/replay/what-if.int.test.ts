import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whatIfForm } from '#contracts/what-if.ts';
import { type ScheduleEntry, weekdayNames } from '#domain/shared/schedule.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { dashboard } from '#projections/dashboard/projection.ts';
import { lunchCompany, lunchStory } from '#projections/dashboard/testing/lunch-story.ts';
import { openReadModel, type ReadModel } from '#projections/testing/read-model.ts';
import { appendStory } from '#projections/testing/story.ts';
import { readRules, readWhatIf } from './what-if.ts';

const minute = 60_000;
let model: ReadModel;
beforeAll(async () => {
  model = await openReadModel();
  const store = openMemoryStore();
  const position = await appendStory(store, lunchStory());
  model.run(store, dashboard);
  expect(await model.positions.waitFor('dashboard', position, 60_000)).toBe(true);
});
afterAll(() => model.close());

const day = { date_from: '2026-11-18', date_to: '2026-11-18' };
const asked = async (form: object) => {
  const reader = {
    companyId: lunchCompany,
    zone: 'America/Sao_Paulo',
    now: new Date('2026-11-20T12:00:00Z'),
  };
  const { rows } = await readWhatIf(model.tenants, whatIfForm.parse({ ...day, ...form }), reader);
  return rows.find(({ metric }) => metric === 'waiting');
};
const wednesday = (startTime: string, endTime: string): ScheduleEntry => ({
  ...{ weekday: weekdayNames.wednesday, weekdayEn: 'wednesday', startTime, endTime },
});

describe('a wait from 11:50 to 13:40, with lunch from 12 to 13', () => {
  it('would have been longer without lunch, and shorter with a longer one', async () => {
    const without = await asked({ hours: { schedules: [wednesday('08:00', '18:00')], holidays: [] } });
    expect(without).toMatchObject({
      ...{ calendar: { median: 110 * minute }, business: { median: 50 * minute } },
      simulated: { median: 110 * minute, count: 1 },
    });
    const longer = await asked({
      hours: { schedules: [wednesday('08:00', '12:00'), wednesday('13:30', '18:00')], holidays: [] },
    });
    expect(longer?.simulated.median).toBe(20 * minute);
  });

  it('keeps a target or does not, by each way of measuring', async () => {
    const hours = { schedules: [wednesday('13:30', '18:00')], holidays: [] };
    expect(await asked({ hours, targets: { waiting: 15 } })).toMatchObject({
      ...{ targetMinutes: 15, calendar: { within: 0 }, business: { within: 0 } },
      simulated: { within: 1, median: 10 * minute },
    });
    expect(await asked({})).toMatchObject({
      ...{ targetMinutes: null, calendar: { within: null }, simulated: { median: 50 * minute } },
    });
  });

  it('is refused where there is more in the period than can be held', async () => {
    const form = whatIfForm.parse(day);
    const reader = { companyId: lunchCompany, zone: 'America/Sao_Paulo', now: new Date() };
    await expect(readWhatIf(model.tenants, form, { ...reader, most: 0 })).rejects.toMatchObject({
      code: 'ERR_PERIOD_TOO_FULL',
    });
    expect((await readWhatIf(model.tenants, form, { ...reader, most: 1 })).rows).not.toEqual([]);
  });

  it('begins with the hours of the company', async () => {
    const { hours } = await model.tenants.read(lunchCompany, readRules);
    expect(hours.schedules).toMatchObject([{ endTime: '12:00' }, { startTime: '13:00' }]);
  });
});
