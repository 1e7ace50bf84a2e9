import type { Provider } from '#domain/connection/events.ts';
import type { Runner } from '#eventstore/follow/runner.ts';
import { keepTakingUp } from '#eventstore/parking/take-up.ts';
import type { Files } from './media/files.ts';
import { filesWorker } from './media/files.ts';
import { abandonedWorker, type openAbandoned } from './outbound/abandoned.ts';
import { type FollowLogDeps, followerName, followLog, logRetried } from './outbound/follow-log.ts';
import { purgesWorker, repeatPurges } from './outbound/repeat-purges.ts';
import { untilNeeded } from './session/standby.ts';

export type ConnectorRunnersDeps = {
  readonly provider: Provider;
  readonly following: FollowLogDeps & Parameters<typeof untilNeeded>[0];
  readonly files: Pick<Files, 'run'>;
  readonly abandoned: Pick<ReturnType<typeof openAbandoned>, 'run'>;
  /** Called after a person was purged once more: what is remembered of them goes too. */
  readonly onPurged: () => void;
};

/**
 * Everything that a connector does as long as it runs, besides its sessions. Whoever adds a follower or a worker adds it
 * here: the suite that poisons a company asks each of them whether it goes on for the others.
 */
export const connectorRunners = ({
  onPurged,
  provider,
  following,
  files,
  abandoned,
}: ConnectorRunnersDeps): readonly Runner[] => {
  const { pool, store, log, signal } = following;
  const name = followerName(provider);
  return [
    {
      name,
      run: async () => {
        await untilNeeded(following);
        await followLog(following);
      },
    },
    {
      name: `${name} take-up`,
      run: () => keepTakingUp({ pool, keys: store.keys, log, signal }, [logRetried(following)]),
    },
    { name: filesWorker(provider), run: files.run },
    { name: abandonedWorker(provider), run: abandoned.run },
    {
      name: purgesWorker(provider),
      run: () => repeatPurges({ ...following, keys: store.keys, onPurged }),
    },
  ];
};
