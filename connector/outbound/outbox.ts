import type { Pool } from 'pg';

export type OutboxRow = {
  readonly messageId: string;
  readonly contactId: string;
  readonly waId: string;
  /** Tries so far, this one included. */
  readonly tries: number;
};
export type ToRead = { readonly id: string; readonly remoteJid: string; readonly participant: string | null };

/** What one connection still has to send, in the order it was queued. */
export type Outbox = {
  /** A new socket: what was on its way when the last one ended is sent again, under the same id. */
  readonly recover: () => Promise<void>;
  readonly take: (limit: number) => Promise<OutboxRow[]>;
  readonly putBack: (messageId: string) => Promise<void>;
  readonly settle: (messageId: string, state: 'sent' | 'failed') => Promise<void>;
  readonly byWaId: (waId: string) => Promise<(OutboxRow & { readonly state: string }) | undefined>;
  /** Messages of contacts that an attendant has seen and whose writers do not know it yet. */
  readonly toRead: (limit: number) => Promise<ToRead[]>;
  readonly toldRead: (waIds: readonly string[]) => Promise<void>;
};

type Row = { message_id: string; contact_id: string; wa_id: string; tries: number; state: string };
const columns = 'message_id, contact_id, wa_id, tries, state, position';

export const openOutbox = (pool: Pool, connectionId: string): Outbox => {
  const setState = (messageId: string, state: string) =>
    pool.query({
      name: 'outbox-state',
      text: `update connector.outbox set state = $2, updated_at = now()
             where message_id = $1 and state in ('queued', 'sending')`,
      values: [messageId, state],
    });
  return {
    recover: async () => {
      await pool.query(
        `update connector.outbox set state = 'queued', tries = greatest(tries - 1, 0)
         where connection_id = $1 and state = 'sending'`,
        [connectionId],
      );
    },
    take: async limit => {
      const { rows } = await pool.query<Row>({
        name: 'outbox-take',
        text: `with next as (
            select message_id from connector.outbox where connection_id = $1 and state = 'queued'
            order by position limit $2 for update),
          taken as (
            update connector.outbox o set state = 'sending', tries = tries + 1, updated_at = now()
            from next where o.message_id = next.message_id returning o.*)
          select ${columns} from taken order by position`,
        values: [connectionId, limit],
      });
      return rows.map(rowOf);
    },
    putBack: async messageId => {
      await setState(messageId, 'queued');
    },
    settle: async (messageId, state) => {
      await setState(messageId, state);
    },
    byWaId: async waId => {
      const { rows } = await pool.query<Row>({
        name: 'outbox-by-wa-id',
        text: `select ${columns} from connector.outbox where connection_id = $1 and wa_id = $2`,
        values: [connectionId, waId],
      });
      return rows[0] && { ...rowOf(rows[0]), state: rows[0].state };
    },
    toRead: async limit => {
      const { rows } = await pool.query<{ wa_id: string; jid: string; participant: string | null }>({
        name: 'to-read',
        text: `select wa_id, jid, participant from connector.message
               where connection_id = $1 and to_read and jid is not null limit $2`,
        values: [connectionId, limit],
      });
      return rows.map(row => ({ id: row.wa_id, remoteJid: row.jid, participant: row.participant }));
    },
    toldRead: async waIds => {
      await pool.query({
        name: 'told-read',
        text: 'update connector.message set to_read = false where connection_id = $1 and wa_id = any($2)',
        values: [connectionId, waIds],
      });
    },
  };
};

const rowOf = (row: Row): OutboxRow => ({
  messageId: row.message_id,
  contactId: row.contact_id,
  waId: row.wa_id,
  tries: row.tries,
});
