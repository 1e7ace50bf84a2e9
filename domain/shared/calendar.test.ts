import { describe, expect, it } from 'vitest';
import { addDays, boundsOfDay, clockAt, dayOf, isTimeZone, momentOf, weekdayOf } from './calendar.ts';

const saoPaulo = 'America/Sao_Paulo';

describe('a day', () => {
  it.each([
    ['2026-11-23T02:59:59.999Z', saoPaulo, '2026-11-22'],
    ['2026-11-23T03:00:00.000Z', saoPaulo, '2026-11-23'],
    ['2026-01-01T00:30:00.000Z', saoPaulo, '2025-12-31'],
    ['2026-01-01T03:30:00.000Z', 'America/Manaus', '2025-12-31'],
    ['2026-01-01T02:30:00.000Z', 'America/Noronha', '2026-01-01'],
    ['2026-01-01T04:59:00.000Z', 'America/Rio_Branco', '2025-12-31'],
  ])('%s is in %s the day %s', (moment, zone, day) => {
    expect(dayOf(new Date(moment), zone)).toBe(day);
  });
  it.each([
    [saoPaulo, '2018-11-04', '2018-11-04T03:00:00.000Z', 23],
    [saoPaulo, '2018-02-17', '2018-02-17T02:00:00.000Z', 25],
    [saoPaulo, '2026-11-23', '2026-11-23T03:00:00.000Z', 24],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 23],
    ['Europe/Lisbon', '2026-10-25', '2026-10-24T23:00:00.000Z', 25],
    ['Europe/Lisbon', '2026-03-29', '2026-03-29T00:00:00.000Z', 23],
  ])('in %s: %s begins at %s and has %i hours', (zone, day, begins, hours) => {
    const { from, until } = boundsOfDay(day, zone);
    expect(from.toISOString()).toBe(begins);
    expect((until.getTime() - from.getTime()) / 3_600_000).toBe(hours);
  });
  it('is counted and named without clocks', () => {
    expect([addDays('2028-02-28', 1), addDays('2026-12-31', 1), addDays('2026-03-01', -1)]).toEqual([
      ...['2028-02-29', '2027-01-01', '2026-02-28'],
    ]);
    expect([weekdayOf('2026-11-23'), weekdayOf('2026-11-22')]).toEqual(['monday', 'sunday']);
  });
});

describe('a time on the wall', () => {
  it('that is shown twice is the first, and one that is skipped the moment of the skip', () => {
    expect(momentOf('2026-10-25', 90, 'Europe/Lisbon').toISOString()).toBe('2026-10-25T00:30:00.000Z');
    expect(momentOf('2026-03-29', 90, 'Europe/Lisbon').toISOString()).toBe('2026-03-29T01:00:00.000Z');
    expect(momentOf('2018-11-04', 30, saoPaulo).toISOString()).toBe('2018-11-04T03:00:00.000Z');
  });
  it('is read back', () => {
    expect(clockAt(new Date('2026-11-23T02:30:00Z'), saoPaulo)).toEqual({ day: '2026-11-22', minutes: 1410 });
    expect(clockAt(new Date('2018-11-04T03:00:00Z'), saoPaulo)).toEqual({ day: '2018-11-04', minutes: 60 });
  });
});

describe('a time zone', () => {
  it.each(['America/Sao_Paulo', 'America/Noronha', 'Europe/Lisbon', 'UTC', 'America/Argentina/Buenos_Aires'])(
    'is %s',
    zone => expect(isTimeZone(zone)).toBe(true),
  );
  it.each(['', '+03:00', 'America/Atlantis', 'GMT+3', "UTC'; --", 'EST5EDT4', 'america'])('is not %s', zone =>
    expect(isTimeZone(zone)).toBe(false),
  );
});
