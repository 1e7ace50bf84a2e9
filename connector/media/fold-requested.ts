import type { PoolClient } from 'pg';
import type { Provider } from '#domain/connection/events.ts';
import type { Recorded } from '#eventstore/types.ts';

type Fold = {
  readonly client: PoolClient;
  readonly provider: Provider;
};
type Requested = Extract<Recorded, { type: 'MessageMediaRequested' }>;

/**
 * Somebody wants a file tried again. Where it was may be forgotten: then trying tells that it is gone. Answers
 * whose files are to be looked at. What was asked for is not asked for again when its event comes again.
 */
export const foldRequested = async (
  { client, provider }: Fold,
  { companyId, data, position }: Pick<Requested, 'companyId' | 'data' | 'position'>,
): Promise<readonly string[]> => {
  const { messageId } = data;
  const known = await client.query<{ connection_id: string }>(againText, [messageId, provider, position]);
  const { rows } = known.rowCount
    ? known
    : await client.query<{ connection_id: string }>(forgottenText, [
        messageId,
        provider,
        companyId,
        position,
      ]);
  return rows.map(row => row.connection_id);
};

const againText = `
  update connector.media_download d set state = 'waiting', tries = 0, asked = asked + 1, next_try_at = now(),
    ask_position = $3
  from connector.session s
  where d.message_id = $1 and s.connection_id = d.connection_id and s.provider = $2 and d.ask_position < $3
  returning d.connection_id`;
const forgottenText = `
  insert into connector.media_download (message_id, connection_id, company_id, ask_position)
  select m.message_id, m.connection_id, $3, $4 from connector.message m
  join connector.session s on s.connection_id = m.connection_id and s.provider = $2
  where m.message_id = $1 on conflict do nothing returning connection_id`;
