import { businessMs, noRule, slicesOf } from '#domain/dashboard/business-time.ts';
import type { Recorded } from '#eventstore/types.ts';
import { type EventOf, fold, type Touched } from '../kit/projection.ts';
import type { OwnRow, RowOf } from '../kit/table.ts';
import { atOf } from './change.ts';
import { companyHoursTable, queueHoursTable } from './tables.ts';

/** The hours that were in force at each time: what a fact's business time is measured by. */

type CompanyRow = RowOf<typeof companyHoursTable> | undefined;
type CompanyRules = OwnRow<typeof companyHoursTable>;

/** A clock that went back changes nothing of the order in which things were said. */
const momentAfter = (rules: readonly { readonly from: string }[], event: Recorded): string => {
  const [last, at] = [rules.at(-1)?.from, atOf(event)];
  return last !== undefined && last > at ? last : at;
};

const ruled = (
  row: CompanyRow,
  event: Recorded,
  change: Partial<Omit<CompanyRules['rules'][number], 'from'>>,
): CompanyRules => {
  const rules = row?.rules ?? [];
  const { from: _from, ...last } = rules.at(-1) ?? { from: '', ...noRule };
  return {
    id: event.companyId,
    rules: [...rules, { ...last, ...change, from: momentAfter(rules, event) }],
  };
};

const ruling: { readonly [key: string]: 'scheduleType' | 'zone' } = {
  ...{ scheduleType: 'scheduleType', timeZone: 'zone' },
};

export const companyHoursFold = fold(companyHoursTable, {
  CompanySettingChanged: {
    keys: event => (ruling[event.data.key] ? [[event.companyId]] : []),
    evolve: (row, event) => ruled(row, event, { [ruling[event.data.key] ?? '']: event.data.value }),
  },
  CompanySchedulesChanged: {
    keys: event => [[event.companyId]],
    evolve: (row, event) => {
      const { schedules, holidays } = event.data;
      return ruled(row, event, { hours: { schedules, holidays } });
    },
  },
});

const ofQueue = (
  row: RowOf<typeof queueHoursTable> | undefined,
  event: EventOf<'QueueCreated' | 'QueueChanged'>,
): OwnRow<typeof queueHoursTable> => {
  const rules = row?.rules ?? [];
  const last = rules.at(-1)?.hours;
  const hours = {
    schedules: event.data.schedules ?? last?.schedules ?? [],
    holidays: event.data.holidays ?? last?.holidays ?? [],
  };
  const same = last !== undefined && JSON.stringify(last) === JSON.stringify(hours);
  return {
    id: event.entityId,
    rules: same ? rules : [...rules, { hours, from: momentAfter(rules, event) }],
  };
};

export const queueHoursFold = fold(queueHoursTable, {
  QueueCreated: { evolve: (row, event) => ofQueue(row, event) },
  QueueChanged: { evolve: (row, event) => ofQueue(row, event) },
});

/** How much of a time was business time where it counts: in a queue, or in none. */
export const businessBetween = (
  touched: Touched,
  { companyId }: Recorded,
  { queueId }: { readonly queueId: string | null },
  [from, until]: readonly [string, string],
): number => {
  const company = touched.get(companyHoursTable, companyId)?.rules ?? [];
  const queue = queueId === null ? null : (touched.get(queueHoursTable, queueId)?.rules ?? null);
  return businessMs(Date.parse(from), Date.parse(until), slicesOf(company, queue));
};
