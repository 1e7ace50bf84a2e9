import type { Pool } from 'pg';
import { wakeChannel } from '../wake-listener.ts';

/** Groups are left out unless the company asked for them. Specification, core, section 3. */
export const ignoresGroups = async (pool: Pool, companyId: string): Promise<boolean> => {
  const { rows } = await pool.query<{ ignores_groups: boolean }>(
    'select ignores_groups from connector.company where company_id = $1',
    [companyId],
  );
  return rows[0]?.ignores_groups ?? true;
};

/** Whether what the phone tells of older messages is wanted. */
export const importsHistory = async (pool: Pool, connectionId: string): Promise<boolean> => {
  const { rows } = await pool.query<{ imports_history: boolean }>(
    'select imports_history from connector.session where connection_id = $1',
    [connectionId],
  );
  return rows[0]?.imports_history ?? false;
};

/** Drops all rows of a connection that was removed, but for what it should still have sent: that is to fail. */
export const forgetConnection = async (pool: Pool, connectionId: string): Promise<void> => {
  await pool.query(
    `with gone as (delete from connector.session where connection_id = $1),
       messages as (delete from connector.message where connection_id = $1),
       chats as (delete from connector.chat where connection_id = $1),
       downloads as (delete from connector.media_download where connection_id = $1),
       uploads as (delete from connector.media_upload where connection_id = $1),
       ledger as (delete from connector.ledger where connection_id = $1),
       journal as (delete from connector.inbox_journal where account = $1)
     delete from connector.outbox where connection_id = $1 and state not in ('queued', 'sending')`,
    [connectionId],
  );
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

/** The session waits for a person from now on, unless one has asked already. */
export const wantNoMore = async (pool: Pool, connectionId: string): Promise<void> => {
  await pool.query('update connector.session set wanted = false where connection_id = $1 and ask is null', [
    connectionId,
  ]);
};
