import { setMaxListeners } from 'node:events';
import type { Runner } from '#eventstore/follow/runner.ts';
import { followHistory, type HistoryDeps } from './follow-history.ts';
import { integrityFollowers } from './names.ts';
import { runVerifications, type VerifyingDeps } from './run-verifications.ts';
import { type SigningDeps, signCheckpoints } from './sign-checkpoints.ts';

export type KeepingDeps = HistoryDeps & SigningDeps & Pick<VerifyingDeps, 'databaseUrl'>;

/** Keep the trees of all companies, sign checkpoints of them and do the runs asked for. */
export const historyRunners = (deps: KeepingDeps): readonly Runner[] => {
  setMaxListeners(100, deps.signal);
  return [
    { name: integrityFollowers.trees, run: () => followHistory(deps) },
    { name: integrityFollowers.checkpoints, run: () => signCheckpoints(deps) },
    {
      name: integrityFollowers.runs,
      run: () => runVerifications({ ...deps, publicKey: deps.key.publicKey }),
    },
  ];
};
