import { defaultHours, type Hours } from '#domain/shared/schedule.ts';
import type { Recorded } from '#eventstore/types.ts';

const quarter = 15 * 60_000;
type Said = { readonly at: number; readonly say: (now: Rules) => Rules };
type Rules = {
  readonly type: string;
  readonly zone: string;
  readonly company: Hours;
  readonly queues: ReadonlyMap<string, Hours>;
};

/**
 * How much of a time was business time: a slow and obvious reading, quarter of an hour by quarter of an hour, of
 * whether somebody was there. It takes hours that change at whole quarters.
 */
export const oracleHours = (events: readonly Recorded[]) => {
  const said = saidIn(events);
  const open = new Map<string, boolean>();
  const isOpen = (at: number, queue: string | null): boolean => {
    const before = said.filter(each => each.at <= at);
    const place = `${before.length} ${queue} ${Math.floor(at / quarter)}`;
    const known = open.get(place) ?? isOpenBy(rulesAfter(before), at, queue);
    open.set(place, known);
    return known;
  };
  return (from: number, until: number, queue: string | null): number => {
    const turns = said.map(({ at }) => at).filter(at => at > from && at < until);
    let sum = 0;
    for (let at = from; at < until; ) {
      const next = Math.min(
        until,
        (Math.floor(at / quarter) + 1) * quarter,
        ...turns.filter(turn => turn > at),
      );
      if (isOpen(at, queue)) sum += next - at;
      at = next;
    }
    return sum;
  };
};

const rulesAfter = (said: readonly Said[]): Rules =>
  said.reduce((rules, { say }) => say(rules), {
    ...{ type: 'disabled', zone: 'America/Sao_Paulo', company: defaultHours, queues: new Map() },
  } as Rules);

const isOpenBy = ({ type, zone, company, queues }: Rules, at: number, queue: string | null): boolean => {
  const own = queue === null ? undefined : queues.get(queue);
  if (type === 'company') return isWithin(company, at, zone);
  if (type === 'queue' && own && own.schedules.length > 0) return isWithin(own, at, zone);
  return true;
};

/** What the clocks of a zone show: on a shift of that day, or on one of the day before that lasts past midnight. */
const isWithin = (hours: Hours, at: number, zone: string): boolean => {
  const { day, clock } = shownAt(at, zone);
  const before = new Date(Date.parse(`${day}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  return (
    shiftsOn(hours, day).some(({ startTime: from, endTime: to }) =>
      to < from ? clock >= from : clock >= from && clock < to,
    ) || shiftsOn(hours, before).some(({ startTime: from, endTime: to }) => to < from && clock < to)
  );
};

const formats = new Map<string, Intl.DateTimeFormat>();
const shownAt = (at: number, timeZone: string): { readonly day: string; readonly clock: string } => {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timeZone, format);
  const [day = '', clock = ''] = format.format(at).split(' ');
  return { day, clock };
};

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const shiftsOn = ({ schedules, holidays }: Hours, day: string) => {
  const own = holidays.filter(each => isOn(each.day, day));
  const weekday = weekdays[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? 'sunday';
  return own.length > 0 ? own : schedules.filter(({ weekdayEn }) => weekdayEn === weekday);
};

/** Easter Sundays of the years that stories tell of. */
const easters: { readonly [year: string]: string } = {
  ...{ 2018: '2018-04-01', 2026: '2026-04-05', 2027: '2027-03-28' },
};
const isOn = (holiday: string, day: string): boolean => {
  if (!holiday.startsWith('easter')) return day.endsWith(holiday);
  const easter = easters[day.slice(0, 4)];
  if (!easter) throw new Error(`no Easter of ${day}`);
  const offset = Number(holiday.slice('easter'.length)) * 86_400_000;
  return new Date(Date.parse(`${easter}T12:00:00Z`) + offset).toISOString().slice(0, 10) === day;
};

/** What was said later counts later, whatever the clock showed. */
const saidIn = (events: readonly Recorded[]): readonly Said[] => {
  const latest = new Map<string, number>();
  return events.flatMap((event): Said[] => {
    const whose = event.type.startsWith('Queue') ? event.entityId : 'company';
    const add = (say: Said['say']): Said[] => {
      const at = Math.max(latest.get(whose) ?? 0, Date.parse(event.metadata.at));
      latest.set(whose, at);
      return [{ at, say }];
    };
    if (event.type === 'CompanySchedulesChanged') return add(now => ({ ...now, company: event.data }));
    if (event.type === 'CompanySettingChanged') {
      const { key, value } = event.data;
      if (key === 'timeZone') return add(now => ({ ...now, zone: value }));
      return key === 'scheduleType' ? add(now => ({ ...now, type: value })) : [];
    }
    if (event.type !== 'QueueCreated' && event.type !== 'QueueChanged') return [];
    const { queueId, schedules = [], holidays = [] } = event.data;
    return add(now => ({ ...now, queues: new Map(now.queues).set(queueId, { schedules, holidays }) }));
  });
};
