import { setMaxListeners } from 'node:events';
import type { Pool } from 'pg';
import { type FollowerReport, unwatched } from '#eventstore/follow/report.ts';
import { type Runner, runAll } from '#eventstore/follow/runner.ts';
import { keepTakingUp, type Retried, retried } from '#eventstore/parking/take-up.ts';
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
import { type DueHandler, doDueWork } from './due-work.ts';
import { eraseContactsPolicy, erasureWork } from './erase-contacts-policy.ts';
import { type FollowDeps, followPolicy, type Policy, takingUpPolicy } from './follow-policy.ts';
import { leaveQueue, leaveQueuesPolicy } from './leave-queues-policy.ts';
import { followerName, policyNames } from './names.ts';
import { type Purge, purgeAgain, repeatPurges } from './purges.ts';
import { quietTicketsPolicy } from './quiet-tickets-policy.ts';
import { returnTicket, returnTicketsPolicy } from './return-tickets-policy.ts';
import { schedulesPolicy, voidDue, voidSchedule } from './schedules/schedules-policy.ts';
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
  /** How often is looked for silent tickets, and for what waits to be taken up; as each usually does by default. */
  readonly lookEveryMs?: number;
};

/** Every policy, and every worker of theirs that looks after rows: what a `commands` service runs. */
export const policyRunners = (deps: PolicyDeps): readonly Runner[] => {
  // Each follower listens, and while it waits a little more.
  setMaxListeners(100, deps.signal);
  const reportOf = (name: string) => deps.reportOf?.(followerName(name)) ?? unwatched;
  const worker = (name: string, run: (report: FollowerReport) => Promise<void>): Runner => ({
    name: followerName(name),
    run: () => run(reportOf(name)),
  });
  const { autoCloseHours: hours = 0, lookEveryMs: everyMs } = deps;
  return [
    worker(policyNames.unattendedSessions, report => watchSessions(deps, report)),
    worker(policyNames.dueWork, report => doDueWork({ ...deps, handlers: handlersOf(deps) }, report)),
    worker(policyNames.autoClose, report => closeQuietTickets({ ...deps, hours, everyMs }, report)),
    ...policiesOf(deps).map(policy => ({
      name: followerName(policy.name),
      run: () => followPolicy(deps, policy),
    })),
  ];
};

/** How what the policies have parked is taken up again. */
export const policiesRetried = (deps: PolicyDeps): readonly Retried[] =>
  policiesOf(deps).map(policy => retried(takingUpPolicy(deps.store, policy)));

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

const handlersOf = (deps: PolicyDeps): Readonly<Record<string, DueHandler>> => {
  const inner = { ...deps, pool: deps.innerPool };
  return {
    ...erasureWork(deps),
    [policyNames.returnTickets]: returnTicket(deps),
    [policyNames.leaveQueues]: leaveQueue(deps),
    [policyNames.menuSilence]: menuSilence(inner),
    [menuPauseWork]: beginMenuWork(inner),
    [closingWork]: sayClosing(inner),
    [scheduleDue]: sendSchedules(inner),
    [voidDue]: voidSchedule(deps),
    [purgeAgain]: repeatPurges(deps.purges),
  };
};

/** Runs every policy until the signal aborts: what happened becomes commands and other lasting actions. */
export const runPolicies = (deps: PolicyDeps): Promise<void> =>
  runAll([...policyRunners(deps), takeUpRunner(deps, policiesRetried(deps))]);

/** Takes up again what the followers of a `commands` service have parked. */
export const takeUpRunner = (
  deps: Pick<PolicyDeps, 'pool' | 'store' | 'log' | 'signal' | 'reportOf' | 'lookEveryMs'>,
  followers: readonly Retried[],
): Runner => {
  const name = followerName(policyNames.takeUp);
  const { pool, store, log, signal, reportOf, lookEveryMs } = deps;
  const taking = { pool, keys: store.keys, log, signal, ...(lookEveryMs && { everyMs: lookEveryMs }) };
  return { name, run: () => keepTakingUp({ ...taking, report: reportOf?.(name) }, followers) };
};
