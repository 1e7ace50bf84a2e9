import { z } from 'zod';
import { languages } from '#domain/company/settings.ts';
import {
  clocks,
  dimensions,
  durationMetrics,
  listedMetrics,
  standingMetrics,
} from '#domain/dashboard/metrics.ts';
import { longestPeriodDays } from '#domain/dashboard/period.ts';
import { isPossibleTime } from '#domain/shared/time.ts';

/** The calls about figures, under /api, for administrators. What each counts is said in docs/metrics.md. */
const id = z.uuid();
const count = z.number().int();
const empty = z.literal('');

const day = z.iso.date().refine(isPossibleTime);
const instant = z.iso.datetime().refine(isPossibleTime);

/**
 * A period is the last so many days, today included, or two days and all between them, where the company is. What it
 * is narrowed to holds for every figure; a name that is not here is refused, never left out.
 */
export const dashboardQuery = z.strictObject({
  days: z.coerce.number().int().min(0).max(longestPeriodDays).or(empty).optional(),
  date_from: day.or(empty).optional(),
  date_to: day.or(empty).optional(),
  queueId: id.optional(),
  whatsappId: id.optional(),
  tagId: id.optional(),
  userId: id.optional(),
  /** How durations are measured; by the calendar unless it is said. */
  time: z.enum(clocks).optional(),
});
export type DashboardQuery = z.output<typeof dashboardQuery>;

/** GET /dashboard/choices: what figures can be narrowed to, by name; what is gone stays, since figures have it. */
const choice = z.object({ id, name: z.string(), removed: z.boolean() });
export const choicesAnswer = z.object({
  queue: z.array(choice),
  connection: z.array(choice),
  tag: z.array(choice),
  user: z.array(choice),
});
export type ChoicesAnswer = z.output<typeof choicesAnswer>;

/** The days that were asked for, where they begin and end, and in which zone. */
export const periodView = z.object({
  dateFrom: z.iso.date(),
  dateTo: z.iso.date(),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  zone: z.string(),
});

/** Averages in minutes and in milliseconds; null where there is nothing to take an average of. */
const minutes = z.number().nullable();
const ms = z.number().nullable();
export const attendantFigures = z.object({
  id,
  name: z.string(),
  rating: z.number().nullable(),
  ratings: count,
  avgSupportTime: minutes,
  avgSupportTimeMs: ms,
  finished: count,
  online: z.boolean(),
  removed: z.boolean(),
});
export type AttendantFigures = z.output<typeof attendantFigures>;

/** GET /dashboard. Specification, core, sections 2, 3 and 7. */
export const dashboardAnswer = z.object({
  /** Of the definitions that its figures were counted by. */
  version: count,
  counters: z.object({
    supportPending: count,
    supportHappening: count,
    supportFinished: count,
    leads: count,
    avgSupportTime: minutes,
    avgWaitTime: minutes,
    avgSupportTimeMs: ms,
    avgWaitTimeMs: ms,
  }),
  attendants: z.array(attendantFigures),
  /** Attendances that began today, for each hour of the day. */
  today: z.array(count).length(24),
  period: periodView,
});
export type DashboardAnswer = z.output<typeof dashboardAnswer>;

export const durationsView = z.object({ count, average: ms, median: ms, p90: ms });

export const totalsView = z.object({
  durations: z.object(
    Object.fromEntries(durationMetrics.map(each => [each, durationsView])) as {
      [Metric in (typeof durationMetrics)[number]]: typeof durationsView;
    },
  ),
  opened: count,
  reopened: count,
  leads: count,
  closings: z.object({ human: count, bot: count, timeout: count, tickets: count, contacts: count }),
  /** How many of the marks 1, 2 and 3. */
  marks: z.tuple([count, count, count]),
});
export type TotalsView = z.output<typeof totalsView>;

export const breakdownRow = z.object({
  /** Null: of none. */
  key: id.nullable(),
  name: z.string().nullable(),
  color: z.string().nullable(),
  removed: z.boolean(),
  durations: totalsView.shape.durations,
  closed: count,
  reopened: count,
  rating: z.number().nullable(),
  ratings: count,
});
export type BreakdownRow = z.output<typeof breakdownRow>;

/** GET /dashboard/report: the same period and narrowing, in more figures, with as many days before. */
export const reportQuery = dashboardQuery.extend({ by: z.enum(dimensions).default('queue') });
export const reportAnswer = z.object({
  version: count,
  time: z.enum(clocks),
  period: periodView,
  before: periodView,
  totals: totalsView,
  totalsBefore: totalsView,
  by: z.enum(dimensions),
  rows: z.array(breakdownRow),
  /** Attendances that began, by weekday (1: Monday) and hour; only those hours that had any. */
  starts: z.array(z.object({ weekday: count, hour: count, count })),
});
export type ReportAnswer = z.output<typeof reportAnswer>;

const hourOf = z.coerce.number().int().min(0).max(23);
/** What a part of a figure is asked by, and of which figures there is such a part. */
const parts = {
  closing: ['closed', 'resolution'],
  rating: ['rated'],
  weekday: ['opened'],
  hour: ['opened'],
  at: standingMetrics,
} as const;

/**
 * GET /dashboard/episodes: the rows that a figure of the same filter is made of, the newest first. `by` and `key` are a
 * row of its table; `closing`, `rating`, `weekday` (1: Monday) and `hour` a part of it; `at` is the instant of figures
 * that have one, the end of the period or now unless it is given. What a figure has no part by is refused.
 */
const episodesFields = dashboardQuery.extend({
  metric: z.enum(listedMetrics),
  by: z.enum(dimensions).optional(),
  key: id.or(z.literal('none')).optional(),
  closing: z.enum(['human', 'bot', 'timeout']).optional(),
  rating: z.coerce.number().int().min(1).max(3).optional(),
  weekday: z.coerce.number().int().min(1).max(7).optional(),
  hour: hourOf.optional(),
  at: instant.optional(),
});
type EpisodesFields = z.output<typeof episodesFields>;

const isPart = (query: EpisodesFields): boolean =>
  (query.by === undefined) === (query.key === undefined) &&
  !(query.by && query.metric === 'leads') &&
  (Object.keys(parts) as (keyof typeof parts)[]).every(
    name => query[name] === undefined || (parts[name] as readonly string[]).includes(query.metric),
  );
const cursor = z.string().max(200);
export const episodesQuery = episodesFields.extend({ cursor: cursor.optional() }).refine(isPart);
export type EpisodesQuery = z.output<typeof episodesQuery>;
/** GET /dashboard/episodes.csv: all of them, as separated values. */
export const episodesExportQuery = episodesFields
  .extend({ language: z.enum(languages).default('pt-BR') })
  .refine(isPart);

/** Something by name; null: none, or nobody. */
const named = z.object({ id, name: z.string(), removed: z.boolean() }).nullable();
export const episodeView = z.object({
  id,
  ticketId: id,
  /** Null: the ticket was deleted. */
  number: count.nullable(),
  /** Empty: erased; null: the ticket was deleted. */
  contact: z.string().nullable(),
  queue: named,
  connection: named,
  user: named,
  from: z.iso.datetime(),
  until: z.iso.datetime().nullable(),
  ms,
  /** Of durations: how much of it was within the hours in force then. */
  businessMs: ms,
  /** Of waiting in a queue: how long the customer had been waiting for an answer by then, in whatever queues. */
  customerMs: ms,
  closing: z.enum(['human', 'bot', 'timeout', 'deleted']).nullable(),
  rating: count.nullable(),
});
export type EpisodeView = z.output<typeof episodeView>;
export const episodesAnswer = z.object({
  version: count,
  period: periodView,
  /** The instant of figures that have one. */
  at: z.iso.datetime().nullable(),
  total: count,
  rows: z.array(episodeView),
  nextCursor: cursor.nullable(),
});
export type EpisodesAnswer = z.output<typeof episodesAnswer>;

/** GET /dashboard/backlog: who waited and who was attended to at an instant, and at the end of each day. */
export const backlogQuery = dashboardQuery.extend({ at: instant.optional() });
const standingAt = z.object({ pending: count, attending: count });
const standingRow = standingAt.extend({
  /** Null: in no queue, or nobody's. */
  key: id.nullable(),
  name: z.string().nullable(),
  removed: z.boolean(),
});
export const backlogAnswer = z.object({
  version: count,
  period: periodView,
  /** The instant: the one asked for, else the end of the period, or now. */
  at: z.iso.datetime(),
  total: standingAt,
  queues: z.array(standingRow),
  users: z.array(standingRow),
  /** At the end of each day of the period where the company is; of today, now. */
  days: z.array(standingAt.extend({ day: z.iso.date(), at: z.iso.datetime() })),
});
export type BacklogAnswer = z.output<typeof backlogAnswer>;
