import type { Pool } from 'pg';
import type { FollowerReport } from '#eventstore/follow/report.ts';
import type { Runner } from '#eventstore/follow/runner.ts';
import type { EventStore } from '#eventstore/types.ts';
import { followerName } from './checkpoint.ts';
import { openHeadWatch } from './head.ts';
import { projections } from './projections.ts';
import { questionsRunners } from './questions/answer-questions.ts';
import { questionsFollower } from './questions/names.ts';
import type { Log } from './runner.ts';
import { serveProjection } from './serve.ts';

export type ProjectionsRunnersDeps = {
  readonly databaseUrl: string;
  readonly pool: Pool;
  /** For the answers to questions: one connection for each company whose question is computed, and three more. */
  readonly answering: Pool;
  readonly store: EventStore;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly reportOf: (name: string) => FollowerReport;
};

/**
 * Everything that a `projections` service does as long as it runs. Whoever adds a follower or a worker adds it here: the
 * suite that poisons a company asks each of them whether it goes on for the others.
 */
export const projectionsRunners = (deps: ProjectionsRunnersDeps): readonly Runner[] => {
  const { databaseUrl, pool, answering, store, log, signal, reportOf } = deps;
  const report = reportOf(questionsFollower);
  return [
    ...projections.map(projection => {
      const name = followerName(projection.name);
      const serving = { projection, databaseUrl, pool, store, log, signal, report: reportOf(name) };
      return { name, run: () => serveProjection(serving) };
    }),
    { name: 'head of the log', run: () => openHeadWatch({ pool, store, log, signal }) },
    ...questionsRunners({ pool: answering, store, log, signal, report }),
  ];
};
