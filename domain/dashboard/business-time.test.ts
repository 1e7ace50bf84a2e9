import { describe, expect, it } from 'vitest';
import { momentOf } from '../shared/calendar.ts';
import { type Hours, openAt, type ScheduleEntry, weekdayNames, weekdaysInOrder } from '../shared/schedule.ts';
import { businessMs, type CompanyRule, type HoursSlice, slicesOf } from './business-time.ts';

const minute = 60_000;
const zone = 'America/Sao_Paulo';
const shift = (weekdayEn: ScheduleEntry['weekdayEn'], startTime: string, endTime: string): ScheduleEntry => ({
  ...{ weekday: weekdayNames[weekdayEn], weekdayEn, startTime, endTime },
});
const everyDay = (...shifts: readonly (readonly [string, string])[]): Hours => ({
  schedules: weekdaysInOrder.flatMap(day => shifts.map(([from, until]) => shift(day, from, until))),
  holidays: [],
});
const lunch = everyDay(['08:00', '12:00'], ['13:00', '18:00']);
const at = (day: string, clock: string, where = zone): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return momentOf(day, hours * 60 + minutes, where).getTime();
};
const always = (hours: Hours | null, where = zone): HoursSlice[] => [
  { from: Number.NEGATIVE_INFINITY, zone: where, hours },
];
const minutes = (from: number, until: number, hours: Hours | null, where = zone) =>
  businessMs(from, until, always(hours, where)) / minute;

describe('business time', () => {
  it('leaves lunch out: 11:50 to 13:40 is 50 minutes', () => {
    expect(minutes(at('2026-11-18', '11:50'), at('2026-11-18', '13:40'), lunch)).toBe(50);
  });

  it('leaves nights, closed weekdays and holidays out, but for the hours that a holiday has', () => {
    const hours = { ...lunch, holidays: [{ day: '11-20', name: 'x', startTime: '09:00', endTime: '10:00' }] };
    const [eve, after] = [at('2026-11-19', '17:30'), at('2026-11-21', '08:15')];
    expect(minutes(eve, after, hours)).toBe(30 + 60 + 15);
    const weekdays = { ...lunch, schedules: lunch.schedules.filter(each => each.weekdayEn !== 'saturday') };
    expect(minutes(eve, after, weekdays)).toBe(30 + 9 * 60);
  });

  it('goes past midnight where a shift does, and counts what overlaps once', () => {
    const night = everyDay(['22:00', '02:00'], ['01:00', '03:00']);
    expect(minutes(at('2026-11-18', '23:00'), at('2026-11-19', '12:00'), night)).toBe(4 * 60);
    expect(minutes(at('2026-11-19', '00:30'), at('2026-11-19', '01:30'), night)).toBe(60);
  });

  it('is calendar time around the clock, and where no hours count', () => {
    const [from, until] = [at('2026-11-18', '11:50'), at('2026-11-23', '13:40')];
    expect(minutes(from, until, everyDay(['00:00', '24:00']))).toBe((until - from) / minute);
    expect(minutes(from, until, null)).toBe((until - from) / minute);
  });

  it('is what the clocks of the day had: 23 hours and 25', () => {
    const day = everyDay(['00:00', '24:00']);
    const of = (from: string, until: string, where: string) =>
      minutes(at(from, '00:00', where), at(until, '00:00', where), day, where) / 60;
    expect(of('2018-11-04', '2018-11-05', 'America/Sao_Paulo')).toBe(23);
    expect(of('2018-02-17', '2018-02-18', 'America/Sao_Paulo')).toBe(25);
    expect(of('2026-10-25', '2026-10-26', 'Europe/Lisbon')).toBe(25);
    const early = everyDay(['00:00', '06:00']);
    expect(
      minutes(
        at('2026-03-29', '00:00', 'Europe/Lisbon'),
        at('2026-03-29', '12:00', 'Europe/Lisbon'),
        early,
        'Europe/Lisbon',
      ),
    ).toBe(5 * 60);
  });

  it('is none, and never less, for a time that ends before it begins', () => {
    expect(minutes(at('2026-11-18', '11:50'), at('2026-11-18', '11:40'), lunch)).toBe(0);
    expect(minutes(at('2026-11-18', '11:50'), at('2026-11-18', '11:40'), null)).toBe(0);
  });

  it('agrees with whether it is open, minute by minute', () => {
    const hours = { ...everyDay(['22:00', '02:00'], ['11:00', '12:30']), holidays: lunch.holidays };
    const begin = at('2018-11-03', '10:00');
    for (let step = 0; step < 40 * 60; step += 7) {
      const now = begin + step * minute;
      expect(businessMs(now, now + minute, always(hours)) / minute).toBe(
        openAt(hours, new Date(now), zone).isOpen ? 1 : 0,
      );
    }
  });
});

describe('the hours in force', () => {
  const rule = (from: string, more: Partial<CompanyRule> = {}): CompanyRule => ({
    ...{ from, scheduleType: 'company', zone, hours: lunch, ...more },
  });

  it('are those of then: a change counts from when it was made', () => {
    const changed = rule('2026-11-18T14:00:00.000Z', { hours: everyDay(['00:00', '24:00']) });
    const rules = [rule('2026-01-01T00:00:00.000Z'), changed];
    const slices = slicesOf(rules, null);
    // 10:00 to 11:00 by the first, 11:00 to 13:00 by the second, without lunch.
    expect(businessMs(at('2026-11-18', '07:00'), at('2026-11-18', '13:00'), slices) / minute).toBe(
      3 * 60 + 120,
    );
  });

  it('are the queue’s where the company goes by them, and every hour where it has none', () => {
    const rules = [rule('2026-01-01T00:00:00.000Z', { scheduleType: 'queue' })];
    const span = [at('2026-11-18', '11:50'), at('2026-11-18', '13:40')] as const;
    const queue = [{ from: '2026-01-01T00:00:00.000Z', hours: lunch }];
    expect(businessMs(...span, slicesOf(rules, queue)) / minute).toBe(50);
    expect(
      businessMs(...span, slicesOf(rules, [{ from: '2026-01-01T00:00:00.000Z', hours: everyDay() }])) /
        minute,
    ).toBe(110);
    expect(businessMs(...span, slicesOf(rules, null)) / minute).toBe(110);
    const later = [{ from: '2026-11-18T16:00:00.000Z', hours: lunch }];
    expect(businessMs(...span, slicesOf(rules, later)) / minute).toBe(110);
  });

  it('are every hour before anything was said, and ours where the company counts and has said nothing', () => {
    expect(slicesOf([], null)).toMatchObject([{ hours: null }]);
    const said = slicesOf([rule('2026-01-01T00:00:00.000Z', { hours: null })], null);
    const sunday = [at('2026-11-22', '10:00'), at('2026-11-22', '11:00')] as const;
    expect(businessMs(...sunday, said)).toBe(0);
  });
});
