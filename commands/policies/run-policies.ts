import { setMaxListeners } from 'node:events';
import type { Pool } from 'pg';
import { unwatched } from '#eventstore/follow/report.ts';
import type { EventStore } from '#eventstore/types.ts';
import type { MediaStore } from '#files/store.ts';
import type { Commands } from '../commands.ts';
import { answerCallsPolicy } from './answer-calls-policy.ts';
import { attendPolicy } from './attend/attend-policy.ts';
import { beginMenuWork } from './attend/begin-menu.ts';
import { menuPauseWork } from './attend/menu-pause.ts';
import { menuSilence, menuSilencePolicy } from './attend/menu-silence.ts';
import type { MenuPause } from './attend/pause-times.ts';
import { closeQuietTickets } from './auto-close-policy.ts';
import { closingPolicy, closingWork, sayClosing } from './closing-policy.ts';
import { contactImportsPolicy } from './contact-imports-policy.ts';
import { doDueWork } from './due-work.ts';
import { eraseContactsPolicy } from './erase-contacts-policy.ts';
import { type FollowDeps, followPolicy, type Policy } from './follow-policy.ts';
import { leaveQueuesPolicy } from './leave-queues-policy.ts';
import { followerName, policyNames } from './names.ts';
import { type Purge, purgeAgain, repeatPurges } from './purges.ts';
import { quietTicketsPolicy } from './quiet-tickets-policy.ts';
import { returnTicketsPolicy } from './return-tickets-policy.ts';
import { schedulesPolicy } from './schedules/schedules-policy.ts';
import { scheduleDue, sendSchedules } from './schedules/send-schedules.ts';
import { type UnattendedSessions, watchSessions } from './unattended-sessions.ts';

export type PolicyDeps = Omit<FollowDeps, 'store'> & {
  readonly store: EventStore;
  /**
   * For what is asked while a connection of `pool` is held. Nobody who has one of these waits for another, so that those
   * who hold a connection each cannot wait for each other, however few there are.
   */
  readonly innerPool: Pool;
  readonly commands: Pick<Commands, 'ticket' | 'message' | 'connection' | 'schedule'>;
  readonly media: Pick<MediaStore, 'share'>;
  readonly sessions: UnattendedSessions;
  /**
   * What is done about a person who is erased, in this order: the keys are destroyed, and whatever else is kept
   * outside the log and the read models goes.
   */
  readonly purges: readonly Purge[];
  /** Where a company has not said otherwise, open tickets without a message for so many hours are closed; 0: none. */
  readonly autoCloseHours?: number;
  /** How long the menu waits for its contact to have said everything. */
  readonly menuPause?: MenuPause;
};

/** All that follow the log. */
export const policiesOf = (deps: PolicyDeps): readonly Policy[] => {
  const inner = { ...deps, pool: deps.innerPool };
  return [
    returnTicketsPolicy(deps),
    leaveQueuesPolicy(deps),
    eraseContactsPolicy(deps),
    answerCallsPolicy(deps),
    quietTicketsPolicy,
    contactImportsPolicy,
    attendPolicy(inner),
    menuSilencePolicy(inner),
    closingPolicy(inner),
    schedulesPolicy(deps),
  ];
};

/** Runs every policy until the signal aborts: what happened becomes commands and other lasting actions. */
export const runPolicies = async (deps: PolicyDeps): Promise<void> => {
  // Each follower listens, and while it waits a little more.
  setMaxListeners(100, deps.signal);
  const inner = { ...deps, pool: deps.innerPool };
  const { autoCloseHours: hours = 0 } = deps;
  const handlers = {
    [policyNames.menuSilence]: menuSilence(inner),
    [menuPauseWork]: beginMenuWork(inner),
    [closingWork]: sayClosing(inner),
    [scheduleDue]: sendSchedules(inner),
    [purgeAgain]: repeatPurges(deps.purges),
  };
  const reportOf = (name: string) => deps.reportOf?.(followerName(name)) ?? unwatched;
  await Promise.all([
    watchSessions(deps, reportOf(policyNames.unattendedSessions)),
    doDueWork({ ...deps, handlers }, reportOf(policyNames.dueWork)),
    closeQuietTickets({ ...deps, hours }, reportOf(policyNames.autoClose)),
    ...policiesOf(deps).map(policy => followPolicy(deps, policy)),
  ]);
};
