import type { Pool } from 'pg';
import { settingIn } from '#domain/company/settings.ts';
import { wakeChannel } from '../interface/channels.ts';
import { type FencingToken, LeaseLost } from './leases.ts';

/** What the setting says of groups, given what the company has kept of it. */
export const areGroupsIgnored = (value: string | undefined): boolean =>
  settingIn('CheckMsgIsGroup', value) === 'enabled';

/** Whether the company leaves out what is written in groups. Specification, core, section 3. */
export const ignoresGroups = async (pool: Pool, companyId: string): Promise<boolean> => {
  const { rows } = await pool.query<{ ignores_groups: boolean }>(
    'select ignores_groups from connector.company where company_id = $1',
    [companyId],
  );
  return rows[0]?.ignores_groups ?? areGroupsIgnored(undefined);
};

/** Whether what the phone tells of older messages is wanted. */
export const importsHistory = async (pool: Pool, connectionId: string): Promise<boolean> => {
  const { rows } = await pool.query<{ imports_history: boolean }>(
    'select imports_history from connector.session where connection_id = $1',
    [connectionId],
  );
  return rows[0]?.imports_history ?? false;
};

type Fenced = { readonly connectionId: string; readonly fencing: FencingToken };

/**
 * Drops all rows of a connection that was removed, but for what it should still have sent: that is to fail. Throws
 * LeaseLost when another holds the connection.
 */
export const forgetConnection = async (
  pool: Pool,
  { connectionId, fencing: { holder, epoch } }: Fenced,
): Promise<void> => {
  const { rowCount } = await pool.query(
    `with gone as (
         delete from connector.session where connection_id = $1 and lease_owner = $2 and lease_epoch = $3
         returning connection_id as id),
       messages as (delete from connector.message using gone where connection_id = id),
       chats as (delete from connector.chat using gone where connection_id = id),
       timers as (delete from connector.chat_timer using gone where connection_id = id),
       secrets as (delete from connector.message_secret using gone where connection_id = id),
       downloads as (
         delete from connector.media_download using gone where connection_id = id and state <> 'waiting'),
       uploads as (delete from connector.media_upload using gone where connection_id = id),
       ledger as (delete from connector.ledger using gone where connection_id = id),
       journal as (delete from connector.inbox_journal using gone where account = id),
       receipts as (delete from connector.receipt using gone where connection_id = id),
       book as (delete from connector.address_book using gone where connection_id = id),
       outbox as (
         delete from connector.outbox o using gone
         where connection_id = gone.id and state not in ('queued', 'sending'))
     select from gone`,
    [connectionId, holder, epoch],
  );
  if (rowCount === 0) throw new LeaseLost();
  await pool.query('select pg_notify($1, $2)', [wakeChannel, `removed ${connectionId}`]);
};

/** The phone that a code to type was asked for; null when the connection pairs by QR code. */
export const pairingNumber = async (pool: Pool, connectionId: string): Promise<string | null> => {
  const { rows } = await pool.query<{ pairing_number: string | null }>(
    'select pairing_number from connector.session where connection_id = $1',
    [connectionId],
  );
  return rows[0]?.pairing_number ?? null;
};

/**
 * The session waits for a person from now on, unless one has asked already. Throws LeaseLost when another holds the
 * connection: a session that was pushed out by its successor must not stop that one.
 */
export const wantNoMore = async (
  pool: Pool,
  { connectionId, fencing: { holder, epoch } }: Fenced,
): Promise<void> => {
  const { rowCount } = await pool.query(
    `update connector.session set wanted = wanted and ask is not null
     where connection_id = $1 and lease_owner = $2 and lease_epoch = $3`,
    [connectionId, holder, epoch],
  );
  if (rowCount === 0) throw new LeaseLost();
};
