import type { PoolClient } from 'pg';
import type { FollowerReport } from '#eventstore/follow/report.ts';
import { keepLooking } from '#eventstore/parking/keep-looking.ts';
import { openAside, workOff } from '#eventstore/parking/set-aside.ts';
import type { Commands } from '../commands.ts';
import { newId } from '../ids.ts';
import type { FollowDeps } from './follow-policy.ts';
import { followerName, policyNames } from './names.ts';
import { settle } from './settle.ts';

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
  /**
   * One that is not shown as disconnected, held by nobody for so many seconds, and not set aside by this worker; locked
   * until the transaction ends.
   */
  readonly findNext: (
    client: PoolClient,
    afterSeconds: number,
    worker: string,
  ) => Promise<Unattended | undefined>;
  readonly markDisconnected: (client: PoolClient, session: Unattended) => Promise<void>;
};

const name = policyNames.unattendedSessions;
const worker = followerName(name);
const everyMs = 10_000;
const atOnce = 50;

/** Longer than a restart of the connector takes, or another connector to take over. */
const unattendedAfterSeconds = 30;

/**
 * Tells of connections whose connector has gone and whose sessions nobody has taken over: they are shown as
 * disconnected, and not as what was true last. A connector that comes back tells its own. Until the signal aborts.
 */
export const watchSessions = async (deps: Deps, report: FollowerReport): Promise<void> => {
  const { log, signal, pool } = deps;
  const aside = openAside({ pool, worker, log });
  await keepLooking({ log, signal, report, everyMs, atOnceAfter: atOnce, begin: aside.begin }, () =>
    markUnattended(deps, aside),
  );
};

/**
 * One look. Answers how many were tried. A row is locked while it is told of, and connectors pass over locked rows: what
 * the log says last is never older than what a connector says. One that fails is set aside, and holds up no other.
 */
export const markUnattended = (
  deps: Omit<Deps, 'signal'>,
  aside = openAside({ pool: deps.pool, worker, log: deps.log }),
): Promise<number> => {
  const { pool, sessions } = deps;
  return workOff<Unattended>({
    ...{ pool, aside, most: atOnce },
    next: client => sessions.findNext(client, unattendedAfterSeconds, worker),
    pieceOf: ({ connectionId, companyId }) => ({ key: connectionId, companyId }),
    work: (client, session) => tell({ ...deps, client }, session),
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
  settle({ log, policy: name }, { connectionId }, outcome);
  await sessions.markDisconnected(client, session);
};
