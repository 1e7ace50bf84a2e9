import type { ClientBase } from 'pg';
import { mayBeTried } from '#eventstore/parking/set-aside.ts';
import { sessionChannel } from './channels.ts';

export type UnattendedSession = {
  readonly connectionId: string;
  readonly companyId: string;
  /** Of the account that it was paired with. */
  readonly number: string | null;
};

/**
 * A session that is not shown as disconnected, that no connector has held for so many seconds, and that the worker has
 * not set aside. Its row is locked until the transaction ends, and connectors pass over locked rows. None before there
 * are any tables.
 */
export const findUnattendedSession = async (
  client: ClientBase,
  afterSeconds: number,
  worker: string,
): Promise<UnattendedSession | undefined> => {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('connector.session') is not null as there`,
  );
  if (!rows[0]?.there) return undefined;
  return (await client.query<UnattendedSession>(find, [afterSeconds, worker])).rows[0];
};

/** Shows a session as disconnected, and notifies the gateways once the transaction commits. */
export const markDisconnected = async (
  client: ClientBase,
  { companyId, connectionId }: UnattendedSession,
): Promise<void> => {
  await client.query(mark, [connectionId, sessionChannel, JSON.stringify({ companyId, connectionId })]);
};

const find = `
  select connection_id as "connectionId", company_id as "companyId", account_number as number from connector.session
  where status not in ('DISCONNECTED', 'TIMEOUT')
    and coalesce(lease_until, updated_at) < now() - make_interval(secs => $1)
    and ${mayBeTried('$2', 'connection_id::text')}
  limit 1 for update skip locked`;
const mark = `
  with marked as (
    update connector.session set status = 'DISCONNECTED', qr = '', pairing_code = '', updated_at = now()
    where connection_id = $1 returning 1)
  select pg_notify($2, $3) from marked`;

/** What the policies need of the connector's tables. */
export const unattendedSessions = { findNext: findUnattendedSession, markDisconnected };
