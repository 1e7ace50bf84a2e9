import { describe, expect, it } from 'vitest';
import {
  daysBetween,
  localTime,
  localTimeOf,
  monthsLater,
  occurrenceAfter,
  occurrenceAt,
  type Recurrence,
} from './recurrence.ts';

const next = (recurrence: Recurrence, localAt: string, zone = 'America/Sao_Paulo', last = localAt) =>
  occurrenceAfter({ localAt, zone, recurrence }, last, occurrenceAt(last, zone).sendAt);

describe('a local time', () => {
  it.each([
    ['2026-11-24T09:00', 'America/Sao_Paulo', '2026-11-24T12:00:00.000Z'],
    ['2026-11-24T09:00', 'America/Manaus', '2026-11-24T13:00:00.000Z'],
    // Clocks go forward: half past two is not shown, and is the moment of the change.
    ['2026-03-29T02:30', 'Europe/Lisbon', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29T01:30', 'Europe/Lisbon', '2026-03-29T01:00:00.000Z'],
    // Clocks go back: what is shown twice is the first time.
    ['2026-10-25T01:30', 'Europe/Lisbon', '2026-10-25T00:30:00.000Z'],
  ])('%s in %s is %s', (localAt, zone, sendAt) =>
    expect(occurrenceAt(localAt, zone)).toEqual({ localAt, sendAt }),
  );

  it.each(['2026-02-30T09:00', '2026-13-01T09:00', '2026-11-24T24:00', '1999-01-01T09:00', 'amanhã', ''])(
    'is not %j',
    written => expect(localTime.safeParse(written).success).toBe(false),
  );

  it('is read off the clocks of a zone, whatever the server’s is', () => {
    const moment = new Date('2026-11-25T01:59:59.000Z');
    expect(localTimeOf(moment, 'America/Sao_Paulo')).toBe('2026-11-24T22:59');
    expect(localTimeOf(moment, 'UTC')).toBe('2026-11-25T01:59');
  });
});

describe('the next time', () => {
  it.each<[Recurrence, string, string, string]>([
    ['daily', '2026-11-24T09:00', 'America/Sao_Paulo', '2026-11-25T09:00'],
    ['weekly', '2026-12-28T09:00', 'America/Sao_Paulo', '2027-01-04T09:00'],
    ['monthly', '2026-12-05T09:00', 'America/Sao_Paulo', '2027-01-05T09:00'],
    ['monthly', '2027-01-31T09:00', 'America/Sao_Paulo', '2027-02-28T09:00'],
    ['monthly', '2028-01-31T09:00', 'America/Sao_Paulo', '2028-02-29T09:00'],
    // Nine o'clock stays nine o'clock over a change of clocks.
    ['daily', '2026-03-28T09:00', 'Europe/Lisbon', '2026-03-29T09:00'],
    ['weekly', '2026-10-20T09:00', 'Europe/Lisbon', '2026-10-27T09:00'],
  ])('%s after %s in %s is %s', (recurrence, localAt, zone, expected) => {
    const following = next(recurrence, localAt, zone);
    expect(following).toEqual(occurrenceAt(expected, zone));
  });

  it('of the 31st is the 31st again after a shorter month', () => {
    const rhythm = ['monthly', '2027-01-31T09:00', 'America/Sao_Paulo'] as const;
    expect(next(...rhythm, '2027-02-28T09:00')?.localAt).toBe('2027-03-31T09:00');
    expect(next(...rhythm, '2027-03-31T09:00')?.localAt).toBe('2027-04-30T09:00');
  });

  it('leaves out what lies behind', () => {
    const rhythm = { localAt: '2026-11-20T09:00', zone: 'America/Sao_Paulo', recurrence: 'daily' as const };
    expect(occurrenceAfter(rhythm, '2026-11-20T09:00', '2026-11-24T12:00:00.000Z')?.localAt).toBe(
      '2026-11-25T09:00',
    );
    expect(occurrenceAfter(rhythm, '2026-11-20T09:00', '2026-11-24T11:59:00.000Z')?.localAt).toBe(
      '2026-11-24T09:00',
    );
  });

  it('there is none of what comes once', () => expect(next('none', '2026-11-24T09:00')).toBeNull());
});

it('the days of a month on which something comes', () => {
  const days = (recurrence: Recurrence, localAt: string) =>
    daysBetween({ recurrence, localAt }, '2027-02-01', '2027-02-28').map(day => day.slice(8));
  expect(days('none', '2027-02-10T09:00')).toEqual(['10']);
  expect(days('none', '2027-03-10T09:00')).toEqual([]);
  expect(days('weekly', '2027-01-25T09:00')).toEqual(['01', '08', '15', '22']);
  expect(days('monthly', '2026-12-31T09:00')).toEqual(['28']);
  expect(days('daily', '2027-02-27T09:00')).toEqual(['27', '28']);
});

it.each([
  ['2026-11-24', 1, '2026-12-24'],
  ['2027-01-31', 1, '2027-02-28'],
  ['2027-01-31', -2, '2026-11-30'],
])('%s and %i months is %s', (day, count, expected) => expect(monthsLater(day, count)).toBe(expected));
