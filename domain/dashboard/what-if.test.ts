import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultHours, type Hours, weekdayNames, weekdaysInOrder } from '../shared/schedule.ts';
import { businessMs } from './business-time.ts';
import { type Lasted, summaryOf, underHours } from './what-if.ts';

const zone = 'America/Sao_Paulo';
const night: Hours = {
  schedules: weekdaysInOrder.flatMap(weekdayEn =>
    [
      ['22:00', '02:00'],
      ['11:00', '15:30'],
    ].map(([startTime = '', endTime = '']) => ({
      ...{ weekday: weekdayNames[weekdayEn], weekdayEn, startTime, endTime },
    })),
  ),
  holidays: [{ day: '11-20', name: 'x', startTime: '09:00', endTime: '10:00' }],
};

describe('the past under other hours', () => {
  it('is what each duration is within them, days on which clocks change included', () => {
    const begin = Date.parse('2018-11-01T00:00:00Z');
    const lasted = fc
      .tuple(fc.nat(40 * 86_400), fc.oneof(fc.nat(7_200), fc.integer({ min: -60, max: 900_000 })))
      .map(([from, length]): Lasted => {
        const [at, ms] = [begin + from * 1_000, length * 1_000];
        return { from: at, until: at + ms, ms: Math.max(0, ms), businessMs: 0 };
      });
    const any = fc.tuple(fc.array(lasted, { maxLength: 40 }), fc.constantFrom(night, defaultHours));
    fc.assert(
      fc.property(any, ([all, hours]) => {
        const slices = [{ from: Number.NEGATIVE_INFINITY, zone, hours }];
        expect(underHours(all, hours, zone)).toEqual(
          all.map(({ from, until }) => businessMs(from, until, slices)),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('is as it was without other hours', () => {
    expect(underHours([{ from: 0, until: 10, ms: 10, businessMs: 7 }], undefined, zone)).toEqual([7]);
    expect(underHours([], night, zone)).toEqual([]);
  });
});

describe('a summary', () => {
  it('has median, ninetieth percentile, average and the share within a target', () => {
    expect(summaryOf([10, 20, 30, 40], 20)).toEqual({
      ...{ count: 4, average: 25, median: 25, p90: 37, within: 0.5 },
    });
    expect(summaryOf([10], undefined).within).toBe(null);
    expect(summaryOf([], 20)).toEqual({ count: 0, average: null, median: null, p90: null, within: null });
  });
});
