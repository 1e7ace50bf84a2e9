import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Commands } from '#commands/commands.ts';
import type { Provider } from '#domain/connection/events.ts';
import { deriveId } from '#eventstore/event-id.ts';
import { persistently } from '../retry.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly commands: { readonly message: Pick<Commands['message'], 'recordMediaFailed'> };
  readonly provider: Provider;
  readonly log: Pick<Logger, 'error'>;
  readonly signal: AbortSignal;
};

const page = 100;

/**
 * Fails the files that are waited for on connections that were removed: nobody gets them any more. One that cannot be
 * reported is left for the next call. Any number of processes may do it at once.
 */
export const failAbandonedFiles = async (dependencies: Dependencies): Promise<void> => {
  const { pool, commands, provider, log, signal } = dependencies;
  for (let after = ''; !signal.aborted; ) {
    const rows = await persistently(
      async () => (await pool.query<Row>(abandoned, [provider, page, after || least])).rows,
      { signal },
    );
    for (const row of rows) {
      const { message_id: messageId, company_id: companyId, connection_id: id } = row;
      const context = {
        ...{ companyId, commandId: deriveId('media', messageId, 'abandoned'), principal: null },
        ...{ at: new Date().toISOString(), actor: { kind: 'connection' as const, id } },
      };
      const failed = { messageId, reason: 'expired' };
      await persistently(() => commands.message.recordMediaFailed(context, failed), { signal })
        .then(() => pool.query('delete from connector.media_download where message_id = $1', [messageId]))
        .catch(error => {
          if (!signal.aborted)
            log.error({ err: error, messageId }, 'a file of a removed connection still waits');
        });
    }
    if (rows.length < page) return;
    after = rows.at(-1)?.message_id ?? '';
  }
};

type Row = { message_id: string; company_id: string; connection_id: string };

const least = '00000000-0000-0000-0000-000000000000';
const abandoned = `
  select d.message_id, d.company_id, d.connection_id
  from connector.media_download d join connector.reachable c on c.connection_id = d.connection_id
  where c.removed and c.provider = $1 and d.state = 'waiting' and d.message_id > $3::uuid
  order by d.message_id limit $2`;
