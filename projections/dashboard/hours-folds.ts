import { businessMs, slicesOf } from '#domain/dashboard/business-time.ts';
import type { Recorded } from '#eventstore/types.ts';
import { fold, type Touched } from '../kit/projection.ts';
import { companyRulesAfter, queueRulesAfter, saysCompanyHours } from './hours-rules.ts';
import { companyHoursTable, queueHoursTable } from './tables.ts';

/** The hours that were in force at each time: what a fact's business time is measured by. */

export const companyHoursFold = fold(companyHoursTable, {
  CompanySettingChanged: {
    keys: event => (saysCompanyHours(event) ? [[event.companyId]] : []),
    evolve: (row, event) => ({ id: event.companyId, rules: companyRulesAfter(row?.rules ?? [], event) }),
  },
  CompanySchedulesChanged: {
    keys: event => [[event.companyId]],
    evolve: (row, event) => ({ id: event.companyId, rules: companyRulesAfter(row?.rules ?? [], event) }),
  },
});

export const queueHoursFold = fold(queueHoursTable, {
  QueueCreated: {
    evolve: (row, event) => ({ id: event.entityId, rules: queueRulesAfter(row?.rules ?? [], event) }),
  },
  QueueChanged: {
    evolve: (row, event) => ({ id: event.entityId, rules: queueRulesAfter(row?.rules ?? [], event) }),
  },
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
