import { unwatched } from '#eventstore/follow/report.ts';
import type { EventStore } from '#eventstore/types.ts';
import type { Commands } from '../commands.ts';
import { answerCallsPolicy } from './answer-calls-policy.ts';
import { closeQuietTickets } from './auto-close-policy.ts';
import { eraseContactsPolicy, type Purge } from './erase-contacts-policy.ts';
import { type FollowDeps, followPolicy } from './follow-policy.ts';
import { followerName, policyNames } from './names.ts';
import { quietTicketsPolicy } from './quiet-tickets-policy.ts';
import { returnTicketsPolicy } from './return-tickets-policy.ts';
import { type UnattendedSessions, watchSessions } from './unattended-sessions.ts';

export type PolicyDeps = Omit<FollowDeps, 'store'> & {
  readonly store: EventStore;
  readonly commands: Pick<Commands, 'ticket' | 'message' | 'connection'>;
  readonly sessions: UnattendedSessions;
  /**
   * What is done about a person who is erased, in this order: the keys are destroyed, and whatever else is kept
   * outside the log and the read models goes.
   */
  readonly purges: readonly Purge[];
  /** Open tickets without a message for so many hours are closed; 0, as by default, closes none. */
  readonly autoCloseHours?: number;
};

/** Runs every policy until the signal aborts: what happened becomes commands and other lasting actions. */
export const runPolicies = async (deps: PolicyDeps): Promise<void> => {
  const policies = [
    returnTicketsPolicy(deps),
    eraseContactsPolicy(deps),
    answerCallsPolicy(deps),
    quietTicketsPolicy,
  ];
  const { autoCloseHours: hours = 0 } = deps;
  const reportOf = (name: string) => deps.reportOf?.(followerName(name)) ?? unwatched;
  const closing =
    hours > 0 ? closeQuietTickets({ ...deps, hours }, reportOf(policyNames.autoClose)) : undefined;
  await Promise.all([
    watchSessions(deps, reportOf(policyNames.unattendedSessions)),
    closing,
    ...policies.map(policy => followPolicy(deps, policy)),
  ]);
};
