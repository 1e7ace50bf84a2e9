import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Commands } from '#commands/commands.ts';
import { newId } from '#commands/ids.ts';
import type { ConnectionStatus } from '#domain/connection/events.ts';
import { sessionChannel } from '../interface/channels.ts';
import { persistently } from '../retry.ts';
import { type FencingToken, heldBy } from './leases.ts';

export type SessionStatus = {
  readonly status: ConnectionStatus;
  readonly reason: string | null;
  /** What the phone must scan, '' when there is nothing to scan. Only in the row, never in the log. */
  readonly qr: string;
  /** What to type on the phone instead, '' when nothing. Only in the row as well. */
  readonly pairingCode: string;
  readonly retries: number;
  readonly jid: string | null;
  readonly number: string | null;
};

export const unpaired = { jid: null, number: null };
export const nothing: SessionStatus = {
  status: 'DISCONNECTED',
  reason: null,
  qr: '',
  pairingCode: '',
  retries: 0,
  ...unpaired,
};

export type StatusReporter = {
  /** Tells what has changed; codes and the reason are gone unless they are told anew. */
  readonly report: (change: Partial<SessionStatus>) => void;
  readonly now: () => SessionStatus;
};

type Dependencies = {
  readonly pool: Pool;
  readonly commands: Commands;
  readonly companyId: string;
  readonly connectionId: string;
  readonly fencing: FencingToken;
  readonly log: Logger;
  readonly signal: AbortSignal;
};

/**
 * Tells the log and the session's row how a session stands. Only the newest matters: older ones are skipped. Who
 * holds the lease no more tells nothing.
 */
export const createStatusReporter = (dependencies: Dependencies): StatusReporter => {
  const { pool, commands, companyId, connectionId, fencing, log, signal } = dependencies;
  let status = nothing;
  let latest: SessionStatus | undefined;
  let running = false;

  const run = async () => {
    while (latest) {
      const current = latest;
      latest = undefined;
      const { status, reason, number } = current;
      const { rowCount } = await persistently(() => writeRow(current), { signal });
      if (rowCount === 0) continue;
      const context = {
        ...{ companyId, commandId: newId(), at: new Date().toISOString(), principal: null },
        actor: { kind: 'connection' as const, id: connectionId },
      };
      const command = { connectionId, status, reason, number };
      await persistently(() => commands.connection.recordStatus(context, command), { signal });
    }
  };
  const writeRow = (current: SessionStatus) =>
    pool.query(
      `with row as (
         update connector.session set status = $2, qr = $3, retries = $4, account_jid = $5, account_number = $6,
           pairing_code = $9, updated_at = now()
         where connection_id = $1 and ${heldBy('$1::uuid', '$10', '$11')} returning 1)
       select pg_notify($7, $8) from row`,
      [
        connectionId,
        current.status,
        current.qr,
        current.retries,
        current.jid,
        current.number,
        sessionChannel,
        JSON.stringify({ companyId, connectionId }),
        current.pairingCode,
        fencing.holder,
        fencing.epoch,
      ],
    );

  return {
    now: () => status,
    report: change => {
      status = { ...status, qr: '', pairingCode: '', reason: null, ...change };
      latest = status;
      if (running) return;
      running = true;
      run()
        .catch(error => {
          if (!signal.aborted) log.error({ err: error }, 'a status could not be recorded');
        })
        .finally(() => {
          running = false;
        });
    },
  };
};
