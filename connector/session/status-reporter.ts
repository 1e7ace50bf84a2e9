import type { Pool } from 'pg';
import type { Commands } from '#commands/commands.ts';
import { newId } from '#commands/ids.ts';
import type { ConnectionStatus } from '#domain/connection/events.ts';
import { persistently } from '../retry.ts';

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

type Dependencies = {
  readonly pool: Pool;
  readonly commands: Commands;
  readonly companyId: string;
  readonly connectionId: string;
  readonly onProblem: (error: unknown) => void;
  readonly signal: AbortSignal;
};

/** Channel that tells who shows sessions: `{ companyId, connectionId }`, after the row has changed. */
export const sessionChannel = 'connector_session';

/** Tells the log and the session's row how a session stands. Only the newest matters: older ones are skipped. */
export const createStatusReporter = (dependencies: Dependencies) => {
  const { pool, commands, companyId, connectionId, onProblem, signal } = dependencies;
  let latest: SessionStatus | undefined;
  let running: Promise<void> | undefined;

  const run = async () => {
    while (latest) {
      const current = latest;
      latest = undefined;
      const { status, reason, number } = current;
      await persistently(() => writeRow(current), { signal });
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
         where connection_id = $1 returning 1)
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
      ],
    );

  return {
    report: (status: SessionStatus): void => {
      latest = status;
      running ??= run()
        .catch(error => {
          if (!signal.aborted) onProblem(error);
        })
        .finally(() => {
          running = undefined;
        });
    },
    /** Resolves when what was reported so far has been told. */
    settled: (): Promise<void> => running ?? Promise.resolve(),
  };
};
