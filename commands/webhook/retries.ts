import type { FetchProblem } from '#safe-fetch/refusal.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after each failure it is tried again (Standard Webhooks 1.0); after the last it is given up. */
const pauses = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
/** By how much a pause may be longer, so that what failed together does not come back together. */
const jitter = 0.1;
/** Who says that the request itself is wrong is asked so many times. */
const triesIfRefused = 3;
const worthRetrying: ReadonlySet<number> = new Set([408, 425, 429]);
const hopeless: ReadonlySet<string> = new Set(['url', 'protocol', 'credentials', 'port', 'address']);

export const warnAfterMs = 24 * hour;
export const disableAfterMs = 72 * hour;
export const timeoutMs = 15 * second;

/** After a first early try another one comes no sooner than this, after each further one four times as late. */
const firstEarlyPauseMs = 5 * second;
const earlyGrowth = 4;

/** Why a try came to nothing; the last two: it could not be made at all, and was not sent. */
export type Problem = FetchProblem | 'status' | Unmade;
/** `unreadable`: the events that it is made of cannot be read. `secret`: there is no secret to sign with. */
export type Unmade = 'unreadable' | 'secret';

/** What became of one try. */
export type Attempt = {
  /** The status of the answer; null when there was none. */
  readonly answered: number | null;
  readonly problem: FetchProblem | null;
  /** For how long the answer asked to be left alone (`Retry-After`); null when it did not. */
  readonly retryAfterMs?: number | null;
};

/** What is known of a delivery before a try. */
export type Before = {
  /** How often it was sent; `early` of these came before their time: they use up none of the tries that it has. */
  readonly tries: number;
  readonly early: number;
  /** When its next try by the schedule is, where this one comes before it. ISO. */
  readonly plannedAt: string | null;
  readonly answered: number | null;
  readonly problem: Problem | null;
};

export type Judgement =
  | { readonly result: 'delivered' }
  | {
      readonly result: 'again';
      readonly nextAt: Date;
      /** When it is tried by the schedule, where `nextAt` is earlier. */
      readonly plannedAt: Date | null;
      readonly early: number;
      readonly problem: Problem;
    }
  | { readonly result: 'failed'; readonly problem: Problem; readonly gone: boolean };

/** 2xx is the end of a delivery; a redirect is a failure. */
export const isDelivered = ({ answered }: Attempt): boolean =>
  answered !== null && answered >= 200 && answered < 300;

/**
 * What follows from a try; `chance` is 0 to 1. 410 says that the endpoint is gone. A single refusal after other failures
 * gives nothing up: a receiver that is being started may say so for a moment. A receiver that asks to be left alone is
 * not asked before; where it wants to be asked sooner than the schedule says, it is, less often each time.
 */
export const judge = (
  attempt: Attempt,
  before: Before,
  { now, chance }: { readonly now: Date; readonly chance: number },
): Judgement => {
  if (isDelivered(attempt)) return { result: 'delivered' };
  const problem = problemOf(attempt);
  const gone = attempt.answered === 410;
  const planned = before.plannedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(before.plannedAt);
  const isEarly = planned > now.getTime();
  const early = before.early + (isEarly ? 1 : 0);
  const tries = before.tries + 1 - early;
  const pauseMs = pauses[tries - 1];
  const isOver =
    pauseMs === undefined || (isRefusal(attempt) && isRefusal(before) && tries >= triesIfRefused);
  if (gone || (isOver && !isEarly)) return { result: 'failed', problem, gone };
  const byScheduleAt = isEarly ? planned : now.getTime() + Math.round((pauseMs ?? 0) * (1 + jitter * chance));
  const { retryAfterMs = null } = attempt;
  const asked = retryAfterMs === null ? byScheduleAt : now.getTime() + retryAfterMs;
  const soonest = now.getTime() + earlyPauseMs(early);
  const nextAt = asked >= byScheduleAt ? asked : Math.min(byScheduleAt, Math.max(asked, soonest));
  const plannedAt = nextAt < byScheduleAt ? new Date(byScheduleAt) : null;
  return { result: 'again', nextAt: new Date(nextAt), plannedAt, early, problem };
};

const earlyPauseMs = (early: number): number =>
  firstEarlyPauseMs * earlyGrowth ** Math.min(early, mostEarlier);
const mostEarlier = 10;

/** The same in SQL: whether a delivery whose receiver answers again may be tried before its time. */
export const mayBeEarly = (triedAt: string, early: string, now: string): string =>
  `${triedAt} <= ${now} - make_interval(secs => ${firstEarlyPauseMs / second} * ${earlyGrowth}.0 ^ least(${early}, ${mostEarlier}))`;

const problemOf = ({ answered, problem }: Attempt): Problem => {
  if (answered === null) return problem ?? 'unreachable';
  return answered >= 300 && answered < 400 ? 'redirect' : 'status';
};

const isRefusal = ({ answered, problem }: Pick<Before, 'answered' | 'problem'>): boolean =>
  answered === null
    ? hopeless.has(problem ?? '')
    : answered >= 400 && answered < 500 && !worthRetrying.has(answered);

/** What is done about an endpoint that has just failed again: nothing, a warning, or its end. */
export const judgeEndpoint = (
  { failingSince, warnedAt }: { readonly failingSince: string; readonly warnedAt: string | null },
  now: Date,
): 'bear' | 'warn' | 'disable' => {
  const failingMs = now.getTime() - Date.parse(failingSince);
  if (warnedAt === null) return failingMs >= warnAfterMs ? 'warn' : 'bear';
  const isWarned = now.getTime() - Date.parse(warnedAt) >= warnAfterMs;
  return failingMs >= disableAfterMs && isWarned ? 'disable' : 'bear';
};
