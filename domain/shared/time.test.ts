import { describe, expect, it } from 'vitest';
import { isoDate } from './event.ts';
import { earliestTime, latestTime, possibleSecond, possibleTime } from './time.ts';

describe('possible times', () => {
  it.each([
    ['0000-01-01T00:00:00.000Z', earliestTime],
    ['2008-12-31T23:59:59.999Z', earliestTime],
    [earliestTime, earliestTime],
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z'],
    [latestTime, latestTime],
    ['2101-01-01T00:00:00.000Z', latestTime],
    ['9999-12-31T23:59:59.999Z', latestTime],
  ])('%s is taken for %s', (at, taken) => {
    expect(possibleTime(at)).toBe(taken);
  });

  it.each([
    [Number.NaN, '2009-01-01T00:00:00.000Z'],
    [-62_167_219_200, '2009-01-01T00:00:00.000Z'],
    [Number.NEGATIVE_INFINITY, '2009-01-01T00:00:00.000Z'],
    [1_767_323_045.9, '2026-01-02T03:04:05.000Z'],
    [8.64e15, '2100-12-31T23:59:59.000Z'],
    [Number.POSITIVE_INFINITY, '2100-12-31T23:59:59.000Z'],
  ])('%d seconds since 1970 are %s', (seconds, at) => {
    expect(new Date(possibleSecond(seconds) * 1000).toISOString()).toBe(at);
  });

  it('are the only ones an event may have', () => {
    const times = [
      ...[earliestTime, latestTime, '2026-01-02T03:04:05Z'],
      ...['0000-01-01T00:00:00.000Z', '2008-12-31T23:59:59.999Z', '2101-01-01T00:00:00.000Z'],
    ];
    expect(times.map(at => isoDate.safeParse(at).success)).toEqual([true, true, true, false, false, false]);
  });
});
