import { describe, expect, it } from 'vitest';
import { spanOf } from '../dashboard/period.ts';
import { weekdayOf } from '../shared/calendar.ts';
import { alignmentOf, sameWeekday, weeksBefore } from './alignment.ts';

const hour = 3_600_000;
const day = (date: string, zone: string) => spanOf({ from: date, to: date }, zone);

describe('two periods', () => {
  it('are aligned by weekday', () => {
    expect(weeksBefore('2026-11-18', 1)).toBe('2026-11-11');
    const days = ['2026-11-08', '2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-14'];
    for (const each of days) expect(weekdayOf(sameWeekday(each, '2026-11-18'))).toBe('wednesday');
    expect(days.map(each => sameWeekday(each, '2026-11-18'))).toEqual([
      ...['2026-11-11', '2026-11-11', '2026-11-11', '2026-11-11', '2026-11-11', '2026-11-11'],
    ]);
    expect(sameWeekday('2026-11-25', '2026-11-18')).toBe('2026-11-25');
  });

  it('are aligned by the clock, also where it is set forward in one of them', () => {
    const zone = 'America/Sao_Paulo';
    // 2018-11-04 begins at 1 o'clock.
    const align = alignmentOf(day('2018-11-11', zone), day('2018-11-04', zone), zone);
    expect([0, hour, 2 * hour, 10.5 * hour, 24 * hour].map(align)).toEqual([
      ...[0, 0, hour, 9.5 * hour, 23 * hour],
    ]);
    const back = alignmentOf(day('2018-11-04', zone), day('2018-11-11', zone), zone);
    expect([0, hour, 9.5 * hour, 23 * hour].map(back)).toEqual([hour, 2 * hour, 10.5 * hour, 24 * hour]);
  });

  it('are aligned by the clock where it is set back', () => {
    const zone = 'Europe/Lisbon';
    // 2026-10-25 has the hour from 1 to 2 twice.
    const align = alignmentOf(day('2026-10-25', zone), day('2026-10-18', zone), zone);
    expect([0.5 * hour, 1.5 * hour, 2.5 * hour, 3 * hour, 25 * hour].map(align)).toEqual([
      ...[0.5 * hour, 1.5 * hour, 1.5 * hour, 2 * hour, 24 * hour],
    ]);
  });

  it('that have not both ended go as far as each does', () => {
    const zone = 'America/Manaus';
    const short = { ...day('2026-11-11', zone), until: '2026-11-11T14:00:00.000Z' };
    expect(alignmentOf(day('2026-11-18', zone), short, zone)(12 * hour)).toBe(10 * hour);
  });
});
