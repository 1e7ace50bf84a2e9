import type { PoolClient } from 'pg';
import { isRejection } from '#domain/shared/decision.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import type { FollowerReport } from '#eventstore/follow/report.ts';
import { pause } from '#eventstore/pause.ts';
import type { Commands } from '../commands.ts';
import { newId } from '../ids.ts';
import type { FollowDeps } from './follow-policy.ts';
import { policyNames } from './names.ts';

type Deps = Pick<FollowDeps, 'pool' | 'log' | 'signal'> & {
  readonly commands: Pick<Commands, 'connection'>;
  readonly sessions: UnattendedSessions;
};
type Unattended = {
  readonly connectionId: string;
  readonly companyId: string;
  readonly number: string | null;
};

/** What the connector offers for this: see its `interface/unattended-sessions.ts`. */
export type UnattendedSessions = {
  /** Not shown as disconnected, and held by nobody for so many seconds; locked until the transaction ends. */
  readonly find: (client: PoolClient, afterSeconds: number) => Promise<readonly Unattended[]>;
  readonly markDisconnected: (client: PoolClient, session: Unattended) => Promise<void>;
};

const name = policyNames.unattendedSessions;
const everyMs = 10_000;
/** After a failure. */
const againAfterMs = 2_000;

/** Longer than a restart of the connector takes, or another connector to take over. */
const unattendedAfterSeconds = 30;

/**
 * Tells of connections whose connector has gone and whose sessions nobody has taken over: they are shown as
 * disconnected, and not as what was true last. A connector that comes back tells its own. Until the signal aborts.
 */
export const watchSessions = async (deps: Deps, report: FollowerReport): Promise<void> => {
  const { log, signal } = deps;
  while (!signal.aborted) {
    try {
      await markUnattended(deps);
      report.succeeded();
      await pause(everyMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error, policy: name }, 'sessions could not be looked at');
      report.failed(error);
      await pause(againAfterMs, signal);
    }
  }
};

/**
 * One look. Answers how many were told of. A row is locked while it is told of, and connectors pass over locked
 * rows: what the log says last is never older than what a connector says.
 */
export const markUnattended = async (deps: Omit<Deps, 'signal'>): Promise<number> => {
  const { pool, sessions } = deps;
  return inTransaction(pool, async client => {
    const unattended = await sessions.find(client, unattendedAfterSeconds);
    for (const each of unattended) await tell({ ...deps, client }, each);
    return unattended.length;
  });
};

const tell = async (
  { client, commands, sessions, log }: Omit<Deps, 'signal'> & { readonly client: PoolClient },
  session: Unattended,
): Promise<void> => {
  const { connectionId, companyId, number } = session;
  const at = new Date().toISOString();
  const outcome = await commands.connection.recordStatus(
    { companyId, commandId: newId(), at, actor: { kind: 'policy', name }, principal: null },
    { connectionId, status: 'DISCONNECTED', reason: 'connector-away', number },
  );
  if (isRejection(outcome))
    log.warn({ policy: name, connectionId, rejected: outcome.rejected }, 'policy was refused');
  await sessions.markDisconnected(client, session);
};
