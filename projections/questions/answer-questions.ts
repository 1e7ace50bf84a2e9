import type { FollowerReport } from '#eventstore/follow/report.ts';
import { unwatched } from '#eventstore/follow/report.ts';
import { pauseAfter } from '#eventstore/pause.ts';
import { computeVersion } from './compute-question.ts';
import { followQuestions, type QuestionsDeps } from './follow-questions.ts';
import { unfinished, type Version } from './versions.ts';

/** Another process may have taken in what is asked. */
const lookAgainMs = 10_000;
/** So many companies' questions are computed at once. */
const mostAtOnce = 2;
const back = { firstMs: 1_000, longestMs: 60_000 };

/** Answers questions until the signal aborts: computes what is new over all history, and keeps the rest live. */
export const answerQuestions = async (
  deps: QuestionsDeps & { readonly report?: FollowerReport | undefined },
): Promise<void> => {
  const { signal, report = unwatched } = deps;
  const bell = openBell(signal);
  await Promise.all([followQuestions({ ...deps, report, asked: bell.ring }), computeAll(deps, bell)]);
};

const computeAll = async (deps: QuestionsDeps, bell: Bell): Promise<void> => {
  const { pool, log, signal } = deps;
  const busy = new Map<string, Promise<void>>();
  let failures = 0;
  const compute = async (version: Version): Promise<void> => {
    try {
      await computeVersion(deps, version);
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      log.warn({ err: error, version: version.id }, 'a question could not be computed yet, trying again');
      await pauseAfter(failures, back, signal);
    } finally {
      busy.delete(version.companyId);
      bell.ring();
    }
  };
  while (!signal.aborted) {
    const heard = bell.heard();
    const waiting = await unfinished(pool).catch(error => {
      if (!signal.aborted) log.warn({ err: error }, 'could not see what is to be computed');
      return [];
    });
    for (const version of waiting)
      if (!busy.has(version.companyId) && busy.size < mostAtOnce)
        busy.set(version.companyId, compute(version));
    await heard;
  }
  await Promise.all(busy.values());
};

type Bell = { readonly ring: () => void; readonly heard: () => Promise<void> };

/** `heard` resolves when it rings next, after a while, or when the signal aborts. */
const openBell = (signal: AbortSignal): Bell => {
  let waiting: PromiseWithResolvers<void> | undefined;
  const ring = () => waiting?.resolve();
  signal.addEventListener('abort', ring);
  return {
    ring,
    heard: () => {
      waiting = Promise.withResolvers<void>();
      const timer = setTimeout(ring, lookAgainMs);
      if (signal.aborted) ring();
      return waiting.promise.finally(() => clearTimeout(timer));
    },
  };
};
