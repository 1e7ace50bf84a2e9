import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Commands } from '#commands/commands.ts';
import type { Provider } from '#domain/connection/events.ts';
import { persistently } from '../retry.ts';
import { readRow, rowColumns, type StoredRow } from './outbox.ts';
import { tellFailed } from './outcomes.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly commands: Commands;
  readonly provider: Provider;
  readonly log: Logger;
  readonly signal: AbortSignal;
};

const page = 100;
const reason = 'ERR_NO_WAPP_FOUND';

/**
 * Fails what waits for connections that were removed: nobody will send it. Call it when there may be some; any number of
 * processes may do it at once. It never rejects.
 */
export const failAbandoned = ({ pool, commands, provider, log, signal }: Dependencies): (() => void) => {
  let running = false;
  let again = false;

  const failSome = async (): Promise<boolean> => {
    const { rows } = await pool.query<StoredRow & { connection_id: string; company_id: string }>(abandoned, [
      provider,
      page,
    ]);
    for (const row of rows) {
      const place = { companyId: row.company_id, connectionId: row.connection_id };
      // The log knows that WhatsApp has a message a moment before its row does.
      const told = { row: readRow(row), reason, unlessSent: true };
      await persistently(() => tellFailed(commands, place, told), { signal }).catch(error => {
        signal.throwIfAborted();
        log.error({ err: error, waId: row.wa_id }, 'the log cannot be told of a message, which is left out');
      });
      await pool.query(failed, [row.id, row.position]);
    }
    return rows.length === page;
  };
  const work = async () => {
    while (again) {
      again = false;
      if (await persistently(failSome, { signal })) again = true;
    }
  };
  return () => {
    again = true;
    if (running) return;
    running = true;
    work()
      .catch(error => {
        if (!signal.aborted)
          log.error({ err: error }, 'what removed connections should send could not be failed');
      })
      .finally(() => {
        running = false;
      });
  };
};

// Not as one list of states: each of the two is found in an index of its own.
const abandoned = `
  select ${rowColumns}, o.connection_id, o.company_id
  from connector.reachable c join connector.outbox o on o.connection_id = c.connection_id
  where c.removed and c.provider = $1 and (o.state = 'queued' or o.state = 'sending')
  order by o.position limit $2`;
const failed = `
  update connector.outbox set state = 'failed', updated_at = now()
  where id = $1 and position = $2 and state in ('queued', 'sending')`;
