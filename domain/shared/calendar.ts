/** Where a company is that has not said anything else: specification, core, section 1. */
export const defaultTimeZone = 'America/Sao_Paulo';

export type Weekday = 'sunday' | 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday';
const weekdays: readonly Weekday[] = [
  ...(['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const),
];

export const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Whether a text names a time zone of the IANA list: an offset is none, since it knows nothing of summer time. */
export const isTimeZone = (zone: string): boolean => {
  if (zone !== 'UTC' && !/^[A-Z][\w+-]*(\/[\w+-]+)+$/.test(zone)) return false;
  try {
    return clockOf(zone).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** The day (YYYY-MM-DD) on which a moment falls in a time zone. */
export const dayOf = (moment: Date, zone: string): string => {
  const { year, month, day } = wallOf(moment, zone);
  return `${String(year).padStart(4, '0')}-${month}-${day}`;
};

/** How many minutes of its day a clock on the wall shows, and the day. */
export const clockAt = (moment: Date, zone: string): { readonly day: string; readonly minutes: number } => {
  const { hour, minute } = wallOf(moment, zone);
  return { day: dayOf(moment, zone), minutes: Number(hour) * 60 + Number(minute) };
};

/**
 * The moment at which the clocks of a zone show so many minutes of a day, 1440 being the next midnight. What they show
 * twice is the first time; what they skip is the moment of the skip.
 */
export const momentOf = (day: string, minutes: number, zone: string): Date => {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs;
  const offsets = [wall - dayMs, wall + dayMs].map(at => offsetAt(at, zone));
  const [before = 0, after = 0] = offsets;
  const candidates = [wall - before, wall - after].toSorted((one, other) => one - other);
  const shown = candidates.find(at => at + offsetAt(at, zone) === wall);
  return new Date(shown ?? skipBetween(wall - Math.max(before, after), wall - Math.min(before, after), zone));
};

/** A day of a zone as moments: `from` belongs to it, `until` to the next. Days of a change of clocks are 23 or 25 hours. */
export const boundsOfDay = (day: string, zone: string): { readonly from: Date; readonly until: Date } => ({
  from: momentOf(day, 0, zone),
  until: momentOf(day, 24 * 60, zone),
});

/** The day so many days later. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);

export const weekdayOf = (day: string): Weekday =>
  weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 'sunday';

/** Of two moments around a change of clocks, when it happens. */
const skipBetween = (from: number, until: number, zone: string): number => {
  const was = offsetAt(from, zone);
  let [early, late] = [from, until];
  while (late - early > 1_000) {
    const middle = Math.floor((early + late) / 2_000) * 1_000;
    if (middle <= early) break;
    if (offsetAt(middle, zone) === was) early = middle;
    else late = middle;
  }
  return late;
};

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
const offsetAt = (at: number, zone: string): number => {
  const { year, month, day, hour, minute, second } = wallOf(new Date(at), zone);
  const wall = Date.UTC(year, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  return wall - Math.floor(at / 1_000) * 1_000;
};

type Wall = {
  readonly year: number;
  readonly month: string;
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
  readonly second: string;
};

const wallOf = (moment: Date, zone: string): Wall => {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '00';
  const clock = { hour: part('hour'), minute: part('minute'), second: part('second') };
  return { year: Number(part('year')), month: part('month'), day: part('day'), ...clock };
};

const clocks = new Map<string, Intl.DateTimeFormat>();
const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  clocks.set(timeZone, clock);
  return clock;
};
