import type { ClientBase } from 'pg';
import { sessionChannel } from './channels.ts';

export type UnattendedSession = {
  readonly connectionId: string;
  readonly companyId: string;
  /** Of the account that it was paired with. */
  readonly number: string | null;
};

/**
 * Sessions that are not shown as disconnected and that no connector has held for so many seconds: fifty at most. Their
 * rows are locked until the transaction ends, and connectors pass over locked rows. None before there are any tables.
 */
export const findUnattendedSessions = async (
  client: ClientBase,
  afterSeconds: number,
): Promise<readonly UnattendedSession[]> => {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('connector.session') is not null as there`,
  );
  if (!rows[0]?.there) return [];
  return (await client.query<UnattendedSession>(find, [afterSeconds])).rows;
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
  limit 50 for update skip locked`;
const mark = `
  with marked as (
    update connector.session set status = 'DISCONNECTED', qr = '', pairing_code = '', updated_at = now()
    where connection_id = $1 returning 1)
  select pg_notify($2, $3) from marked`;

/** What the policies need of the connector's tables. */
export const unattendedSessions = { find: findUnattendedSessions, markDisconnected };
