import { describe, expect, it } from 'vitest';
import type { Weekday } from './calendar.ts';
import { dayInYear, easterOf, isHolidayDay, nationalHolidays } from './holidays.ts';
import {
  defaultHours,
  type Hours,
  holidaysInput,
  openAt,
  schedulesInput,
  weekdayNames,
  weekdaysInOrder,
} from './schedule.ts';

type Shifts = Partial<Record<Weekday, readonly (readonly [string, string])[]>>;
const week = (shifts: Shifts, holidays: Hours['holidays'] = []): Hours => ({
  schedules: weekdaysInOrder.flatMap(day =>
    (shifts[day] ?? []).map(([startTime, endTime]) => ({
      ...{ weekday: weekdayNames[day], weekdayEn: day, startTime, endTime },
    })),
  ),
  holidays,
});
const everyDay = (...shifts: readonly (readonly [string, string])[]): Hours =>
  week(Object.fromEntries(weekdaysInOrder.map(day => [day, shifts])));

const twoShifts = everyDay(['08:00', '12:00'], ['13:00', '18:00']);
const overnight = everyDay(['22:00', '02:00']);
const always = everyDay(['00:00', '24:00']);

const [saoPaulo, manaus, rioBranco, noronha] = [
  ...(['America/Sao_Paulo', 'America/Manaus', 'America/Rio_Branco', 'America/Noronha'] as const),
];
const open = (hours: Hours, at: string, zone: string = saoPaulo) => openAt(hours, new Date(at), zone).isOpen;
const changes = (hours: Hours, at: string, zone: string = saoPaulo) =>
  openAt(hours, new Date(at), zone).changesAt?.toISOString() ?? null;

describe('whether it is open', () => {
  /** 2026-11-23 is a Monday: São Paulo is three hours behind UTC, Manaus four, Rio Branco five, Noronha two. */
  it.each([
    //                              two shifts             over midnight
    //                              SP     MAO    RBR    FEN    SP     MAO    RBR    FEN
    ['2026-11-23T10:59:59.999Z', [false, false, false, true], [false, false, false, false]],
    ['2026-11-23T11:00:00.000Z', [true, false, false, true], [false, false, false, false]],
    ['2026-11-23T15:30:00.000Z', [false, true, true, true], [false, false, false, false]],
    ['2026-11-23T16:00:00.000Z', [true, false, true, true], [false, false, false, false]],
    ['2026-11-23T20:59:59.999Z', [true, true, true, false], [false, false, false, false]],
    ['2026-11-24T01:00:00.000Z', [false, false, false, false], [true, false, false, true]],
    ['2026-11-24T04:59:59.999Z', [false, false, false, false], [true, true, true, false]],
    ['2026-11-24T05:00:00.000Z', [false, false, false, false], [false, true, true, false]],
  ])('at %s in four zones', (at, byTwoShifts, byOvernight) => {
    const zones = [saoPaulo, manaus, rioBranco, noronha];
    expect(zones.map(zone => open(twoShifts, at, zone))).toEqual(byTwoShifts);
    expect(zones.map(zone => open(overnight, at, zone))).toEqual(byOvernight);
  });

  it('says until when, through shifts that touch', () => {
    expect(changes(twoShifts, '2026-11-23T14:00:00Z')).toBe('2026-11-23T15:00:00.000Z');
    expect(changes(twoShifts, '2026-11-23T15:00:00Z')).toBe('2026-11-23T16:00:00.000Z');
    expect(changes(overnight, '2026-11-24T03:30:00Z')).toBe('2026-11-24T05:00:00.000Z');
    expect(changes(everyDay(['08:00', '12:00'], ['12:00', '20:00']), '2026-11-23T14:00:00Z')).toBe(
      '2026-11-23T23:00:00.000Z',
    );
  });
  it('is never closed where every day is whole, not for the minute about midnight either', () => {
    for (const at of ['2026-11-24T02:59:59.999Z', '2026-11-24T03:00:00.000Z', '2018-11-04T03:00:00Z'])
      expect([at, openAt(always, new Date(at), saoPaulo)]).toEqual([at, { isOpen: true, changesAt: null }]);
  });
  it('is never open where begin and end are the same, or there is nothing', () => {
    for (const hours of [everyDay(['00:00', '00:00']), everyDay(['08:00', '08:00']), week({})])
      expect(openAt(hours, new Date('2026-11-23T11:00:00Z'), saoPaulo)).toEqual({
        ...{ isOpen: false, changesAt: null },
      });
  });
  it('belongs to the day on which a shift begins', () => {
    const fridayNight = week({ friday: [['22:00', '02:00']] });
    expect(open(fridayNight, '2026-11-28T04:00:00Z')).toBe(true);
    expect(open(fridayNight, '2026-11-27T04:00:00Z')).toBe(false);
  });
});

describe('when clocks change', () => {
  it.each([
    [
      'a day of 23 hours begins at one',
      saoPaulo,
      '2018-11-04',
      '2018-11-04T03:00:00Z',
      '2018-11-05T02:00:00Z',
    ],
    [
      'a day of 25 hours has eleven o’clock twice',
      saoPaulo,
      '2018-02-17',
      '2018-02-17T02:00:00Z',
      '2018-02-18T03:00:00Z',
    ],
    [
      'Santiago skips its midnight',
      'America/Santiago',
      '2026-09-06',
      '2026-09-06T04:00:00Z',
      '2026-09-07T03:00:00Z',
    ],
    [
      'Lisbon has one o’clock twice',
      'Europe/Lisbon',
      '2026-10-25',
      '2026-10-24T23:00:00Z',
      '2026-10-26T00:00:00Z',
    ],
  ])('%s', (_, zone, day, from, until) => {
    const only = week({}, [{ day, name: 'Aberto', startTime: '00:00', endTime: '24:00' }]);
    const justBefore = (at: string) => new Date(Date.parse(at) - 1).toISOString();
    expect([justBefore(from), from, justBefore(until), until].map(at => open(only, at, zone))).toEqual([
      ...[false, true, true, false],
    ]);
  });
  it('a shift over midnight ends when the clock says so, an hour later or earlier', () => {
    // 00:00 of the 4th is 01:00; 24:00 of the 17th is 23:00 once more.
    expect(changes(overnight, '2018-11-04T02:00:00Z')).toBe('2018-11-04T04:00:00.000Z');
    expect(changes(overnight, '2018-02-18T00:30:00Z')).toBe('2018-02-18T05:00:00.000Z');
    expect(changes(everyDay(['08:00', '01:30']), '2026-10-24T22:00:00Z', 'Europe/Lisbon')).toBe(
      '2026-10-25T00:30:00.000Z',
    );
  });
  it('a shift at an hour that is skipped is none, and goes on after it', () => {
    const early = everyDay(['01:00', '01:45'], ['01:15', '03:00']);
    expect(open(early, '2026-03-29T00:59:59Z', 'Europe/Lisbon')).toBe(false);
    expect(open(early, '2026-03-29T01:00:00Z', 'Europe/Lisbon')).toBe(true);
    expect(changes(early, '2026-03-29T01:00:00Z', 'Europe/Lisbon')).toBe('2026-03-29T02:00:00.000Z');
  });
});

describe('a holiday', () => {
  const christmas = { day: '12-25', name: 'Natal', startTime: '00:00', endTime: '00:00' };

  it('is closed every year, and its eve’s shift goes to its end', () => {
    expect(open(week(all(twoShifts), [christmas]), '2026-12-25T14:00:00Z')).toBe(false);
    expect(open(week(all(twoShifts), [christmas]), '2027-12-25T14:00:00Z')).toBe(false);
    expect(open(week(all(overnight), [christmas]), '2026-12-25T04:00:00Z')).toBe(true);
    expect(open(week(all(overnight), [christmas]), '2026-12-26T02:00:00Z')).toBe(false);
  });
  it('has hours of its own where it has any', () => {
    const eve = { day: '2026-12-24', name: 'Véspera', startTime: '08:00', endTime: '11:00' };
    expect(open(week(all(twoShifts), [eve]), '2026-12-24T13:00:00Z')).toBe(true);
    expect(open(week(all(twoShifts), [eve]), '2026-12-24T14:00:00Z')).toBe(false);
    expect(open(week(all(twoShifts), [eve]), '2027-12-24T14:00:00Z')).toBe(true);
  });
  it('may move with Easter', () => {
    expect([2024, 2025, 2026, 2027, 2038].map(easterOf)).toEqual([
      ...['2024-03-31', '2025-04-20', '2026-04-05', '2027-03-28', '2038-04-25'],
    ]);
    const in2026 = Object.fromEntries(nationalHolidays.map(({ day, name }) => [name, dayInYear(day, 2026)]));
    expect(in2026).toMatchObject({
      'Terça-feira de Carnaval': '2026-02-17',
      'Sexta-feira Santa': '2026-04-03',
      'Corpus Christi': '2026-06-04',
    });
  });
  it('is a day that there is', () => {
    const days = ['02-29', '2027-02-29', '04-31', '13-01', 'easter-2', 'easter', '2026-12-24', 'natal'];
    expect(days.filter(isHolidayDay)).toEqual(['02-29', 'easter-2', '2026-12-24']);
    expect(dayInYear('02-29', 2027)).toBeUndefined();
  });
});

describe('what a form gives', () => {
  it('has times of a clock, 24:00 only as an end', () => {
    const entry = { weekdayEn: 'monday', weekday: 'Lundi', startTime: '08:00', endTime: '24:00' };
    expect(schedulesInput.parse([entry])).toEqual([{ ...entry, weekday: 'Segunda-feira' }]);
    for (const bad of [
      { startTime: '24:00' },
      { endTime: '25:00' },
      { startTime: '8:00' },
      { weekdayEn: 'x' },
    ])
      expect(schedulesInput.safeParse([{ ...entry, ...bad }]).success).toBe(false);
    expect(holidaysInput.parse([{ day: '12-25', name: ' Natal ' }])).toEqual([
      { day: '12-25', name: 'Natal', startTime: '00:00', endTime: '00:00' },
    ]);
  });
  it('takes what there is by default', () => {
    expect(schedulesInput.parse(defaultHours.schedules)).toEqual(defaultHours.schedules);
    expect(holidaysInput.parse(defaultHours.holidays)).toEqual(defaultHours.holidays);
    expect(defaultHours.schedules.map(({ startTime, endTime }) => `${startTime}-${endTime}`)).toEqual([
      ...Array.from({ length: 5 }, () => '08:00-18:00'),
      ...['08:00-12:00', '00:00-00:00'],
    ]);
    expect(defaultHours.holidays).toHaveLength(10);
  });
});

const all = ({ schedules }: Hours): Shifts => {
  const shifts = schedules
    .filter(({ weekdayEn }) => weekdayEn === 'monday')
    .map(({ startTime, endTime }) => [startTime, endTime] as const);
  return Object.fromEntries(weekdaysInOrder.map(day => [day, shifts]));
};
