import type { z } from 'zod';
import type { WhatIfAnswer, WhatIfRules, whatIfForm } from '#contracts/what-if.ts';
import { type DurationMetric, durationMetrics, metricsVersion } from '#domain/dashboard/metrics.ts';
import { countOfDays } from '#domain/dashboard/period.ts';
import { longestWhatIfDays, mostWhatIfRows, summaryOf, underHours } from '#domain/dashboard/what-if.ts';
import { minuteMs } from '#domain/shared/calendar.ts';
import { defaultHours, type Hours } from '#domain/shared/schedule.ts';
import {
  companyHoursNow,
  countLasted,
  type LastedRow,
  lastedIn,
} from '#projections/dashboard/queries/lasted.ts';
import type { Scope } from '#projections/dashboard/queries/scope.ts';
import type { Queryable, Tenants } from '#projections/tenant.ts';
import { askedOf, shownPeriod } from '../dashboard/asked.ts';
import { readChoices } from '../dashboard/names.ts';
import { CallRefused, refuse } from '../errors/refusal.ts';
import { collectNumbers } from './sort-in-steps.ts';

type Reader = {
  readonly companyId: string;
  readonly zone: string;
  readonly now: Date;
  /** More rows of one duration than this are refused. */
  readonly most?: number;
};

/** So many rows are read and measured at once; others are served in between. */
const batch = 5_000;

/** What the rules are now, to change. */
export const readRules = async (db: Queryable): Promise<WhatIfRules> => {
  const [rule, choices] = await Promise.all([companyHoursNow(db), readChoices(db)]);
  const { schedules, holidays } = rule?.hours ?? defaultHours;
  return { hours: { schedules: [...schedules], holidays: [...holidays] }, choices };
};

/**
 * The durations of a period as they were, beside what they would have been. Refused with
 * ERR_VALIDATION if longer, with ERR_PERIOD_TOO_FULL where there is more than can be held.
 */
export const readWhatIf = async (
  tenants: Tenants,
  { hours, targets, ...query }: z.output<typeof whatIfForm>,
  { companyId, zone, now, most = mostWhatIfRows }: Reader,
): Promise<WhatIfAnswer> => {
  const { days, scope } = await askedOf(tenants, query, { companyId, zone, now });
  if (countOfDays(days) > longestWhatIfDays)
    throw new CallRefused('ERR_VALIDATION', { message: `1 to ${longestWhatIfDays} days` });
  for (const metric of durationMetrics) {
    const count = await tenants.read(companyId, db => countLasted(db, metric, scope, most + 1));
    if (count > most) throw refuse('ERR_PERIOD_TOO_FULL');
  }
  const rows: WhatIfAnswer['rows'] = [];
  // One after the other: each holds as many numbers as it has rows.
  for (const metric of durationMetrics) {
    const measured = await measure(tenants, { companyId, metric, scope, hours, zone });
    const targetMinutes = targets[metric] ?? null;
    const summary = async (values: Numbers) =>
      summaryOf(await values.sorted(), targetMinutes === null ? undefined : targetMinutes * minuteMs);
    rows.push({
      ...{ metric, targetMinutes, calendar: await summary(measured.calendar) },
      ...{ business: await summary(measured.business), simulated: await summary(measured.simulated) },
    });
  }
  return { version: metricsVersion, period: shownPeriod(days, zone), rows };
};

type Numbers = ReturnType<typeof collectNumbers>;
type Asked = {
  readonly companyId: string;
  readonly metric: DurationMetric;
  readonly scope: Scope;
  readonly hours: Hours | undefined;
  readonly zone: string;
};

const measure = async (tenants: Tenants, { companyId, metric, scope, hours, zone }: Asked) => {
  const [calendar, business, simulated] = [collectNumbers(), collectNumbers(), collectNumbers()];
  let after: LastedRow | undefined;
  for (;;) {
    const rows = await tenants.read(companyId, db => lastedIn(db, metric, scope, { after, most: batch }));
    calendar.add(rows.map(({ ms }) => ms));
    business.add(rows.map(({ businessMs }) => businessMs));
    simulated.add(underHours(rows, hours, zone));
    after = rows.at(-1);
    if (rows.length < batch) return { calendar, business, simulated };
  }
};
