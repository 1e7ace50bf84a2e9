import { z } from 'zod';
import { addDays, dayOf, momentOf, type Weekday, weekdayOf } from './calendar.ts';
import { dayInYear, isHolidayDay, nationalHolidays } from './holidays.ts';

/** As the specification's clients write the days of a week (secondary, section 3). */
export const weekdayNames: Readonly<Record<Weekday, string>> = {
  monday: 'Segunda-feira',
  tuesday: 'Terça-feira',
  wednesday: 'Quarta-feira',
  thursday: 'Quinta-feira',
  friday: 'Sexta-feira',
  saturday: 'Sábado',
  sunday: 'Domingo',
};
const weekdayEn = z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']);
export const weekdaysInOrder: readonly Weekday[] = weekdayEn.options;

const clock = /^([01]\d|2[0-3]):[0-5]\d$/;
const startTime = z.string().regex(clock);
/** 24:00 is the midnight at the end of the day. */
const endTime = z.union([z.literal('24:00'), startTime]);

/**
 * When somebody is there on a weekday: from `startTime` up to `endTime`, into the next day when that is earlier. The
 * same twice is closed. A weekday may have several.
 */
export const scheduleEntry = z.object({
  weekday: z.string(),
  weekdayEn,
  startTime: z.string(),
  endTime: z.string(),
});
export type ScheduleEntry = z.output<typeof scheduleEntry>;

/** A day on which the weekday's hours do not count, but these: for `day` see holidays.ts. */
export const holiday = z.object({
  day: z.string(),
  name: z.string(),
  startTime: z.string(),
  endTime: z.string(),
});
export type Holiday = z.output<typeof holiday>;

const most = { entries: 70, holidays: 200 };

/** What a form gives: names of weekdays are ours, and a holiday without hours is closed. */
export const schedulesInput = z
  .array(
    z
      .object({ weekday: z.string().max(40).optional(), weekdayEn, startTime, endTime })
      .transform((entry): ScheduleEntry => ({ ...entry, weekday: weekdayNames[entry.weekdayEn] })),
  )
  .max(most.entries);
export const holidaysInput = z
  .array(
    z.object({
      day: z.string().refine(isHolidayDay),
      name: z.string().trim().min(1).max(60),
      startTime: startTime.default('00:00'),
      endTime: endTime.default('00:00'),
    }),
  )
  .max(most.holidays);

export type Hours = { readonly schedules: readonly ScheduleEntry[]; readonly holidays: readonly Holiday[] };

const entry = (day: Weekday, from: string, until: string): ScheduleEntry => ({
  weekday: weekdayNames[day],
  weekdayEn: day,
  startTime: from,
  endTime: until,
});

/** The specification's hours (secondary, section 3), and the national holidays that are for everybody. */
export const defaultHours: Hours = {
  schedules: weekdaysInOrder.map(day => {
    if (day === 'sunday') return entry(day, '00:00', '00:00');
    return entry(day, '08:00', day === 'saturday' ? '12:00' : '18:00');
  }),
  holidays: nationalHolidays
    .filter(({ optional }) => !optional)
    .map(({ day, name }) => ({ day, name, startTime: '00:00', endTime: '00:00' })),
};

export type Openness = {
  readonly isOpen: boolean;
  /** When that ends; null when it does not within two weeks. */
  readonly changesAt: Date | null;
};

const daysAhead = 15;
type Span = { readonly from: number; readonly until: number };
type Times = Pick<ScheduleEntry, 'startTime' | 'endTime'>;

/**
 * Whether it is within the hours at an instant, by the clocks of a zone: a shift begins and ends when they show it,
 * also on days on which they change. What begins where another ends is one time, so that a whole week is never closed.
 */
export const openAt = (hours: Hours, instant: Date, zone: string): Openness => {
  const today = dayOf(instant, zone);
  const at = instant.getTime();
  const spans = spansAround(hours, today, { from: -1, until: daysAhead }, zone);
  const now = spans.find(({ from, until }) => from <= at && at < until);
  const horizon = momentOf(addDays(today, daysAhead), 0, zone).getTime();
  if (now) return { isOpen: true, changesAt: now.until > horizon ? null : new Date(now.until) };
  const next = spans.find(({ from }) => from > at);
  return { isOpen: false, changesAt: next ? new Date(next.from) : null };
};

/** When somebody was there last, at an instant at which nobody is; null when that was not within two weeks. */
export const closedSince = (hours: Hours, instant: Date, zone: string): Date | null => {
  const spans = spansAround(hours, dayOf(instant, zone), { from: -daysAhead, until: 0 }, zone);
  const last = spans.findLast(({ until }) => until <= instant.getTime());
  return last ? new Date(last.until) : null;
};

/** The open times of days by the hours and the zone that they are of: the same days are asked for again and again. */
const known = new WeakMap<Hours, Map<string, Map<string, readonly Span[]>>>();
const knownDays = (hours: Hours, zone: string): Map<string, readonly Span[]> => {
  const zones = known.get(hours) ?? new Map<string, Map<string, readonly Span[]>>();
  const days = zones.get(zone) ?? new Map<string, readonly Span[]>();
  known.set(hours, zones.set(zone, days));
  return days;
};

/**
 * The open times that touch a time, in order and apart. Hours are taken for what never changes: who changes them makes
 * others.
 */
export const openTimesAround = (
  hours: Hours,
  from: number,
  until: number,
  zone: string,
): readonly { readonly from: number; readonly until: number }[] => {
  const days = knownDays(hours, zone);
  const last = dayOf(new Date(until), zone);
  const spans: Span[] = [];
  // What began the day before may last into the first.
  for (let day = addDays(dayOf(new Date(from), zone), -1); day <= last; day = addDays(day, 1)) {
    const own = days.get(day) ?? timesOn(hours, day).flatMap(times => spanOf(day, times, zone));
    days.set(day, own);
    spans.push(...own);
  }
  return merged(spans);
};

/** How many milliseconds of a time lie within the hours, by the clocks of a zone. */
export const openMsBetween = (hours: Hours, from: number, until: number, zone: string): number =>
  until <= from
    ? 0
    : openTimesAround(hours, from, until, zone).reduce(
        (sum, span) => sum + Math.max(0, Math.min(span.until, until) - Math.max(span.from, from)),
        0,
      );

/** The open times of the days from so many before or after a day up to so many, in order and apart. */
const spansAround = (
  hours: Hours,
  today: string,
  { from, until }: { readonly from: number; readonly until: number },
  zone: string,
): readonly Span[] =>
  merged(
    Array.from({ length: until - from + 1 }, (_, index) => addDays(today, from + index)).flatMap(day =>
      timesOn(hours, day).flatMap(times => spanOf(day, times, zone)),
    ),
  );

/** The hours of a day: a holiday's own, else its weekday's. */
const timesOn = ({ schedules, holidays }: Hours, day: string): readonly Times[] => {
  const year = Number(day.slice(0, 4));
  const own = holidays.filter(each => dayInYear(each.day, year) === day);
  const weekday = weekdayOf(day);
  return own.length > 0 ? own : schedules.filter(each => each.weekdayEn === weekday);
};

const spanOf = (day: string, { startTime: start, endTime: end }: Times, zone: string): readonly Span[] => {
  const [from, until] = [minutesOf(start), minutesOf(end)];
  if (from === until) return [];
  const last = until > from ? momentOf(day, until, zone) : momentOf(addDays(day, 1), until, zone);
  const span = { from: momentOf(day, from, zone).getTime(), until: last.getTime() };
  return span.from < span.until ? [span] : [];
};

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

const merged = (spans: readonly Span[]): readonly Span[] => {
  const joined: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last && span.from <= last.until)
      joined[joined.length - 1] = { from: last.from, until: Math.max(last.until, span.until) };
    else joined.push(span);
  }
  return joined;
};
