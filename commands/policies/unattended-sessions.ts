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
};
type Unattended = {
  readonly connection_id: string;
  readonly company_id: string;
  readonly number: string | null;
};

const name = policyNames.unattendedSessions;
const everyMs = 10_000;

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
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error, policy: name }, 'sessions could not be looked at');
      report.failed(error);
    }
    await pause(everyMs, signal);
  }
};

/**
 * One look. Answers how many were told of. A row is locked while it is told of, and connectors pass over locked
 * rows: what the log says last is never older than what a connector says.
 */
export const markUnattended = async ({ pool, commands, log }: Omit<Deps, 'signal'>): Promise<number> => {
  return inTransaction(pool, async client => {
    const unattended = await findUnattended(client);
    for (const each of unattended) await tell({ client, commands, log }, each);
    return unattended.length;
  });
};

const findUnattended = async (client: PoolClient): Promise<readonly Unattended[]> => {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('connector.session') is not null as there`,
  );
  if (!rows[0]?.there) return [];
  const found = await client.query<Unattended>(
    `select connection_id, company_id, account_number as number from connector.session
     where status not in ('DISCONNECTED', 'TIMEOUT')
       and coalesce(lease_until, updated_at) < now() - make_interval(secs => $1)
     limit 50 for update skip locked`,
    [unattendedAfterSeconds],
  );
  return found.rows;
};

const tell = async (
  { client, commands, log }: Pick<Deps, 'commands' | 'log'> & { readonly client: PoolClient },
  { connection_id: connectionId, company_id: companyId, number }: Unattended,
): Promise<void> => {
  const at = new Date().toISOString();
  const outcome = await commands.connection.recordStatus(
    { companyId, commandId: newId(), at, actor: { kind: 'policy', name }, principal: null },
    { connectionId, status: 'DISCONNECTED', reason: 'connector-away', number },
  );
  if (isRejection(outcome))
    log.warn({ policy: name, connectionId, rejected: outcome.rejected }, 'policy was refused');
  await client.query(
    `update connector.session set status = 'DISCONNECTED', qr = '', pairing_code = '', updated_at = now()
     where connection_id = $1`,
    [connectionId],
  );
  await client.query(`select pg_notify('connector_session', $1)`, [
    JSON.stringify({ companyId, connectionId }),
  ]);
};
