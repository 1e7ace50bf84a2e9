import { setMaxListeners } from 'node:events';
import { followHistory, type HistoryDeps } from './follow-history.ts';
import { runVerifications, type VerifyingDeps } from './run-verifications.ts';
import { type SigningDeps, signCheckpoints } from './sign-checkpoints.ts';

export type KeepingDeps = HistoryDeps & SigningDeps & Pick<VerifyingDeps, 'databaseUrl'>;

/** Keeps the trees of all companies, signs checkpoints of them and does the runs asked for, until the signal aborts. */
export const keepHistory = async (deps: KeepingDeps): Promise<void> => {
  setMaxListeners(100, deps.signal);
  await Promise.all([
    followHistory(deps),
    signCheckpoints(deps),
    runVerifications({ ...deps, publicKey: deps.key.publicKey }),
  ]);
};
