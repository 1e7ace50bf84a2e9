import { defaultHours, type Hours, openAt } from '#domain/shared/schedule.ts';
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
  if (type === 'company') return openAt(company, new Date(at), zone).isOpen;
  if (type === 'queue' && own && own.schedules.length > 0) return openAt(own, new Date(at), zone).isOpen;
  return true;
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
