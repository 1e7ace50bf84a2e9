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

export type Problem = FetchProblem | 'status';
/** What became of one try. */
export type Attempt = {
  /** The status of the answer; null when there was none. */
  readonly answered: number | null;
  readonly problem: FetchProblem | null;
};

/** The same of an earlier try, as it was written down. */
type Answered = { readonly answered: number | null; readonly problem: Problem | null };

export type Judgement =
  | { readonly result: 'delivered' }
  /** Again after so many milliseconds. */
  | { readonly result: 'again'; readonly afterMs: number; readonly problem: Problem }
  | { readonly result: 'failed'; readonly problem: Problem; readonly gone: boolean };

/**
 * What follows from a try. `tries` counts it too; `chance` is 0 to 1; `before` is the try before it. 2xx is the end; a
 * redirect is a failure; 410 says that the endpoint is gone. A single refusal after other failures gives nothing up: a
 * receiver that is being started may say so for a moment.
 */
export const judge = (
  attempt: Attempt,
  tries: number,
  chance: number,
  before: Answered = attempt,
): Judgement => {
  const { answered } = attempt;
  if (answered !== null && answered >= 200 && answered < 300) return { result: 'delivered' };
  const problem = problemOf(attempt);
  const gone = answered === 410;
  const pauseMs = pauses[tries - 1];
  if (gone || pauseMs === undefined || (isRefusal(attempt) && isRefusal(before) && tries >= triesIfRefused))
    return { result: 'failed', problem, gone };
  return { result: 'again', afterMs: Math.round(pauseMs * (1 + jitter * chance)), problem };
};

const problemOf = ({ answered, problem }: Attempt): Problem => {
  if (answered === null) return problem ?? 'unreachable';
  return answered >= 300 && answered < 400 ? 'redirect' : 'status';
};

const isRefusal = ({ answered, problem }: Answered): boolean =>
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
