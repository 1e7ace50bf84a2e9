import { describe, expect, it } from 'vitest';
import { countOfDays, daysBefore, lastDays, spanOf, thisMonth } from './period.ts';

const hours = (day: string, zone: string) => {
  const { from, until } = spanOf({ from: day, to: day }, zone);
  return (Date.parse(until) - Date.parse(from)) / 3_600_000;
};

describe('a period', () => {
  it('ends today, where the company is', () => {
    const now = new Date('2026-11-02T02:30:00Z');
    expect(lastDays(3, now, 'America/Sao_Paulo')).toEqual({ from: '2026-10-30', to: '2026-11-01' });
    expect(lastDays(3, now, 'UTC')).toEqual({ from: '2026-10-31', to: '2026-11-02' });
  });
  it('is the month up to today unless somebody chose', () => {
    expect(thisMonth(new Date('2026-11-02T02:30:00Z'), 'America/Sao_Paulo')).toEqual({
      from: '2026-11-01',
      to: '2026-11-01',
    });
    expect(thisMonth(new Date('2026-11-01T02:30:00Z'), 'America/Noronha').from).toBe('2026-11-01');
    expect(thisMonth(new Date('2026-11-01T02:30:00Z'), 'America/Rio_Branco').from).toBe('2026-10-01');
  });
  it('is compared with as many days before it', () => {
    const days = { from: '2026-03-01', to: '2026-03-31' };
    expect(countOfDays(days)).toBe(31);
    expect(daysBefore(days)).toEqual({ from: '2026-01-29', to: '2026-02-28' });
  });
  it.each([
    ['2018-11-04', 'America/Sao_Paulo', 23],
    ['2018-02-17', 'America/Sao_Paulo', 25],
    ['2026-09-06', 'America/Santiago', 23],
    ['2026-10-25', 'Europe/Lisbon', 25],
    ['2026-11-23', 'America/Manaus', 24],
  ])('%s in %s has %d hours', (day, zone, count) => {
    expect(hours(day, zone)).toBe(count);
  });
  it('begins where the one before ended', () => {
    const zone = 'America/Sao_Paulo';
    const [one, two] = [
      spanOf({ from: '2018-10-01', to: '2018-11-03' }, zone),
      spanOf({ from: '2018-11-04', to: '2018-11-04' }, zone),
    ];
    expect(one.until).toBe(two.from);
    expect(two.from).toBe('2018-11-04T03:00:00.000Z');
  });
});
