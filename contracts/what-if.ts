import { z } from 'zod';
import { durationMetrics } from '#domain/dashboard/metrics.ts';
import { longestTargetMinutes } from '#domain/dashboard/what-if.ts';
import { holiday, holidaysInput, scheduleEntry, schedulesInput } from '#domain/shared/schedule.ts';
import { choicesAnswer, dashboardQuery, durationsView, periodView } from './dashboard.ts';

/**
 * The recorded past under other rules, under /api/replay/what-if, for who has the right `replay:view`. It is computed
 * and kept nowhere.
 */
const target = z.number().int().min(1).max(longestTargetMinutes);
const targets = Object.fromEntries(durationMetrics.map(each => [each, target.optional()])) as {
  [Metric in (typeof durationMetrics)[number]]: z.ZodOptional<typeof target>;
};

/** GET /replay/what-if: what the rules are now, to begin with, and what can be chosen. */
export const whatIfRules = z.object({
  hours: z.object({ schedules: z.array(scheduleEntry), holidays: z.array(holiday) }),
  choices: choicesAnswer,
});
export type WhatIfRules = z.output<typeof whatIfRules>;

/**
 * POST /replay/what-if: a period of at most 90 days, narrowed as the dashboard is, other hours (as it was, where they
 * are left out) and targets in minutes. Hours and targets that are none are refused with ERR_VALIDATION.
 */
export const whatIfForm = dashboardQuery.omit({ time: true }).extend({
  hours: z.strictObject({ schedules: schedulesInput, holidays: holidaysInput.default([]) }).optional(),
  targets: z.strictObject(targets).default({}),
});
export type WhatIfForm = z.input<typeof whatIfForm>;

const figures = durationsView.extend({
  /** The share that kept the target, 0 to 1; null without one, and of none. */
  within: z.number().nullable(),
});
export const whatIfAnswer = z.object({
  version: z.number().int(),
  period: periodView,
  rows: z.array(
    z.object({
      metric: z.enum(durationMetrics),
      targetMinutes: target.nullable(),
      /** As it was by the calendar, and within the hours in force then. */
      calendar: figures,
      business: figures,
      /** As it would have been within the other hours. */
      simulated: figures,
    }),
  ),
});
export type WhatIfAnswer = z.output<typeof whatIfAnswer>;
