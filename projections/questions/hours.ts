import {
  businessMs,
  type CompanyRule,
  type HoursSlice,
  type QueueRule,
  slicesOf,
} from '#domain/dashboard/business-time.ts';
import type { Recorded } from '#eventstore/types.ts';
import { companyRulesAfter, queueRulesAfter, saysCompanyHours } from '../dashboard/hours-rules.ts';

/** What a company and its queues had said of their hours, as noted of the company; nothing personal. */
export type Hours = {
  readonly company: readonly CompanyRule[];
  readonly queues: { readonly [queueId: string]: readonly QueueRule[] };
};

const nothingSaid: Hours = { company: [], queues: {} };

/** The same object where the event says nothing of hours. */
export const hoursAfter = (before: Hours | undefined, event: Recorded): Hours | undefined => {
  const known = before ?? nothingSaid;
  if (saysCompanyHours(event)) {
    const company = companyRulesAfter(known.company, event);
    return company === known.company ? before : { ...known, company };
  }
  if (event.type !== 'QueueCreated' && event.type !== 'QueueChanged') return before;
  const rules = known.queues[event.entityId] ?? [];
  const after = queueRulesAfter(rules, event);
  return after === rules ? before : { ...known, queues: { ...known.queues, [event.entityId]: after } };
};

/** How much of a time was business time in a queue, or in none, by the hours in force then; milliseconds. */
export type Business = (queueId: string | null, startedAt: string, endedAt: string) => number;

const noHours: readonly HoursSlice[] = slicesOf([], null);

export const businessBy =
  (hours: Hours | undefined): Business =>
  (queueId, startedAt, endedAt) => {
    const queue = queueId === null ? null : (hours?.queues[queueId] ?? null);
    const slices = hours ? slicesOf(hours.company, queue) : noHours;
    return businessMs(Date.parse(startedAt), Date.parse(endedAt), slices);
  };
