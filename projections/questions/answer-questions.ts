import type { FollowerReport } from '#eventstore/follow/report.ts';
import { unwatched } from '#eventstore/follow/report.ts';
import { type Runner, runAll } from '#eventstore/follow/runner.ts';
import { openAside } from '#eventstore/parking/set-aside.ts';
import { keepTakingUp } from '#eventstore/parking/take-up.ts';
import { pauseAfter } from '#eventstore/pause.ts';
import { computeVersion } from './compute-question.ts';
import { followQuestions, type QuestionsDeps, questionsRetried } from './follow-questions.ts';
import { questionsFollower } from './names.ts';
import { unfinished, type Version } from './versions.ts';

/** Another process may have taken in what is asked. */
const lookAgainMs = 10_000;
/** So many companies' questions are computed at once. */
const mostAtOnce = 2;
const back = { firstMs: 1_000, longestMs: 60_000 };

type Deps = QuestionsDeps & { readonly report?: FollowerReport | undefined };

/** What answers questions: computes what is new over all history, keeps the rest live, and takes up what was parked. */
export const questionsRunners = (deps: Deps): readonly Runner[] => {
  const { pool, store, log, signal, report = unwatched } = deps;
  const bell = openBell(signal);
  const parked = [questionsRetried(deps, bell.ring)];
  return [
    { name: questionsFollower, run: () => followQuestions({ ...deps, report, asked: bell.ring }) },
    { name: `${questionsFollower} computing`, run: () => computeAll(deps, bell) },
    {
      name: `${questionsFollower} take-up`,
      run: () => keepTakingUp({ pool, keys: store.keys, log, signal }, parked),
    },
  ];
};

/** All of it, until the signal aborts. */
export const answerQuestions = (deps: Deps): Promise<void> => runAll(questionsRunners(deps));

/** One that fails is set aside, and those of other companies have their turn. */
const computeAll = async (deps: QuestionsDeps, bell: Bell): Promise<void> => {
  const { pool, log, signal } = deps;
  const aside = openAside({ pool, worker: questionsFollower, log });
  const busy = new Map<string, Promise<void>>();
  let failures = 0;
  const compute = async (version: Version): Promise<void> => {
    const { id: key, companyId } = version;
    try {
      await aside.attempt({ key, companyId }, async () => {
        await computeVersion(deps, version);
      });
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      log.warn({ err: error, version: key }, 'a question could not be computed yet, trying again');
      await pauseAfter(failures, back, signal);
    } finally {
      busy.delete(companyId);
      bell.ring();
    }
  };
  const look = async (): Promise<readonly Version[]> => {
    const waiting = await aside.look();
    return (await unfinished(pool)).filter(({ id }) => !waiting.has(id));
  };
  let hasBegun = false;
  while (!signal.aborted) {
    const heard = bell.heard();
    try {
      if (!hasBegun) await aside.begin();
      hasBegun = true;
      for (const version of await look())
        if (!busy.has(version.companyId) && busy.size < mostAtOnce)
          busy.set(version.companyId, compute(version));
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'could not see what is to be computed');
    }
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
