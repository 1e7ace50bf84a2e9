import type { Pool } from 'pg';
import type { Commands } from '#commands/commands.ts';
import type { Provider } from '#domain/connection/events.ts';
import { deriveId } from '#eventstore/event-id.ts';
import { type Aside, mayBeTried } from '#eventstore/parking/set-aside.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly commands: { readonly message: Pick<Commands['message'], 'recordMediaFailed'> };
  readonly provider: Provider;
  /** As what fails is set aside under. */
  readonly worker: string;
  /** So many at most. */
  readonly page: number;
  readonly signal: AbortSignal;
};

/**
 * Fails the files that are waited for on connections that were removed: nobody gets them any more. Answers how many it has
 * tried; one that fails is set aside. Any number of processes may do it at once. Throws outages.
 */
export const failAbandonedFiles = async (
  { pool, commands, provider, worker, page, signal }: Dependencies,
  aside: Aside,
): Promise<number> => {
  const { rows } = await pool.query<Row>(abandoned, [provider, page, worker]);
  for (const { message_id: messageId, company_id: companyId, connection_id: id } of rows) {
    if (signal.aborted) break;
    const context = {
      ...{ companyId, commandId: deriveId('media', messageId, 'abandoned'), principal: null },
      ...{ at: new Date().toISOString(), actor: { kind: 'connection' as const, id } },
    };
    await aside.attempt({ key: `file ${messageId}`, companyId }, async () => {
      await commands.message.recordMediaFailed(context, { messageId, reason: 'expired' });
      await pool.query('delete from connector.media_download where message_id = $1', [messageId]);
    });
  }
  return rows.length;
};

type Row = { message_id: string; company_id: string; connection_id: string };

const abandoned = `
  select d.message_id, d.company_id, d.connection_id
  from connector.media_download d join connector.reachable c on c.connection_id = d.connection_id
  where c.removed and c.provider = $1 and d.state = 'waiting'
    and ${mayBeTried('$3', "'file ' || d.message_id")}
  order by d.message_id limit $2`;
